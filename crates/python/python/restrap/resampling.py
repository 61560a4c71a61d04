"""`bootstrap` and `permutation_test`, with the arguments and the result fields of SciPy's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from restrap import _native
from restrap.columns import doubles
from restrap.error import InputError
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


def bootstrap(
    data: Sequence[Any],
    statistic: Callable[..., Any],
    *,
    n_resamples: int = 9999,
    confidence_level: float = 0.95,
    alternative: str = "two-sided",
    method: str = "BCa",
    rng: Any = None,
    **others: Any,
) -> Any:
    """A bootstrap interval of a statistic, as ``scipy.stats.bootstrap``.

    Parameters
    ----------
    data : sequence of arrays
        Samples of items.
    statistic : callable
        The mean of one sample (``numpy.mean``) is drawn by the engine; every other statistic is handed to SciPy with all arguments.
    n_resamples, confidence_level, alternative, method, rng, **others
        As of SciPy. A whole number as `rng` is the seed of the engine's draws, 0 where none is given; a generator is SciPy's.

    Returns
    -------
    BootstrapResult
        With the fields of SciPy's.

    Examples
    --------
    >>> import numpy as np, restrap
    >>> scores = np.array([0.2, 0.9, 0.4, 0.7, 0.5, 0.6, 0.3, 0.8])
    >>> result = restrap.bootstrap((scores,), np.mean)
    >>> bool(result.confidence_interval.low < scores.mean() < result.confidence_interval.high)
    True
    """
    import numpy as np

    name = _METHODS.get(method.lower()) if isinstance(method, str) else None
    is_seed = rng is None or (isinstance(rng, (int, np.integer)) and not isinstance(rng, bool) and rng >= 0)
    level = confidence_level if alternative == "two-sided" else 2 * confidence_level - 1
    plain = not others and is_seed and n_resamples >= 2 and alternative in ("two-sided", "less", "greater") and 0 < level < 1
    if not (plain and statistic is np.mean and name is not None and (sample := _one(data)) is not None):
        given = {"n_resamples": n_resamples, "confidence_level": confidence_level, "alternative": alternative, "method": method, "rng": rng}
        return _scipy("bootstrap")(data, statistic, **given, **others)
    seed = 0 if rng is None else int(rng)
    means = _native.resampled_means(sample, n_resamples, seed, {})
    text, _ = _native.describe_scores([("sample", sample, False)], [], [], {"interval": name, "confidence": level})
    interval = Estimate(text).confidence_interval
    assert interval is not None, "it was asked for"
    low, high = interval
    if alternative == "less":
        low = -np.inf
    elif alternative == "greater":
        high = np.inf
    return BootstrapResult(ConfidenceInterval(low, high), means, float(np.std(means, ddof=1)))


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


def _one(data: Sequence[Any]) -> NDArray[np.float64] | None:
    """The only sample, where it is one of items with finite scores that are not all alike."""
    import numpy as np

    if len(data) != 1 or np.ndim(data[0]) != 1 or len(data[0]) < 2:
        return None
    values, _ = doubles("data", data[0])
    return values if np.isfinite(values).all() and np.ptp(values) > 0 else None


def _scipy(name: str) -> Callable[..., Any]:
    try:
        from scipy import stats
    except ImportError:
        raise InputError("this statistic is SciPy's to draw, found no SciPy", "pip install scipy, or use restrap.Metric") from None
    function: Callable[..., Any] = getattr(stats, name)
    return function
