"""`correlate`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from restrap import _native
from restrap.asking import checked, completes, warned
from restrap.door import Door, named
from restrap.error import InputError
from restrap.objects import System, name_of
from restrap.result import Answer

if TYPE_CHECKING:
    from typing import Unpack

    from restrap.keywords import Correlated


def correlate(*given: System, gold: Any, data: Any = None, **asked: Unpack[Correlated]) -> Answer:
    """How do metrics agree with people's scores, and does one agree more than another?

    Parameters
    ----------
    *given : columns or paths
        One score per output: arrays, names of columns of `data`, ``(name, column)``, or paths as on the command line.
    gold : column, name or path
        What people say of the same outputs; a path, or a column of the first file, where metrics are paths.
    data : frame or mapping of columns, optional
        Where names of columns are looked up.
    system, segment : column or name, optional
        Which system made an output, and of which segment (document, context) it is; both or neither.
    agreement : {"pearson", "spearman", "kendall", "pairwise-accuracy"}
        How a metric agrees with the gold score.
    level : {"global", "system", "segment", "within-system"}
        Over what it runs.
    redrawn : {"both", "segments", "systems"}
        What another study would draw anew: intervals resample it, tests swap it.
    lower_is_better : name or names, optional
        Metrics of which a lower score is better.

    Returns
    -------
    Answer
        `metrics`, each with `value`, `low`, `high`; `pairs`, each with `difference`, `low`, `high`, `pvalue`, `adjusted_pvalue`,
        `williams`; `verdicts`.

    Examples
    --------
    >>> import restrap
    >>> people, near, far = [1, 2, 3, 4, 5, 6], [1, 2, 4, 3, 5, 6], [2, 1, 5, 6, 3, 4]
    >>> found = restrap.correlate(("near", near), ("far", far), gold=people)
    >>> [round(metric.value, 3) for metric in found.metrics]
    [0.943, 0.486]
    >>> found.pairs[0].pvalue
    0.0625
    """
    words: dict[str, Any] = checked(asked, "Correlated", "correlate")
    if not given or gold is None:
        raise InputError(f"expected {'a gold score' if given else 'metrics'} beside {'metrics' if given else 'the gold score'}, found none", "name one")
    several = len(given) > 1
    called: list[System] = []
    for place, (name, value) in enumerate(map(named, given), 1):
        own = name or (None if isinstance(value, (str, os.PathLike)) else name_of(value) or (f"metric {place}" if several else "metric"))
        called.append(value if own is None else (own, value))
    words["gold"] = gold
    door = Door(words)
    metrics = door.paths(called, data, baseline=False)
    return warned(Answer(_native.correlate(metrics, os.fspath(words.pop("gold")), words)))


completes(correlate)
