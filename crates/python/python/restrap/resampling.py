"""`bootstrap` and `permutation_test`, with the arguments and the result fields of SciPy's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from restrap import _native
from restrap.door import Door
from restrap.error import InputError, NotApplicable
from restrap.objects import doubles
from restrap.outcome import ConfidenceInterval
from restrap.result import Estimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_METHODS = {"bca": "bca", "percentile": "percentile", "basic": "basic"}


class BootstrapResult(NamedTuple):
    """What `bootstrap` gives.

    Attributes
    ----------
    confidence_interval : ConfidenceInterval
        Of the statistic, in its units.
    bootstrap_distribution : array
        The statistic of each resample.
    standard_error : float
        Standard deviation of the distribution, with n - 1 below.
    """

    confidence_interval: ConfidenceInterval
    bootstrap_distribution: NDArray[np.float64]
    standard_error: float


class PermutationTestResult(NamedTuple):
    """What `permutation_test` gives.

    Attributes
    ----------
    statistic : float
        Of the data.
    pvalue : float
        (c + 1) / (R + 1), c being the permutations at least as extreme; of both sides twice the smaller one.
    null_distribution : array
        The statistic of each permutation.
    """

    statistic: float
    pvalue: float
    null_distribution: NDArray[np.float64]


def mean_difference(x: Any, y: Any, axis: int = -1) -> Any:
    """The mean of x minus the mean of y: a statistic that `permutation_test` draws by the engine.

    Examples
    --------
    >>> import restrap
    >>> float(restrap.mean_difference([1.0, 2.0], [2.0, 4.0]))
    -1.5
    """
    import numpy as np

    return np.mean(x, axis=axis) - np.mean(y, axis=axis)


def ratio(x: Any, y: Any, axis: int = -1) -> Any:
    """The sum of x by the sum of y: a statistic of pairs that `bootstrap` draws by the engine.

    Examples
    --------
    >>> import restrap
    >>> float(restrap.ratio([1.0, 2.0], [2.0, 4.0]))
    0.5
    """
    import numpy as np

    return np.sum(x, axis=axis) / np.sum(y, axis=axis)


def correlation(x: Any, y: Any, axis: int = -1) -> Any:
    """Pearson's correlation of pairs: a statistic that `bootstrap` draws by the engine.

    Examples
    --------
    >>> import restrap
    >>> round(float(restrap.correlation([1.0, 2.0, 4.0], [2.0, 1.0, 5.0])), 3)
    0.839
    """
    import numpy as np

    x, y = (values - np.mean(values, axis=axis, keepdims=True) for values in (np.asarray(x), np.asarray(y)))
    return np.sum(x * y, axis=axis) / np.sqrt(np.sum(x * x, axis=axis) * np.sum(y * y, axis=axis))


def bootstrap(
    data: Sequence[Any],
    statistic: Callable[..., Any],
    *,
    n_resamples: int = 9999,
    batch: int | None = None,
    vectorized: bool | None = None,
    paired: bool = False,
    axis: int = 0,
    confidence_level: float = 0.95,
    alternative: str = "two-sided",
    method: str = "BCa",
    bootstrap_result: Any = None,
    rng: Any = None,
    **others: Any,
) -> Any:
    """A bootstrap interval of a statistic, as ``scipy.stats.bootstrap``.

    Parameters
    ----------
    data : sequence of arrays
        Samples of items.
    statistic : callable
        Of one sample, ``np.mean``, ``np.median``, ``np.std`` and ``np.var`` are drawn by the engine, and ``functools.partial`` of
        ``np.quantile``, ``np.percentile`` (with ``q``), ``np.std`` and ``np.var`` (with ``ddof``); of pairs `restrap.ratio` and
        `restrap.correlation`. Every other statistic is handed to SciPy with all arguments.
    n_resamples, batch, vectorized, paired, axis, confidence_level, alternative, method, bootstrap_result, rng
        As of SciPy. A whole number as `rng` is the seed of the engine's draws, 0 where none is given; a generator is SciPy's.

    Returns
    -------
    BootstrapResult
        With the fields of SciPy's.

    Examples
    --------
    >>> import numpy as np, restrap
    >>> scores = np.array([0.2, 0.9, 0.4, 0.7, 0.5, 0.6, 0.3, 0.8])
    >>> result = restrap.bootstrap((scores,), np.median)
    >>> bool(result.confidence_interval.low < 0.55 < result.confidence_interval.high)
    True
    """
    given = {
        "n_resamples": n_resamples, "batch": batch, "vectorized": vectorized, "paired": paired, "axis": axis,
        "confidence_level": confidence_level, "alternative": alternative, "method": method, "bootstrap_result": bootstrap_result,
        **others,
    }  # fmt: skip
    if rng is not None or "random_state" not in others:
        given["rng"] = rng
    known = _recognised(statistic)
    interval = _METHODS.get(method.lower()) if isinstance(method, str) else None
    if known is None or interval is None or (columns := _plain(data, known, given)) is None:
        return _scipy("bootstrap")(data, statistic, **given)
    level = confidence_level if alternative == "two-sided" else 2 * confidence_level - 1
    seed = 0 if rng is None else int(rng)
    if known.name == "mean":
        drawn = _native.resampled_means(columns[0], n_resamples, seed, {})
        door = Door({"interval": interval, "confidence": level})
        text, _ = _native.describe(door.paths([("sample", columns[0])], baseline=False), door.words)
        ends = Estimate(text).confidence_interval
        assert ends is not None, "it was asked for"
        low, high = ends
    else:
        words = {"n_resamples": n_resamples, "seed": seed, "interval": interval, "confidence": level}
        try:
            low, high, drawn = _native.bootstrap(columns, known.name, known.share, known.fewer, words)
        except NotApplicable:
            # A resample without a value: SciPy says so in its own way.
            return _scipy("bootstrap")(data, statistic, **given)
    return _result(drawn, low, high, alternative)


def _result(drawn: NDArray[np.float64], low: float, high: float, alternative: str) -> BootstrapResult:
    import numpy as np

    interval = ConfidenceInterval(-np.inf if alternative == "less" else low, np.inf if alternative == "greater" else high)
    return BootstrapResult(interval, drawn, float(np.std(drawn, ddof=1)))


class _Known(NamedTuple):
    """A statistic that the engine has."""

    name: str
    columns: int = 1
    share: float = 0.0
    fewer: int = 0


def _recognised(statistic: Callable[..., Any]) -> _Known | None:
    """What a callable is, where it is one of NumPy's or of this module."""
    import functools

    import numpy as np

    whole: dict[Callable[..., Any], _Known] = {
        np.mean: _Known("mean"), np.median: _Known("quantile", share=0.5), np.std: _Known("deviation"), np.var: _Known("variance"),
        ratio: _Known("ratio", 2), correlation: _Known("correlation", 2), mean_difference: _Known("mean difference", 2),
    }  # fmt: skip
    if not isinstance(statistic, functools.partial):
        try:
            return whole.get(statistic)
        except TypeError:
            # Callables need no hash.
            return None
    if statistic.args or len(statistic.keywords) != 1:
        return None
    ((word, value),) = statistic.keywords.items()
    if statistic.func in (np.quantile, np.percentile) and word == "q" and isinstance(value, (int, float)):
        share = value / (100 if statistic.func is np.percentile else 1)
        return _Known("quantile", share=share) if 0 <= share <= 1 else None
    if statistic.func in (np.std, np.var) and word == "ddof" and isinstance(value, int) and value >= 0:
        return _Known("deviation" if statistic.func is np.std else "variance", fewer=value)
    return None


def _plain(data: Sequence[Any], known: _Known, given: dict[str, Any]) -> list[NDArray[np.float64]] | None:
    """Columns of one length, asked about in a way that the engine has."""
    import numpy as np

    words = {"n_resamples", "batch", "vectorized", "paired", "axis", "confidence_level", "alternative", "method", "bootstrap_result", "rng"}
    if set(given) != words or given["bootstrap_result"] is not None or not _is_whole(given):
        return None
    alternative, confidence = given["alternative"], given["confidence_level"]
    if alternative not in ("two-sided", "less", "greater") or not isinstance(confidence, (float, np.floating)):
        return None
    if not 0 < (confidence if alternative == "two-sided" else 2 * confidence - 1) < 1:
        return None
    if len(data) != known.columns or (known.columns == 2 and not given["paired"]):
        return None
    columns = _columns(data)
    if columns is None or len({len(column) for column in columns}) > 1 or known.fewer >= len(columns[0]):
        return None
    return columns


def _is_whole(given: dict[str, Any]) -> bool:
    """The numbers of the arguments are such as the engine takes."""
    import numpy as np

    resamples, rng, batch = (given[name] for name in ("n_resamples", "rng", "batch"))
    whole = [number for number in (resamples, rng, batch) if number is not None]
    if any(isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 0 for number in whole):
        return False
    return resamples >= 2 and batch != 0 and given["axis"] in (0, -1) and given["vectorized"] in (None, True, False)


def _columns(data: Sequence[Any]) -> list[NDArray[np.float64]] | None:
    """Columns of at least two finite numbers each, not all of them alike: SciPy warns of what cannot vary."""
    import numpy as np

    if any(np.ndim(sample) != 1 or len(sample) < 2 for sample in data):
        return None
    try:
        columns = [doubles("data", sample) for sample in data]
    except InputError:
        return None
    return columns if all(np.isfinite(column).all() and np.ptp(column) > 0 for column in columns) else None


# What a permutation may do to the columns of a statistic: the rest is SciPy's.
_PERMUTED = {
    "independent": ("mean difference", "ratio"),
    "samples": ("mean", "variance", "deviation", "quantile", "mean difference", "ratio", "correlation"),
    "pairings": ("correlation",),
}


def permutation_test(
    data: Sequence[Any],
    statistic: Callable[..., Any],
    *,
    permutation_type: str = "independent",
    vectorized: bool | None = None,
    n_resamples: int = 9999,
    batch: int | None = None,
    alternative: str = "two-sided",
    axis: int = 0,
    rng: Any = None,
    **others: Any,
) -> Any:
    """A permutation test of a statistic, as ``scipy.stats.permutation_test``.

    Parameters
    ----------
    data : sequence of arrays
        Samples of items.
    statistic : callable
        `restrap.mean_difference` and `restrap.ratio` of two samples (or of pairs that are swapped), `restrap.correlation` of pairings
        (or swaps), and of numbers whose signs are turned what `restrap.bootstrap` knows are drawn by the engine. Every other
        statistic, and as few items as have no more than `n_resamples` permutations, is handed to SciPy with all arguments.
    permutation_type, vectorized, n_resamples, batch, alternative, axis, rng
        As of SciPy. A whole number as `rng` is the seed of the engine's draws, 0 where none is given; a generator is SciPy's.

    Returns
    -------
    PermutationTestResult
        With the fields of SciPy's.

    Notes
    -----
    The mean of paired differences has a law: `restrap.compare` knows its p-value at any number of items, without draws.

    Examples
    --------
    >>> import numpy as np, restrap
    >>> rng = np.random.default_rng(0)
    >>> old, new = rng.normal(size=40), rng.normal(size=50) + 1
    >>> result = restrap.permutation_test((new, old), restrap.mean_difference, alternative="greater")
    >>> result.pvalue < 0.001, result.null_distribution.shape
    (True, (9999,))
    >>> differences = np.array([0.5, 0.25, -0.25, 1.0, 0.75, 0.5])
    >>> float(restrap.permutation_test((differences,), np.mean, permutation_type="samples").pvalue)
    0.09375
    >>> restrap.compare(np.zeros(6), differences).pvalue
    0.09375
    """
    given = {
        "permutation_type": permutation_type, "vectorized": vectorized, "n_resamples": n_resamples, "batch": batch,
        "alternative": alternative, "axis": axis, **others,
    }  # fmt: skip
    if rng is not None or "random_state" not in others:
        given["rng"] = rng
    known = _recognised(statistic)
    if known is None or (columns := _exchangeable(data, known, given)) is None:
        return _scipy("permutation_test")(data, statistic, **given)
    words = {"n_resamples": n_resamples, "seed": 0 if rng is None else int(rng), "alternative": alternative}
    observed, p, null = _native.permuted(columns, known.name, known.share, known.fewer, permutation_type, words)
    import numpy as np

    if np.isnan(null).any():
        # A permutation without a value: SciPy says so in its own way.
        return _scipy("permutation_test")(data, statistic, **given)
    return PermutationTestResult(observed, p, null)


def _exchangeable(data: Sequence[Any], known: _Known, given: dict[str, Any]) -> list[NDArray[np.float64]] | None:
    """Columns that have more permutations than are asked for, asked about in a way that the engine has."""
    words = {"permutation_type", "vectorized", "n_resamples", "batch", "alternative", "axis", "rng"}
    kind = given["permutation_type"]
    if set(given) != words or not isinstance(kind, str) or known.name not in _PERMUTED.get(kind, ()) or not _is_whole(given):
        return None
    if given["alternative"] not in ("two-sided", "less", "greater") or len(data) != known.columns:
        return None
    columns = _columns(data)
    if columns is None:
        return None
    sizes = [len(column) for column in columns]
    if known.fewer >= sizes[0] or (kind != "independent" and len(set(sizes)) > 1):
        return None
    # All of them are gone through by SciPy where they are few; beyond 64 items they are never.
    fewest = {"samples": 2 ** min(sizes[0], 64), "pairings": _factorial(sizes[0])}.get(kind) or _choose(sum(sizes), sizes[0])
    return columns if fewest > given["n_resamples"] else None


def _factorial(items: int) -> int | float:
    import math

    return math.inf if items > 64 else math.factorial(items)


def _choose(items: int, taken: int) -> int | float:
    import math

    return math.inf if min(taken, items - taken) > 64 else math.comb(items, taken)


def _scipy(name: str) -> Callable[..., Any]:
    try:
        from scipy import stats
    except ImportError:
        raise InputError("this statistic is SciPy's to draw, found no SciPy", "pip install scipy, or use restrap.Metric") from None
    return getattr(stats, name)
