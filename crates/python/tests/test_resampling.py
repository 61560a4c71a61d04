"""`bootstrap` and `permutation_test` are SciPy's, and faster for a mean."""

import functools
import itertools

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


STATISTICS = {
    "median": (np.median, 1),
    "quantile": (functools.partial(np.quantile, q=0.9), 1),
    "percentile": (functools.partial(np.percentile, q=25), 1),
    "std": (np.std, 1),
    "std of a sample": (functools.partial(np.std, ddof=1), 1),
    "var": (functools.partial(np.var, ddof=1), 1),
    "ratio": (restrap.ratio, 2),
    "correlation": (restrap.correlation, 2),
}
PAIRS = (SCORES, (SCORES + RNG.random(200)).round(3))


@pytest.mark.parametrize("method", ["BCa", "percentile", "basic"])
@pytest.mark.parametrize("name", STATISTICS)
def test_other_statistics_are_drawn_with_the_law_of_scipy(name, method, monkeypatch):
    statistic, samples = STATISTICS[name]
    asked = {"method": method, "paired": samples == 2, "n_resamples": 20_000, "rng": 1}
    theirs = stats.bootstrap(PAIRS[:samples], statistic, **asked)
    monkeypatch.setattr(stats, "bootstrap", None)
    ours = restrap.bootstrap(PAIRS[:samples], statistic, **asked)
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.03)
    # Ends of 20,000 resamples are off by some hundredths of the standard error, and those of order statistics fall on one or the next.
    ordered = np.sort(SCORES)
    slack = 0.1 * theirs.standard_error
    for own, other in zip(ours.confidence_interval, theirs.confidence_interval):
        between = np.searchsorted(ordered, [min(own, other), max(own, other)])
        assert own == pytest.approx(other, abs=slack) or (samples == 1 and between[1] - between[0] <= 2)
    # Ties of order statistics leave a distance of laws, where a rank test of draws would be too strict.
    assert (
        np.abs(np.quantile(ours.bootstrap_distribution, DECILES) - np.quantile(theirs.bootstrap_distribution, DECILES)).max()
        < 0.2 * theirs.standard_error
    )
    again = restrap.bootstrap(PAIRS[:samples], statistic, **asked)
    assert np.array_equal(ours.bootstrap_distribution, again.bootstrap_distribution)


DECILES = np.arange(1, 10) / 10


@pytest.mark.parametrize("name", STATISTICS)
def test_every_resample_of_three_items_is_one_of_their_27(name):
    statistic, samples = STATISTICS[name]
    data = (np.array([1.0, 2.0, 7.0]), np.array([3.0, 1.0, 4.0]))[:samples]
    if name == "correlation":
        data = tuple(np.append(column, [5.0, 6.0, 9.5, 2.5, 0.5]) for column in data)
    # Of other seeds one in 400 draws the same pair of scores eight times, which has no correlation.
    ours = restrap.bootstrap(data, statistic, paired=samples == 2, method="percentile", n_resamples=5_000, rng=1)
    drawn = np.unique(ours.bootstrap_distribution.round(9))
    if name != "correlation":
        every = [statistic(*(column[list(places)] for column in data)) for places in itertools.product(range(3), repeat=3)]
        assert np.array_equal(drawn, np.unique(np.round(every, 9)))
    assert (np.abs(drawn) <= 1.0).all() or name != "correlation"


def test_bca_of_a_statistic_has_the_acceleration_of_scipy():
    skewed = np.sort(RNG.lognormal(size=60))
    distribution = stats.bootstrap((skewed,), np.std, n_resamples=100_000, rng=3)
    ours = restrap.bootstrap((skewed,), np.std, n_resamples=100_000, rng=3)
    percentile = restrap.bootstrap((skewed,), np.std, n_resamples=100_000, rng=3, method="percentile")
    for own, other, plain in zip(ours.confidence_interval, distribution.confidence_interval, percentile.confidence_interval):
        assert own == pytest.approx(other, abs=0.03 * distribution.standard_error)
        assert abs(own - plain) > 0.1 * distribution.standard_error


def test_the_same_seed_draws_the_same_means():
    first, again, other = (restrap.bootstrap((SCORES,), np.mean, rng=seed).bootstrap_distribution for seed in (1, 1, 2))
    assert np.array_equal(first, again) and not np.array_equal(first, other)


def test_other_statistics_are_those_of_scipy():
    paired = (SCORES, SCORES[::-1])
    for data, statistic, asked in [
        ((SCORES,), lambda x, axis: np.median(x, axis=axis), {"method": "percentile"}),
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


X, Y = SCORES[:60], np.append(SCORES[60:140] + 0.04, 0.9)
PERMUTED = {
    "difference of samples": ((X, Y), restrap.mean_difference, "independent"),
    "ratio of samples": ((X, Y), restrap.ratio, "independent"),
    "difference of pairs": ((X, Y[:60]), restrap.mean_difference, "samples"),
    "correlation of swaps": ((X, Y[:60]), restrap.correlation, "samples"),
    "correlation of pairings": ((X, X + 4 * RNG.random(60)), restrap.correlation, "pairings"),
    "mean of signs": ((X - 0.45,), np.mean, "samples"),
    "median of signs": ((X - 0.45,), np.median, "samples"),
    "quantile of signs": ((X - 0.45,), functools.partial(np.quantile, q=0.75), "samples"),
    "deviation of signs": ((X - 0.2,), functools.partial(np.std, ddof=1), "samples"),
}


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("name", PERMUTED)
def test_permutations_are_drawn_with_the_law_of_scipy(name, alternative, monkeypatch):
    data, statistic, kind = PERMUTED[name]
    asked = {"permutation_type": kind, "alternative": alternative, "n_resamples": 20_000, "rng": 3}
    theirs = stats.permutation_test(data, statistic, **asked)
    monkeypatch.setattr(stats, "permutation_test", None)
    ours = restrap.permutation_test(data, statistic, **asked)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-12)
    p = theirs.pvalue
    # Five standard errors of both counts of 20,000, doubled for two sides; one more of each.
    assert ours.pvalue == pytest.approx(p, abs=2 * (5 * np.sqrt(2 * p * (1 - min(p, 1)) / 20_000) + 2 / 20_000))
    spread = np.std(theirs.null_distribution)
    deciles = [np.quantile(null, DECILES) for null in (ours.null_distribution, theirs.null_distribution)]
    # Deciles of order statistics fall on one value or the next.
    assert np.abs(deciles[0] - deciles[1]).max() < (0.2 if "quantile" in name or "median" in name else 0.1) * spread
    again = restrap.permutation_test(data, statistic, **asked)
    assert np.array_equal(ours.null_distribution, again.null_distribution)
    other = restrap.permutation_test(data, statistic, **{**asked, "rng": 4})
    assert not np.array_equal(ours.null_distribution, other.null_distribution)


def test_few_permutations_are_gone_through_by_scipy():
    for (data, statistic, kind), items in [(PERMUTED["mean of signs"], 12), (PERMUTED["difference of samples"], 7)]:
        few = tuple(column[:items] for column in data)
        asked = {"permutation_type": kind, "n_resamples": 99_999}
        ours, theirs = restrap.permutation_test(few, statistic, **asked), stats.permutation_test(few, statistic, **asked)
        assert ours.pvalue == theirs.pvalue
        assert len(ours.null_distribution) == len(theirs.null_distribution) < 99_999


def test_a_permutation_that_has_no_value_is_told_by_scipy():
    first = np.array([1.0, 0.0, 1.0, 0.0, 1.0])
    with np.errstate(all="ignore"):
        # Two of the 32 swaps leave a column of ones.
        found = restrap.permutation_test((first, 1 - first), restrap.correlation, permutation_type="samples", n_resamples=31)
    assert type(found).__module__.startswith("scipy")
