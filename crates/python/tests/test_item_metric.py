"""A metric of samples of items is drawn, tested and told as the same metric of sums, and as a loop of NumPy has it."""

import numpy as np
import pytest
import restrap

RNG = np.random.default_rng(4)
OLD = RNG.integers(0, 4, (300, 3))
NEW = OLD + np.where(RNG.random((300, 1)) < 0.5, RNG.integers(0, 2, (300, 3)) * [2, 1, 0], 0)
GROUPS = [f"d{i // 2}" for i in range(299)] + ["d0"]


def f1(sums):
    tp, fp, fn = sums.T
    return 2 * tp / (2 * tp + fp + fn)


def by_counts(counts, rows):
    return f1(counts @ rows)


def by_indices(indices, rows):
    return f1(rows[indices].sum(axis=1))


def by_swaps(swapped, mine, other):
    return f1(np.where(swapped[..., np.newaxis], other, mine).sum(axis=1))


def same(one, other):
    """Equal but for the rounding of the last places."""
    for name in ("difference", "pvalue", "standard_error", "n", "shown"):
        expected = getattr(other, name)
        assert getattr(one, name) == (expected and pytest.approx(expected, rel=1e-9)), name
    assert dict(one.effect) == pytest.approx(dict(other.effect))
    assert one.confidence_interval == (other.confidence_interval and pytest.approx(other.confidence_interval, rel=1e-9))


@pytest.mark.parametrize("function, draws", [(by_counts, "counts"), (by_indices, "indices")])
@pytest.mark.parametrize(
    "keywords",
    [
        {},
        {"test": "bootstrap", "interval": "percentile"},
        {"interval": "basic", "seed": 5, "alternative": "better"},
        {"interval": "normal", "noninferior": "5pt"},
        {"interval": "none", "cluster": GROUPS},
        {"test": ["permutation", "bootstrap"], "cluster": GROUPS},
        {"by": ["a", "b", "a"] * 100},
        {"by": ["a"] * 100 + ["b"] * 200, "cluster": GROUPS},
        {"profile": "koehn"},
    ],
)
def test_f1_of_samples_is_f1_of_sums(function, draws, keywords):
    drawn = {"exact": "never"} if "profile" in keywords else {"route": "streamed"}
    asked = {"n_resamples": 1000, **drawn, **keywords}
    of_sums = restrap.compare(("old", OLD), ("new", NEW), metric=restrap.Metric(f1), **asked)
    of_items = restrap.compare(("old", OLD), ("new", NEW), metric=restrap.ItemMetric(function, draws), **asked)
    same(of_items, of_sums)
    assert of_items.to_dict().get("unit") == of_sums.to_dict().get("unit")
    for name, part in (of_sums.by or {}).items():
        same(of_items.by[name], part)


def test_several_systems_share_their_draws():
    systems = [("old", OLD), ("new", NEW), ("same", OLD)]
    asked = {"n_resamples": 500, "route": "streamed"}
    of_sums = restrap.compare(*systems, metric=restrap.Metric(f1), **asked)
    of_items = restrap.compare(*systems, metric=restrap.ItemMetric(by_counts, batch=7), **asked)
    for one, other in zip(of_items, of_sums, strict=True):
        same(one, other)


def test_swaps_alone_have_a_p_value_and_the_interval_of_the_same_swaps():
    asked = {"n_resamples": 1000, "route": "streamed"}
    of_sums = restrap.compare(OLD, NEW, metric=restrap.Metric(f1), interval="none", **asked)
    of_swaps = restrap.compare(OLD, NEW, metric=restrap.ItemMetric(by_swaps, "swaps"), **asked)
    assert of_swaps.pvalue == of_sums.pvalue
    low, high = of_swaps.confidence_interval
    assert low < of_swaps.difference < high and (low <= 0 <= high) == (of_swaps.pvalue > 0.05)
    for keywords in ({"interval": "percentile"}, {"test": "bootstrap"}, {"noninferior": 0.1}, {"by": ["a", "b"] * 150}):
        with pytest.raises(restrap.NotApplicable, match="with values of swaps only"):
            restrap.compare(OLD, NEW, metric=restrap.ItemMetric(by_swaps, "swaps"), **keywords)


def spearman(indices, rows):
    from scipy.stats import rankdata

    x, y = (rankdata(rows[indices, column], axis=1) for column in (0, 1))
    x, y = x - x.mean(axis=1, keepdims=True), y - y.mean(axis=1, keepdims=True)
    return (x * y).sum(axis=1) / np.sqrt((x * x).sum(axis=1) * (y * y).sum(axis=1))


def test_a_rank_correlation_is_that_of_a_loop():
    rng = np.random.default_rng(8)
    human = rng.normal(size=80)
    old, new = (np.stack([human, human + noise * rng.normal(size=80)], axis=1) for noise in (1.6, 1.0))
    asked = {"n_resamples": 20_000, "metric": restrap.ItemMetric(spearman, "indices")}
    found = restrap.compare(old, new, interval="percentile", **asked)
    whole = np.arange(80)[np.newaxis]
    observed = float(spearman(whole, new)[0] - spearman(whole, old)[0])
    assert found.difference == pytest.approx(observed)
    swapped, drawn = [], []
    for _ in range(4000):
        marks, items = rng.random((80, 1)) < 0.5, rng.integers(0, 80, (1, 80))
        swapped.append(float(spearman(whole, np.where(marks, old, new))[0] - spearman(whole, np.where(marks, new, old))[0]))
        drawn.append(float(spearman(items, new)[0] - spearman(items, old)[0]))
    p = np.mean(np.abs(swapped) >= abs(observed) - 1e-12)
    # Four standard errors of both counts.
    assert found.pvalue == pytest.approx(p, abs=4 * np.sqrt(p * (1 - p) * (1 / 4000 + 1 / 20_000)))
    low, high = np.quantile(drawn, [0.025, 0.975])
    # The error of a quantile of 4,000 draws near the ends is about 0.04 standard deviations.
    assert found.confidence_interval == pytest.approx((low, high), abs=4 * 0.045 * np.std(drawn))
    one = (spearman(np.delete(whole, i, 1), new)[0] - spearman(np.delete(whole, i, 1), old)[0] for i in range(80))
    from scipy import stats

    without = np.array(list(one))
    gaps = without.mean() - without
    acceleration = (gaps**3).sum() / (6 * (gaps**2).sum() ** 1.5)
    of_bca = restrap.compare(old, new, interval="bca", **asked)
    bias = stats.norm.ppf(np.mean(np.array(drawn) < observed))
    shares = [stats.norm.cdf(bias + (bias + z) / (1 - acceleration * (bias + z))) for z in stats.norm.ppf([0.025, 0.975])]
    # The bias is itself a quantile of 4,000 draws: half its error again.
    assert of_bca.confidence_interval == pytest.approx(tuple(np.quantile(drawn, shares)), abs=6 * 0.045 * np.std(drawn))


def test_items_may_be_texts():
    old, new, gold = ["a", "b", "b", "c"] * 20, ["a", "b", "c", "c"] * 20, np.array(["a", "b", "c", "a"] * 20)

    def exact(indices, rows):
        return (rows[indices] == gold[indices % len(gold)]).mean(axis=1)

    found = restrap.compare(old, new, metric=restrap.ItemMetric(exact, "indices"), n_resamples=5000)
    of_means = restrap.compare(np.array(old) == gold, np.array(new) == gold)
    assert found.difference == pytest.approx(of_means.difference)
    assert (found.effect.better, found.effect.worse) == (of_means.effect.better, of_means.effect.worse)


def test_more_items_than_resamples_are_not_swapped_one_by_one():
    asked = {"metric": restrap.ItemMetric(by_counts), "exact": "never"}
    found = restrap.compare(OLD, NEW, n_resamples=50, **asked)
    assert (found.effect.better, found.effect.worse) == (0, 0)
    assert any("too many to compute the metric" in warning for warning in found.warnings)
    assert not any("too many to compute" in warning for warning in restrap.compare(OLD, NEW, n_resamples=500, **asked).warnings)


def test_replicate_takes_it_and_so_does_rank():
    sets = [("old", {"x": OLD[:100], "y": OLD[100:]}), ("new", {"x": NEW[:100], "y": NEW[100:]})]
    asked = {"n_resamples": 500, "exact": "never"}
    of_items = restrap.replicate(*sets, metric=restrap.ItemMetric(by_counts), **asked)
    of_sums = restrap.replicate(*sets, metric=restrap.Metric(f1), **asked)
    assert of_items.cell("x").difference == pytest.approx(of_sums.cell("x").difference)
    three = {"old": OLD, "new": NEW, "same": OLD}
    board = restrap.rank(three, metric=restrap.ItemMetric(by_counts), n_resamples=500, interval="none")
    alone = restrap.compare(("old", OLD), ("new", NEW), metric=restrap.ItemMetric(by_counts), n_resamples=500, interval="none")
    pair = next(pair for pair in board.pairs if {pair.a, pair.b} == {"old", "new"})
    assert abs(pair.difference) == pytest.approx(abs(alone.difference))
    assert board.family.adjust == "holm"


def test_what_a_function_does_wrong_is_raised():
    def broken(counts, rows):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        restrap.compare(OLD, NEW, metric=restrap.ItemMetric(broken))
    with pytest.raises(restrap.InputError, match=r"expected \d+ values of <lambda>, one per sample"):
        restrap.compare(OLD, NEW, metric=restrap.ItemMetric(lambda counts, rows: 1.0))
    with pytest.raises(restrap.InputError, match="expected as many scores from every system, found 300 in baseline and 299 in system"):
        restrap.compare(OLD, NEW[1:], metric=restrap.ItemMetric(by_counts))
    with pytest.raises(restrap.InputError, match="undefined"):
        restrap.compare(OLD * 0, NEW, metric=restrap.ItemMetric(by_counts))
    with pytest.raises(restrap.InputError, match="counts, indices or swaps"):
        restrap.ItemMetric(by_counts, draws="rows")
    with pytest.raises(restrap.InputError, match="a mapping"):
        restrap.compare({1: 0.5}, {1: 0.25}, metric=restrap.ItemMetric(by_counts))


def test_calls_are_batches_of_at_most_the_size_that_was_asked_for():
    sizes = []

    def sized(counts, rows):
        sizes.append(len(counts))
        return by_counts(counts, rows)

    restrap.compare(OLD, NEW, metric=restrap.ItemMetric(sized, batch=100), n_resamples=3000, exact="never")
    assert max(sizes) == 100
    # Both systems of every swap; nothing else is drawn.
    assert sum(sizes) > 2 * 3000
