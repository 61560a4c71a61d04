"""`bootstrap` and `permutation_test`, with the arguments and the result fields of SciPy's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from restrap import _native
from restrap.columns import doubles
from restrap.error import InputError, NotApplicable
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
        text, _ = _native.describe_scores([("sample", columns[0], False)], [], [], {"interval": interval, "confidence": level})
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
        ratio: _Known("ratio", 2), correlation: _Known("correlation", 2),
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
    """Columns of one length with finite scores that are not all alike, asked about in a way that the engine has."""
    import numpy as np

    words = {"n_resamples", "batch", "vectorized", "paired", "axis", "confidence_level", "alternative", "method", "bootstrap_result", "rng"}
    if set(given) != words or given["bootstrap_result"] is not None:
        return None
    rng, resamples, batch, confidence = (given[name] for name in ("rng", "n_resamples", "batch", "confidence_level"))
    whole = [number for number in (resamples, rng, batch) if number is not None]
    if any(isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 0 for number in whole):
        return None
    if resamples < 2 or batch == 0 or given["axis"] not in (0, -1) or given["vectorized"] not in (None, True, False):
        return None
    alternative = given["alternative"]
    if alternative not in ("two-sided", "less", "greater") or not isinstance(confidence, (float, np.floating)):
        return None
    if not 0 < (confidence if alternative == "two-sided" else 2 * confidence - 1) < 1:
        return None
    if len(data) != known.columns or (known.columns == 2 and not given["paired"]):
        return None
    if any(np.ndim(sample) != 1 or len(sample) < 2 or len(sample) != len(data[0]) for sample in data):
        return None
    try:
        columns = [doubles("data", sample)[0] for sample in data]
    except InputError:
        return None
    # SciPy warns of what cannot vary.
    return (
        columns if all(np.isfinite(column).all() and np.ptp(column) > 0 for column in columns) and known.fewer < len(columns[0]) else None
    )


def permutation_test(data: Sequence[Any], statistic: Callable[..., Any], **asked: Any) -> Any:
    """A permutation test of a statistic, as ``scipy.stats.permutation_test``, which does it.

    The mean of paired differences has a law: `restrap.compare` knows its p-value at any number of items, without draws.

    Examples
    --------
    >>> import numpy as np, restrap
    >>> differences = np.array([0.5, 0.25, -0.25, 1.0, 0.75, 0.5])
    >>> float(restrap.permutation_test((differences,), np.mean, permutation_type="samples").pvalue)
    0.09375
    >>> restrap.compare(np.zeros(6), differences).pvalue
    0.09375
    """
    return _scipy("permutation_test")(data, statistic, **asked)


def _scipy(name: str) -> Callable[..., Any]:
    try:
        from scipy import stats
    except ImportError:
        raise InputError("this statistic is SciPy's to draw, found no SciPy", "pip install scipy, or use restrap.Metric") from None
    function: Callable[..., Any] = getattr(stats, name)
    return function
