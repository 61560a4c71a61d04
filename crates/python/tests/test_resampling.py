"""`bootstrap` and `permutation_test` are SciPy's, and faster for a mean."""

import numpy as np
import pytest
import restrap
from scipy import stats

RNG = np.random.default_rng(5)
SCORES = RNG.random(200).round(2)


@pytest.mark.parametrize("method", ["BCa", "percentile", "basic"])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_a_mean_has_the_interval_of_scipy(method, alternative):
    asked = {"method": method, "alternative": alternative, "confidence_level": 0.9, "n_resamples": 50_000}
    ours, theirs = restrap.bootstrap((SCORES,), np.mean, rng=1, **asked), stats.bootstrap((SCORES,), np.mean, rng=1, **asked)
    # Ends of 50,000 resamples are off by some hundredth of the standard error.
    for own, other in zip(ours.confidence_interval, theirs.confidence_interval):
        assert own == other or own == pytest.approx(other, abs=0.05 * theirs.standard_error)
    assert ours.bootstrap_distribution.shape == theirs.bootstrap_distribution.shape
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.02)
    assert ours.standard_error == np.std(ours.bootstrap_distribution, ddof=1)
    assert stats.ks_2samp(ours.bootstrap_distribution, theirs.bootstrap_distribution).pvalue > 0.001


def test_the_same_seed_draws_the_same_means():
    first, again, other = (restrap.bootstrap((SCORES,), np.mean, rng=seed).bootstrap_distribution for seed in (1, 1, 2))
    assert np.array_equal(first, again) and not np.array_equal(first, other)


def test_other_statistics_are_those_of_scipy():
    paired = (SCORES, SCORES[::-1])
    for data, statistic, asked in [
        ((SCORES,), np.median, {"method": "percentile"}),
        (paired, lambda x, y, axis: np.mean(x, axis=axis) / np.mean(y, axis=axis), {"paired": True}),
        ((SCORES,), np.mean, {"rng": np.random.default_rng(3)}),
    ]:
        given = {"n_resamples": 999, "rng": 7, **asked}
        if isinstance(given["rng"], np.random.Generator):
            given["rng"] = np.random.default_rng(3)
        ours = restrap.bootstrap(data, statistic, **given)
        if isinstance(given["rng"], np.random.Generator):
            given["rng"] = np.random.default_rng(3)
        theirs = stats.bootstrap(data, statistic, **given)
        assert ours.confidence_interval == theirs.confidence_interval
        assert np.array_equal(ours.bootstrap_distribution, theirs.bootstrap_distribution)


def test_a_permutation_test_is_that_of_scipy():
    def statistic(x, y, axis):
        return np.mean(x, axis=axis) - np.mean(y, axis=axis)

    x, y = SCORES[:20], SCORES[20:45] + 0.1
    asked = {"n_resamples": 999, "rng": 2, "vectorized": True, "alternative": "less"}
    ours, theirs = restrap.permutation_test((x, y), statistic, **asked), stats.permutation_test((x, y), statistic, **asked)
    assert (ours.pvalue, ours.statistic) == (theirs.pvalue, theirs.statistic)
    assert np.array_equal(ours.null_distribution, theirs.null_distribution)


def test_the_law_of_paired_differences_is_what_scipy_enumerates():
    differences = RNG.integers(-3, 5, 12) / 4
    enumerated = stats.permutation_test((differences,), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert restrap.compare(np.zeros(12), differences, test="permutation").pvalue == pytest.approx(enumerated.pvalue, rel=1e-12)
