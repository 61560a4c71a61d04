"""`compare` and `ci`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Number
from typing import TYPE_CHECKING, Any, overload

from restrap import _native
from restrap.asking import answered, checked, completes, warned
from restrap.door import named
from restrap.error import InputError
from restrap.function_metric import RESAMPLES, by_function, is_settled, steps
from restrap.objects import System, is_frame, is_missing
from restrap.result import Comparison, Comparisons, Estimate, Estimates, comparisons, estimates
from restrap.table import Table

if TYPE_CHECKING:
    from typing import Unpack

    from restrap.keywords import Asked, Described


@overload
def compare(baseline: System, system: System, /, *, data: Any = None, **asked: Unpack[Asked]) -> Comparison: ...
@overload
def compare(baseline: System, /, *others: System, data: Any = None, **asked: Unpack[Asked]) -> Comparison | Comparisons: ...
@overload
def compare(**asked: Unpack[Asked]) -> Comparison: ...
def compare(baseline: System | None = None, /, *others: System, data: Any = None, **asked: Unpack[Asked]) -> Comparison | Comparisons:
    """Compare systems with a baseline: difference, confidence interval, p-value.

    Parameters
    ----------
    baseline, *others : path, array, series, mapping, column of `data`, or a pair of a name and one of these; or all in one dict by name
        One score per item and system, of the same items in the same order; mappings are from items to scores. A path is as on
        the command line: ``"[NAME=]FILE[:COLUMN]"``; one table alone has a system in each column. ``"850/1000"`` is 850 right
        of 1000 items, for every system: two independent samples.
    counts, table : str, mapping or sequence, optional
        In the place of systems: items won, lost and tied, ``{"plus": 102, "minus": 41, "null": 57}``, or items that both, the
        baseline, the system and neither have right, ``[30, 4, 1, 15]``.
    data : frame or mapping of columns, optional
        Where names of columns are looked up: of systems, and of the keywords that follow.
    item : name or names, optional
        Columns that identify an item.
    by, cluster, stratum : name or array, optional
        Sub-populations, each compared by itself; clusters of items that depend on each other; strata whose sizes
        every bootstrap resample keeps.
    mix : str, optional
        Shares of the groups of a column in the population that is asked about: ``"lang=de:0.5,fr:0.5"``.
    repeat, seed_col, judge : name, optional
        Columns of `data` or of files: of sampled answers to one item, made one value by `reduce`; of training runs, each of which
        answers every item; of raters.
    missing : {"error", "drop", "zero"}
        What a missing score (NaN, or an item that a system lacks) means.
    metric : name, names, function or Metric, optional
        Of outputs: ``"f1(average=macro)"``, ``"bleu"``, ``"ndcg@10"``. Systems are then labels, texts, rankings (of each query the
        scores of documents), or paths. Any function ``f(y_true, y_pred[, sample_weight])`` is one, too, such as those of
        scikit-learn: it is called on each of 999 resamples, or more where these decide nothing. With a `Metric` systems are counts.
    gold, references, qrels : optional
        What outputs are compared with: labels; a list of texts, or several; judgements of each query; a path, or a list of
        `pathlib.Path` for several references.
    test : name or names
        The first is primary.
    n_resamples, seed : int, optional
        Of everything that is sampled. The same data and seed give the same bytes on every machine.
    noninferior, equivalent : float or str, optional
        A margin fixed beforehand: in score units, or ``"1pt"``, ``"0.5%"``.
    bayesian : bool
        Add the posterior of the difference (Bayesian bootstrap): `posterior` then has probabilities, which are not p-values.
    rope : float or str, optional
        Its region of practical equivalence, in the words of a margin.
    threads : int, optional
        They never change a result.
    progress : callable, optional
        Called with the number of resamples done and their total; True shows a bar of tqdm.
    executor : optional
        Anything with ``submit`` whose workers share the draws out, such as a `ProcessPoolExecutor`; see `restrap.distributed`.
    **asked
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
    if (executor := asked.pop("executor", None)) is not None:
        from restrap.distributed import shared

        return shared(compare, executor, [baseline, *others], {"data": data, **asked})
    words = checked(asked, "Asked", "compare")
    given = [] if by_counts(words, baseline) else one_by_one([baseline, *others])
    if len(given) == 1 and isinstance(given[0], Table) and "dataset" in given[0].words:
        raise InputError("expected one data set, found a table of several", "restrap.replicate compares on each of them")
    if notes := by_function(words, data):
        words["notes"] = notes
    try:
        attempts = steps(words)
        while True:
            attempt = next(attempts)
            found = comparisons(*answered(given, attempt, data, _native.compare))
            if "n_resamples" in words or is_settled(found, attempt, words.get("alpha", 0.05)) or attempt.get("n_resamples") == RESAMPLES[-1]:
                return warned(found)
    except KeyboardInterrupt as stopped:
        if (text := getattr(stopped, "partial", None)) is not None:
            stopped.partial = comparisons(text, len(given) - 1)  # type: ignore[attr-defined]
        raise


def by_counts(words: dict[str, Any], baseline: Any) -> bool:
    """Whether counts stand in the place of systems; they are written as on the command line."""
    if isinstance(counts := words.get("counts"), Mapping):
        words["counts"] = ",".join(f"{name}={count}" for name, count in counts.items())
    if (table := words.get("table")) is not None and not isinstance(table, str):
        if not isinstance(table, Sequence) and not hasattr(table, "__array__"):
            raise InputError(f"table takes the four counts of a table, found {table!r}", "table=[63, 12, 5, 20]")
        words["table"] = ",".join(str(count) for count in table)
    counted = [name for name in ("counts", "table") if name in words]
    if baseline is None and not counted:
        raise TypeError("compare() missing 1 required positional argument: 'baseline'")
    if baseline is not None and counted:
        raise InputError(f"{counted[0]} stands in the place of systems, found both", "restrap.compare(counts={'plus': 7, 'minus': 3, 'null': 55})")
    return bool(counted)


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
    metric, gold, references, qrels : optional
        A metric of outputs, or several, and what outputs are compared with: as of `compare`.
    cluster, by, stratum : name or array, optional
        Clusters of items that belong together; sub-populations, each described too; strata whose sizes every resample keeps.
    budget : bool
        The scores are of the trials of a random search: what the best of n is expected to score (Dodge et al. 2019),
        in `budget` of the JSON; `estimator` ``"u"`` draws trials without replacement (Tang et al. 2020).
    **asked
        The other keywords are the options of ``restrap ci --help``.

    Returns
    -------
    Estimate
        Of one system; `Estimates` of more systems, metrics or sub-populations.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C; its `partial` has the systems that were finished, if there are any.

    Examples
    --------
    >>> import restrap
    >>> estimate = restrap.ci([0, 1, 1, 1, 0, 1, 1, 1, 1, 1])
    >>> estimate.score
    0.8
    >>> restrap.ci(["a", "b", "b", "a"], gold=["a", "b", "a", "a"], metric="f1(average=macro)").score
    0.733333333333
    """
    words = checked(asked, "Described", "ci")
    given = given if _is_one(given, words) else tuple(one_by_one(given))
    if notes := by_function(words, data):
        words["notes"] = notes
    return warned(answered(given, words, data, _described, baseline=False))


def _is_one(given: Sequence[System], words: Mapping[str, Any]) -> bool:
    """The only list or mapping is of the answers of one system, as many as there are right ones or with their keys, and not of systems."""
    if len(given) != 1 or not isinstance(given[0], (list, Mapping)):
        return False
    against = [words.get(name) for name in ("gold", "references")]
    if isinstance(given[0], Mapping):
        each = [one for of in against for one in (of if isinstance(of, (list, tuple)) else [of])]
        return any(isinstance(one, Mapping) and not given[0].keys().isdisjoint(one) for one in each)
    return any(isinstance(of, Sequence) and not isinstance(of, str) and len(of) == len(given[0]) for of in against)


def _described(systems: list[str], words: Mapping[str, Any]) -> Estimate | Estimates:
    """What the engine says, or the systems that were finished when Ctrl-C came."""
    try:
        return estimates(*_native.describe(systems, words))
    except KeyboardInterrupt as stopped:
        if (partial := getattr(stopped, "partial", None)) is not None:
            stopped.partial = estimates(*partial)  # type: ignore[attr-defined]
        raise


def one_by_one(given: Sequence[System]) -> list[System]:
    """Systems one by one, in a sequence, or by their names."""
    if len(given) != 1:
        return list(given)
    (one,) = given
    if named(one)[0] is not None or is_frame(one) or isinstance(one, Table):
        return [one]
    if isinstance(one, Mapping) and not all(map(_is_score, one.values())):
        return [(str(name), system) for name, system in one.items()]
    if isinstance(one, Sequence) and not isinstance(one, (str, bytes)) and not all(map(_is_score, one)):
        return list(one)
    return [one]


def _is_score(value: Any) -> bool:
    return isinstance(value, Number) or is_missing(value)


completes(compare, ci)
