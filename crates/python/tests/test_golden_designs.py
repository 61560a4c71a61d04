"""Golden values of designs (clusters, folds, data sets, many systems), and which families have no way through Python."""

import json

import pytest
import restrap
from conftest import GOLDEN
from test_golden import cases, close, pairs

ELSEWHERE = "test_golden.py"
NONE = "statistics of which restrap has no command"
LIBRARY = "functions of the library below comparisons, which take what no scores are: p-values, replicates, tables"
FAMILIES = {
    **dict.fromkeys(["mcnemar", "sign", "permutation_exact_mean", "ttest", "effect_sizes", "validation", "wilcoxon"], ELSEWHERE),
    **dict.fromkeys(["unconditional_paired", "clusters_corpus", "seeds_crossed", "metrics_classification", "metrics_mt"], ELSEWHERE),
    **dict.fromkeys(["metrics_trec", "permutation_exact_metric"], ELSEWHERE),
    **dict.fromkeys(["correlations", "expected_max", "boschloo_barnard"], NONE),
    **dict.fromkeys(["bootstrap_ci", "monte_carlo", "multi_resample", "multiple_comparisons", "replicability", "power"], LIBRARY),
    **dict.fromkeys(["margins_tilted", "edges_perfect"], "parts of an answer: the p of a tilted law, and lower ends at levels of their own"),
    **dict.fromkeys(["bradley_terry", "ppi"], "votes and human scores are read from files: the tests of the command line have them"),
}
HERE = {
    "aso", "bayesian_bootstrap", "bootstrap_exact_mean", "cluster", "kfold", "macro_mean", "published", "random_splits", "repeats", "all_pairs_maxt",
    "friedman_cochran", "jansen_curves", "tango_interval",
}  # fmt: skip


def zeros(d):
    return [0.0] * len(d)


def test_every_family_goes_through_python_or_has_a_reason():
    there = {path.stem for path in GOLDEN.glob("*.json")}
    assert there == set(FAMILIES) | HERE
    assert not set(FAMILIES) & HERE
    through = HERE | {family for family, reason in FAMILIES.items() if reason == ELSEWHERE}
    print(f"golden families through Python {len(through)} of {len(there)}")


def test_bootstrap_of_means():
    found = [case for case in cases("bootstrap_exact_mean", "bootstrap_mean") if "d" in case["inputs"]]
    for case in found:
        d = case["inputs"]["d"]
        # -1 among whole numbers may mean none: here it is a score.
        span = (min(0, *d), max(1, *d))
        result = restrap.compare(zeros(d), d, test="bootstrap", interval="none", range=span)
        if result.tests[0].exact and result.pvalue is not None:
            close(case, result.pvalue, case["expected"]["p_centred_two_sided"])
        one_sided = restrap.compare(zeros(d), d, test="bootstrap-percentile", alternative="better", interval="none", range=span)
        if one_sided.tests[0].exact and one_sided.pvalue is not None:
            close(case, one_sided.pvalue, case["expected"]["p_le_zero"])
    print(f"golden bootstrap_exact_mean {len(found)}")


def test_clusters():
    of_several = [case for case in cases("cluster", "cluster_mean") if any(len(one) > 1 for one in case["inputs"]["clusters"])]
    found = [case for case in of_several if len(case["inputs"]["clusters"]) > 1]
    for case in found:
        d = [score for one in case["inputs"]["clusters"] for score in one]
        names = [f"c{at}" for at, one in enumerate(case["inputs"]["clusters"]) for _ in one]
        for side, key in [("two-sided", "signflip_p_two_sided"), ("better", "signflip_p_greater")]:
            result = restrap.compare(zeros(d), d, cluster=names, alternative=side, interval="none")
            close(case, result.difference, case["expected"]["observed_mean"])
            close(case, result.pvalue, case["expected"][key])
    print(f"golden cluster {len(found)}")


def test_almost_stochastic_order():
    found = cases("aso", "violation_ratio")
    for case in found:
        a, b = case["inputs"]["a"], case["inputs"]["b"]
        if len(a) > 1:
            result = restrap.compare(b, a, over="seeds", test="aso", alternative="better", interval="none", n_resamples=99)
            close(case, result.order.ratio, case["expected"]["ratio"])
            assert result.order.epsilon_min <= 1 and result.tests[0].statistic == result.order.ratio
    print(f"golden aso {len(found)}")


def test_posterior_of_a_mean():
    found = cases("bayesian_bootstrap", "bayesian_bootstrap_mean")
    for case in found:
        d, expected = case["inputs"]["d"], case["expected"]
        posterior = restrap.compare(zeros(d), d, bayesian=True, interval="none").posterior
        close(case, posterior.mean, expected["posterior_mean"])
        close(case, posterior.sd, expected["posterior_sd"])
        close(case, posterior.worse, expected["p_mean_le_zero"])
    print(f"golden bayesian_bootstrap {len(found)}")


def test_folds():
    found = cases("kfold", "corrected_resampled_t")
    for case in found:
        inputs, expected = case["inputs"], case["expected"]
        share = inputs["n_test"] / (inputs["n_test"] + inputs["n_train"])
        for side, key in [("two-sided", "p_two_sided"), ("better", "p_greater")]:
            result = restrap.compare(zeros(inputs["d"]), inputs["d"], over="splits", test_fraction=share, alternative=side)
            if expected.get(key) is not None and result.pvalue is not None:
                close(case, result.pvalue, expected[key])
        close(case, result.difference, expected["mean"])
    print(f"golden kfold {len(found)}")


def test_means_over_data_sets():
    found = cases("macro_mean", "macro_mean")
    for case in found:
        sets = {f"s{at}": d for at, d in enumerate(case["inputs"]["datasets"])}
        result = restrap.replicate(("old", {name: zeros(d) for name, d in sets.items()}), ("new", sets))
        (mean,) = result.means
        close(case, mean.difference, case["expected"]["macro_mean"])
        for cell, want in zip(result.cells, case["expected"]["dataset_means"], strict=True):
            close(case, cell.difference, want)
        if mean.method == "exact":
            close(case, mean.pvalue, case["expected"]["p_signflip_two_sided"])
    print(f"golden macro_mean {len(found)}")


def test_published_examples():
    found = [
        case for case in cases("published", "published") if "signflip_p_greater" in case["expected"] and "helped" in case["inputs"]
    ]
    for case in found:
        n, helped, hurt = (case["inputs"][name] for name in ("n", "helped", "hurt"))
        old, new = pairs(helped, hurt, n - helped - hurt)
        asked = {"alternative": "better", "interval": "none"}
        close(case, restrap.compare(old, new, test="bootstrap-percentile", **asked).pvalue, case["expected"]["p_le_zero"])
        close(case, restrap.compare(old, new, **asked).pvalue, case["expected"]["signflip_p_greater"])
    assert found
    print(f"golden published {len(found)}")


def test_splits_one_by_one():
    found = cases("random_splits", "random_splits")
    for case in found:
        n = case["inputs"]["n"]
        for (b, c), exact, mid in zip(case["inputs"]["discordant_b_c"], case["expected"]["p_exact"], case["expected"]["p_midp"]):
            old, new = pairs(b, c, n - b - c)
            asked = {"test": "mcnemar", "interval": "none"}
            close(case, restrap.compare(old, new, mcnemar="exact", **asked).pvalue, exact)
            close(case, restrap.compare(old, new, mcnemar="mid-p", **asked).pvalue, mid)
    print(f"golden random_splits {len(found)}")


def test_several_answers():
    found = cases("repeats", "repeats_pair")
    for case in found:
        a, b, expected = case["inputs"]["a"], case["inputs"]["b"], case["expected"]
        rows = [
            (system, f"i{item}", answer, score)
            for system, items in (("b", b), ("a", a))
            for item, answers in enumerate(items)
            for answer, score in enumerate(answers)
        ]
        tidy = dict(zip(("system", "item", "answer", "score"), map(list, zip(*rows))))
        table = restrap.from_frame(tidy, system="system", item="item", score="score", repeat="answer")
        result = restrap.compare(table, test="t")
        close(case, result.difference, expected["difference"])
        close(case, result.standard_error, expected["se"])
        close(case, result.pvalue, expected["p_t_two_sided"])
    print(f"golden repeats {len(found)}")


def test_all_pairs():
    found = cases("all_pairs_maxt", "all_pairs_maxt")
    for case in found:
        columns = dict(zip("abcdefgh", map(list, zip(*case["inputs"]["scores_items_by_systems"]))))
        result = restrap.rank(columns, adjust="maxt-stepdown")
        names = list(columns)
        adjusted = {frozenset((pair.a, pair.b)): pair for pair in result.pairs}
        for (one, other), want, raw in zip(case["expected"]["pairs"], case["expected"]["p_maxT_step_down"], case["expected"]["p_raw"]):
            pair = adjusted[frozenset((names[one], names[other]))]
            close(case, pair.p_adjusted, want)
            close(case, pair.pvalue, raw)
        assert result.family.method == "exact"
    print(f"golden all_pairs_maxt {len(found)}")


@pytest.mark.parametrize("method, key", [("friedman", "p_chi2"), ("cochran_q", "p")])
def test_omnibus(method, key):
    found = cases("friedman_cochran", method)
    for case in found:
        columns = dict(zip("abcdefgh", map(list, zip(*case["inputs"]["scores_items_by_systems"]))))
        told = {one.name: one for one in restrap.rank(columns).omnibus}
        close(case, told[method.replace("_", "-")].pvalue, case["expected"][key])
    print(f"golden friedman_cochran {method} {len(found)}")


def test_curves():
    found = cases("jansen_curves", "jansen_curve")
    for case in found:
        n, percent = case["inputs"]["n"], case["inputs"]["effect_percent"]
        curve = restrap.power.curve(items=[n], effect=[percent / 100], profile="jansen")
        told = json.loads(curve.to_json())
        points = told["panels"][0]["curves"][0]["points"] if "panels" in told else told["curves"][0]["points"]
        seen = 0
        for row in case["expected"]["rows"]:
            point = next((one for one in points if one["hurt"] == row["hurt"] and one["helped"] == row["helped"]), None)
            if point is not None:
                close(case, point["pvalue"], row["p_le_zero"])
                seen += 1
        assert seen > 10, case["name"]
    print(f"golden jansen_curves {len(found)}")


def test_score_intervals_of_shares():
    found = cases("tango_interval", "tango_interval")
    for case in found:
        n, b, c = (case["inputs"][name] for name in "nbc")
        old, new = pairs(b, c, n - b - c)
        result = restrap.compare(old, new, interval="tango")
        ends = result.confidence_interval
        close(case, ends.low, case["expected"]["low95"])
        close(case, ends.high, case["expected"]["high95"])
    print(f"golden tango_interval {len(found)}")
