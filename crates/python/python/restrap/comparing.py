"""`compare` and `ci`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, overload

from restrap import _native
from restrap.columns import Groups, System, column, columns, groups, item_names, names, paths
from restrap.error import InputError
from restrap.metric import Metric
from restrap.result import Comparison, Comparisons, Estimate, Estimates, comparisons, estimates
from restrap.spill import outputs, rows, spilling
from restrap.table import Table

if TYPE_CHECKING:
    from typing import Unpack

    from restrap.keywords import Asked, Described, Progress


@overload
def compare(baseline: System, system: System, /, *, data: Any = None, **asked: Unpack[Asked]) -> Comparison: ...
@overload
def compare(baseline: System, /, *others: System, data: Any = None, **asked: Unpack[Asked]) -> Comparison | Comparisons: ...
def compare(baseline: System, /, *others: System, data: Any = None, **asked: Unpack[Asked]) -> Comparison | Comparisons:
    """Is a system ahead of a baseline on items like these, by how much, with what evidence?

    Parameters
    ----------
    baseline, *others : path, array, series, mapping, column of `data`, or a pair of a name and one of these
        One score per item and system, of the same items in the same order; mappings are from items to scores. A path is as on
        the command line: ``"[NAME=]FILE[:COLUMN]"``; one table alone has a system in each column.
    data : frame or mapping of columns, optional
        Where names of columns are looked up: of systems, and of the keywords that follow.
    item : name or names, optional
        Columns that identify an item.
    by, cluster, stratum : name or array, optional
        Sub-populations, each compared by itself; clusters of items that hang together and are drawn together; strata whose sizes
        every bootstrap resample keeps.
    repeat, seed_col, judge : name, optional
        Columns of `data` or of files: of sampled answers to one item, made one value by `reduce`; of training runs, each of which
        answers every item; of raters.
    missing : {"error", "drop", "zero"}
        What a missing score (NaN, or an item that a system lacks) means.
    metric : name, names or Metric, optional
        Of outputs: ``"f1(average=macro)"``, ``"bleu"``, ``"ndcg@10"``. Systems are then labels, texts, rankings (of each query the
        scores of documents), or paths. With a `Metric` they are counts.
    gold, references, qrels : optional
        What outputs are compared with: labels; a list of texts, or several; judgements of each query.
    test : name or names
        The first is primary.
    n_resamples, seed : int, optional
        Of everything that is sampled. The same data and seed give the same bytes on every machine.
    noninferior, equivalent : float or str, optional
        A margin fixed beforehand: in score units, or ``"1pt"``, ``"0.5%"``.
    threads : int, optional
        They never change a result.
    progress : callable, optional
        Called with the resamples done and those known to be drawn; True shows a bar of tqdm.

    The other keywords are the options of ``restrap compare --help``, with their names and words.

    Returns
    -------
    Comparison
        Of two systems; `Comparisons` of more, adjusted together.

    Raises
    ------
    InputError, NotApplicable
        With a `hint`.
    KeyboardInterrupt
        On Ctrl-C; its `partial` is the comparison by the resamples that were finished, if there is one.

    Examples
    --------
    >>> import restrap
    >>> result = restrap.compare([0, 1, 0, 0, 1, 0, 1, 0], [1, 1, 1, 1, 1, 1, 1, 0])
    >>> result.difference, result.pvalue, result.shown
    (0.5, 0.125, False)
    """
    given = [baseline, *others]
    words = _checked(asked, "Asked", "compare")
    try:
        return comparisons(*_answered(given, words, data))
    except KeyboardInterrupt as stopped:
        if (text := getattr(stopped, "partial", None)) is not None:
            stopped.partial = comparisons(text, len(given) - 1)  # type: ignore[attr-defined]
        raise


def _answered(given: list[System], words: dict[str, Any], data: Any) -> tuple[str, int]:
    """The outcome of a comparison, and of how many systems it is."""
    if len(given) == 1 and isinstance(table := given[0], Table):
        if "long" in table.words:
            with spilling() as spilled:
                path = spilled.table(table.columns)
                long = [f"{name}={path}:{name}" for name in table.systems]
                return _native.compare_paths(long, {**words, **table.words, "folder": spilled.prefix})
        given, data = list(table.systems), table.columns
    if isinstance(metric := words.get("metric"), Metric):
        _refuse(words, *_OF_FILES, *_AGAINST, *_SEVERAL, "unpaired")
        words.pop("metric")
        counts = [(name, metric.counts(name, column(data, value) if isinstance(value, str) else value)) for name, value in names(given)]
        asked = (metric.name, metric.signature, metric.columns, metric.higher_is_better, metric)
        by, cluster, _ = _groups(words, data, None)
        return _native.compare_sums(counts, asked, by, cluster, [], words)
    if data is None and (typed := paths(given)) is not None:
        return _native.compare_paths(typed, words)
    _refuse(words, *_OF_FILES)
    if any(name in words for name in ("metric", *_SEVERAL)):
        with spilling() as spilled:
            if "metric" in words:
                files = outputs(spilled, _native.kind(words), given, words, data)
            else:
                files = rows(spilled, given, words, data)
            return _native.compare_paths(files, {**words, "folder": spilled.prefix})
    _refuse(words, *_AGAINST)
    found = columns(given, data, words.get("missing", "error"), paired=not words.get("unpaired", False))
    ids = found.items or item_names(words.pop("item", None), data, found.kept)
    by, cluster, stratum = _groups(words, data, found.kept)
    return _native.compare_scores(found.systems, by, cluster, stratum, ids, found.notes, words)


def _groups(words: dict[str, Any], data: Any, kept: Any) -> tuple[Groups | None, Groups | None, Groups | None]:
    by, cluster, stratum = (groups(name, words.pop(name, None), data, kept) for name in ("by", "cluster", "stratum"))
    return by, cluster, stratum


@overload
def ci(system: System, /, *, data: Any = None, **asked: Unpack[Described]) -> Estimate: ...
@overload
def ci(*given: System, data: Any = None, **asked: Unpack[Described]) -> Estimate | Estimates: ...
def ci(*given: System, data: Any = None, **asked: Unpack[Described]) -> Estimate | Estimates:
    """Error bars of each system alone.

    Parameters
    ----------
    *given : path, array, series, mapping, column of `data`, or a pair of a name and one of these
        As of `compare`; systems may have scored different items.
    data : frame or mapping of columns, optional
        Where names of columns are looked up.
    over : {"items", "replications", "folds"}
        What the scores of a system are.
    cluster : name or array, optional
        Clusters of items that hang together.

    The other keywords are the options of ``restrap ci --help``.

    Returns
    -------
    Estimate
        Of one system; `Estimates` of more.

    Examples
    --------
    >>> import restrap
    >>> estimate = restrap.ci([0, 1, 1, 1, 0, 1, 1, 1, 1, 1])
    >>> estimate.score
    0.8
    """
    words = _checked(asked, "Described", "ci")
    if len(given) == 1 and isinstance(table := given[0], Table):
        given, data = table.systems, table.columns
    if data is None and (typed := paths(given)) is not None:
        return estimates(*_native.describe_paths(typed, words))
    found = columns(given, data, asked.get("missing", "error"), paired=False, baseline=False)
    cluster = groups("cluster", words.pop("cluster", None), data, None)
    words.pop("item", None)
    _refuse(words, *_OF_FILES, *_SEVERAL)
    of_each = [cluster] * len(found.systems) if cluster else []
    return estimates(*_native.describe_scores(found.systems, of_each, found.notes, words))


def _checked(asked: Mapping[str, Any], of: str, function: str) -> dict[str, Any]:
    """The keywords that were given, all of them known, and the callable that shows the progress."""
    # Types take longer to read than the rest of the package: not before a call.
    from restrap import keywords

    known = getattr(keywords, of).__annotations__
    words = {name: value for name, value in asked.items() if value is not None}
    for name in words:
        if name not in known:
            import difflib

            close = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}{hint}")
    if (progress := words.get("progress")) is not None and not callable(progress):
        words["progress"] = bar() if progress else None
    return words


def bar() -> Progress:
    """A bar of tqdm; without tqdm nothing is shown."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return lambda done, total: None
    shown = tqdm(unit=" resamples", unit_scale=True, leave=False)

    def show(done: int, total: int) -> None:
        shown.total = total
        shown.update(done - shown.n)

    return show


_OF_FILES = ("where", "systems", "long", "input_format", "no_mmap", "votes", "human")
_SEVERAL = ("repeat", "seed_col", "judge")
_AGAINST = ("gold", "references", "qrels")


def _refuse(words: Mapping[str, Any], *names: str) -> None:
    for name in names:
        if name in words:
            raise InputError(f"{name} does not go with values in memory", f"drop {name}, or give paths")
