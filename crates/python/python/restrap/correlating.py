"""`correlate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from restrap import _native
from restrap.asking import checked, completes
from restrap.columns import aligned, column, names, paths
from restrap.error import InputError
from restrap.result import Answer
from restrap.lending import Lent

if TYPE_CHECKING:
    from typing import Unpack

    from restrap.columns import System
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
    if not given:
        raise InputError("expected metrics beside the gold score, found none", "name one")
    if data is None and (typed := paths(given)) is not None:
        return Answer(_native.correlate(typed, str(gold), words))
    called = names(given, False)
    if called and len(given) == 1 and called[0][0] == "system":
        called = [("metric", called[0][1])]
    columns = {name: column(data, value) if isinstance(value, str) else value for name, value in called}
    own = gold if isinstance(gold, str) else getattr(gold, "name", None) or "gold"
    known = {**columns, str(own): column(data, gold) if isinstance(gold, str) else gold}
    for role in ("system", "segment"):
        if (value := words.get(role)) is not None:
            name = value if isinstance(value, str) else role
            known[name] = column(data, value) if isinstance(value, str) else value
            words[role] = name
    if len(known) != len(columns) + 1 + ("system" in words) + ("segment" in words):
        raise InputError(f"expected columns of different names, found {', '.join([*columns, str(own)])}", 'name them: ("name", column)')
    _, values = aligned(list(known), list(known.values()), "error", [])
    known = dict(zip(known, values))
    lent = Lent()
    path = lent.table(known)
    return Answer(_native.correlate([f"{name}={path}:{name}" for name in columns], f"{path}:{own}", words))


completes(correlate)
