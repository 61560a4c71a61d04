"""`rank`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from restrap import _native
from restrap.asking import answered, checked, completes, warned
from restrap.board import Ranking
from restrap.comparing import one_by_one

if TYPE_CHECKING:
    from typing import Unpack

    from restrap.keywords import Ranked


def rank(*given: Any, data: Any = None, **asked: Unpack[Ranked]) -> Ranking:
    """Which of many systems differ significantly on items like these, and in which places they can be?

    Parameters
    ----------
    *given : systems, or one sequence or mapping of them
        As of `restrap.compare`: paths, arrays, series, columns of `data`, mappings from items to scores, with or without names. A
        mapping from names to systems, a `Table`, or the path of a table with a system in each column is all of them.
    data : frame or mapping of columns, optional
        Where names of columns are looked up.
    baseline : str, optional
        The system that every pair is with; all pairs where none is named.
    adjust : str, optional
        What keeps the error of all pairs together: ``"maxt"`` (random swaps that all pairs share), ``"maxt-stepdown"``,
        ``"bootstrap-maxt"``, ``"hsd"``, ``"holm"``, ``"bh"``, ... By default ``"maxt"``, and ``"bootstrap-maxt"`` where
        differences are skewed, and items are fewer than 30, or scores go beyond 0 to 1 and have no known range.
    cluster : name or array, optional
        Clusters of items that belong together and are swapped together.
    dataset : name or array, optional
        Data sets with equal weights: systems are ranked by the mean over them; items are sampled within them.
    seed_col : name, optional
        A column of training runs, each of which answers every item; needs ``adjust="holm"`` or another correction of p-values.
    metric : name, names or Metric, optional
        As of `restrap.compare`; the pairs of several metrics are one family.
    n_resamples, seed : int, optional
        Of everything that is sampled. The same data and seed give the same bytes on every machine.
    **asked
        The other keywords are the options of ``restrap rank --help``, with their names and words.

    Returns
    -------
    Ranking
        Systems by their scores, with rank intervals, tiers and letters that restate one family of pairs.

    Raises
    ------
    InputError, NotApplicable
        With a `hint`.

    Examples
    --------
    >>> import restrap
    >>> systems = {"base": [1, 2, 3, 1, 2, 4, 3, 2], "new": [5, 4, 6, 4, 6, 7, 5, 6], "best": [5, 5, 7, 4, 6, 8, 4, 6]}
    >>> ranking = restrap.rank(systems)
    >>> [(system.name, system.rank.low, system.rank.high) for system in ranking]
    [('best', 1, 2), ('new', 1, 2), ('base', 3, 3)]
    """
    if (executor := asked.pop("executor", None)) is not None:
        from restrap.distributed import shared

        return shared(rank, executor, given, {"data": data, **asked})
    words = checked(asked, "Ranked", "rank")
    words["against_first"] = "baseline" in words
    if "dataset" in words:
        # Data sets are populations of items that count alike.
        words["by"] = words.pop("dataset")
    try:
        return warned(Ranking(answered(one_by_one(given), words, data, _native.rank, baseline=False)))
    except KeyboardInterrupt as stopped:
        if (text := getattr(stopped, "partial", None)) is not None:
            stopped.partial = Ranking(text)  # type: ignore[attr-defined]
        raise


completes(rank)
