"""`advise`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from restrap import _native
from restrap.asking import answered, checked, warned
from restrap.error import InputError
from restrap.result import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from restrap.objects import System
    from restrap.keywords import Asked


def advise(
    *given: System,
    data: Any = None,
    facts: str | Sequence[str] = (),
    items: int | None = None,
    dataset: str | None = None,
    **asked: Unpack[Asked],
) -> Answer:
    """Which test, interval and unit fit these systems, or a design in words?

    No test is run, and there is no p-value: what fits is chosen before it is seen.

    Parameters
    ----------
    *given : systems, optional
        As of `compare`, baseline first; none where `facts` or `metric` say what the data are.
    data : frame or mapping of columns, optional
        Where names of columns are looked up.
    facts : name or names
        What the data are, where there are none yet: ``"binary"``, ``["binary", "clusters"]``; ``restrap advise --help`` lists them.
    items : int, optional
        How many items there will be.
    dataset : name, optional
        A column of files that tells data sets apart.
    **asked
        The other keywords are those of `compare`.

    Returns
    -------
    Answer
        `leaf`, `test`, `interval`, `unit`, `why`, `assumes`, `avoid`, and what to type: `command`, `python`.

    Examples
    --------
    >>> import restrap
    >>> restrap.advise([0, 1, 0, 0, 1, 0, 1, 0], [1, 1, 1, 1, 1, 1, 1, 0]).leaf
    'few-items'
    >>> restrap.advise(facts=["binary", "clusters"]).command
    'restrap compare BASELINE SYSTEM --cluster COL'
    """
    words = checked(asked, "Asked", "advise")
    if not given:
        metric = words.get("metric")
        facts = [facts] if isinstance(facts, str) else list(facts)
        if not (metric is None or isinstance(metric, str)):
            raise InputError("advice without data knows metrics by their names, found another object", 'metric="bleu"')
        if not facts and metric is None:
            raise InputError("expected systems, facts or a metric, found none", 'say what the data are: facts="binary"')
        return Answer(_native.advise_words(facts, metric, items, words.get("alpha")))
    if facts or items is not None:
        raise InputError("facts and items are for data that are not at hand, found systems", "drop one of the two")
    return warned(Answer(answered(given, words, data, lambda source, words: _native.advise(source, dataset, words))))
