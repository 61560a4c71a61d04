"""Golden values of published tests and packages, through Python."""

import json
import math

import numpy as np
import pytest
import restrap
from conftest import GOLDEN


def cases(family, method):
    told = json.loads((GOLDEN / f"{family}.json").read_text(encoding="utf-8"))
    return [case for case in told["cases"] if case["method"] == method]


def close(case, got, want):
    # An outcome has twelve digits of every number.
    bound = case["tol"]["atol"] + (case["tol"]["rtol"] + 5e-12) * abs(want)
    assert abs(got - want) <= bound, (case["name"], got, want)


def pairs(better, worse, tied=0):
    """0/1 scores of which so many items are better, worse and tied."""
    return [0] * better + [1] * worse + [1] * tied, [1] * better + [0] * worse + [1] * tied


def test_mcnemar():
    found = cases("mcnemar", "mcnemar")
    for case in found:
        b, c = case["inputs"]["b"], case["inputs"]["c"]
        old, new = pairs(b, c, 3)
        for variant, key in [("exact", "p_exact"), ("mid-p", "p_midp")]:
            result = restrap.compare(old, new, test="mcnemar", mcnemar=variant, interval="none")
            close(case, result.pvalue, case["expected"][key])
        one_sided = restrap.compare(old, new, test="mcnemar", alternative="better", interval="none")
        close(case, one_sided.pvalue, case["expected"]["p_exact_greater"])
    print(f"golden mcnemar {len(found)}")


def test_sign():
    found = cases("sign", "sign")
    for case in found:
        old, new = pairs(case["inputs"]["plus"], case["inputs"]["minus"], case["inputs"]["ties"])
        if not old:
            continue
        for ties in ("drop", "split"):
            for side, key in [("two-sided", "p_two_sided"), ("better", "p_greater"), ("worse", "p_less")]:
                result = restrap.compare(old, new, test="sign", sign_ties=ties, alternative=side, interval="none")
                close(case, result.pvalue, case["expected"][ties][key])
    print(f"golden sign {len(found)}")


def test_permutation_of_means():
    found = cases("permutation_exact_mean", "permutation_mean")
    for case in found:
        d = case["inputs"]["d"]
        for side, key in [("two-sided", "p_two_sided"), ("better", "p_greater"), ("worse", "p_less")]:
            result = restrap.compare([0.0] * len(d), d, test="permutation", alternative=side, interval="none")
            if result.tests[0].exact:
                close(case, result.pvalue, case["expected"][key])
            else:
                assert math.isclose(result.pvalue, case["expected"][key], rel_tol=1e-3), case["name"]
    print(f"golden permutation_exact_mean {len(found)}")


@pytest.mark.parametrize("family", ["ttest"])
def test_paired_t(family):
    found = cases(family, "t_paired")
    for case in found:
        a, b, expected = case["inputs"]["a"], case["inputs"]["b"], case["expected"]
        for side, key in [("two-sided", "p_two_sided"), ("better", "p_greater"), ("worse", "p_less")]:
            result = restrap.compare(b, a, test="t", alternative=side)
            if isinstance(expected.get(key), float) and result.pvalue is not None:
                close(case, result.pvalue, expected[key])
    print(f"golden {family} {len(found)}")


def test_effect_sizes():
    found = [case for case in cases("effect_sizes", "effect_size") if "cohen_d_z" in case["expected"]]
    for case in found:
        result = restrap.compare(case["inputs"]["b"], case["inputs"]["a"], interval="none")
        close(case, result.effect.cohen_dz, case["expected"]["cohen_d_z"])
    print(f"golden effect_sizes {len(found)}")


def test_inputs_that_allow_no_answer():
    found = cases("validation", "paired_input")
    refused = 0
    for case in found:
        number = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
        a, b = ([number.get(x, x) for x in case["inputs"][name]] for name in ("a", "b"))
        if "error" in case["expected"]:
            with pytest.raises(restrap.InputError):
                restrap.compare(b, a, n_resamples=case["inputs"].get("resamples"))
            refused += 1
        elif "ties" in case["expected"]:
            assert restrap.compare(b, a).effect.tied == case["expected"]["ties"]
        else:
            assert restrap.compare(b, a).pvalue == case["expected"]["p_permutation_two_sided"]
    assert refused > 0
    print(f"golden validation {len(found)}")


def test_wilcoxon():
    found = cases("wilcoxon", "wilcoxon")
    for case in found:
        d = case["inputs"]["d"]
        asked = {"test": "wilcoxon", "zeros": case["inputs"]["zero_method"], "interval": "none"}
        for side, key in [("two-sided", "p_exact_two_sided"), ("better", "p_exact_greater"), ("worse", "p_exact_less")]:
            if (want := case["expected"].get(key)) is not None:
                result = restrap.compare([0.0] * len(d), d, alternative=side, **asked)
                if result.pvalue is not None:
                    close(case, result.pvalue, want)
    print(f"golden wilcoxon {len(found)}")


def test_unconditional_test_of_pairs():
    found = cases("unconditional_paired", "unconditional_paired")
    for case in found:
        n, b, c = (case["inputs"][name] for name in "nbc")
        old, new = pairs(b, c, n - b - c)
        expected = case["expected"]
        want = expected.get("p_two_sided_berger_boos_1e-6", expected["p_two_sided"])
        close(case, restrap.compare(old, new, test="mcnemar", mcnemar="unconditional", interval="none").pvalue, want)
    print(f"golden unconditional_paired {len(found)}")


def test_swaps_of_clusters():
    found = [case for case in cases("clusters_corpus", "clusters_mean") if any(len(c) > 1 for c in case["inputs"]["clusters"])]
    for case in found:
        clusters = case["inputs"]["clusters"]
        names = [f"c{at}" for at, cluster in enumerate(clusters) for _ in cluster]
        d = [score for cluster in clusters for score in cluster]
        for side, key in [("two-sided", "p_signflip_two_sided"), ("better", "p_signflip_greater")]:
            result = restrap.compare([0.0] * len(d), d, cluster=names, alternative=side, interval="none")
            close(case, result.pvalue, case["expected"][key])
        assert result.to_dict()["clusters"] == case["expected"]["clusters"]
    print(f"golden clusters_corpus {len(found)}")


def test_training_runs():
    found = cases("seeds_crossed", "seeds_difference")
    for case in found:
        a, b = case["inputs"]["a"], case["inputs"]["b"]
        rows = [
            (system, f"s{seed}", f"i{item}", score)
            for system, runs in (("b", b), ("a", a))
            for seed, run in enumerate(runs)
            for item, score in enumerate(run)
        ]
        tidy = dict(zip(("system", "seed", "item", "score"), map(list, zip(*rows))))
        table = restrap.from_frame(tidy, system="system", item="item", score="score", seed_col="seed")
        result = restrap.compare(table)
        close(case, result.difference, case["expected"]["difference"])
        assert result.n == len(a[0])
        close(case, result.to_dict()["comparisons"][0]["runs"]["checkpoints_error"], case["expected"]["se_checkpoints"])
    print(f"golden seeds_crossed {len(found)}")


def test_labels():
    found = cases("metrics_classification", "classification")
    for case in found:
        gold, system, expected = case["inputs"]["gold"], case["inputs"]["pred"], case["expected"]
        wanted = {
            "accuracy": expected["accuracy"],
            "f1(average=micro)": expected["micro"]["f1"],
            "f1(average=weighted)": expected["weighted"]["f1"],
            "mcc": expected.get("mcc"),
        }
        for metric, want in wanted.items():
            if isinstance(want, float):
                got = restrap.score(metric, ("system", system), gold=gold)["system"]
                assert got == pytest.approx(want, abs=1e-11), (case["name"], metric)
    print(f"golden metrics_classification {len(found)}")


def test_bleu_and_ter():
    found = cases("metrics_mt", "bleu") + cases("metrics_mt", "ter")
    for case in found:
        given = case["inputs"]
        metric = "ter" if case["method"] == "ter" else f"bleu(tokenize={given['tokenize']},smooth={given['smooth']})"
        got = restrap.score(metric, ("system", given["hyp"]), references=given["refs"])
        assert got["system"] == pytest.approx(case["expected"]["score"], abs=1e-9), case["name"]
        if case["method"] == "ter":
            continue
        sums = [sum(column) for column in zip(*case["expected"]["stats"])]
        assert sorted(int(values.sum()) for values in got.per_item["system"].values()) == sorted(sums), case["name"]
    print(f"golden metrics_mt {len(found)}")


def test_rankings():
    found = cases("metrics_trec", "trec_eval")
    for case in found:
        for measure in ("map", "recip_rank", "P_10", "ndcg_cut_10", "recall_10", "success_5"):
            scores = restrap.score(measure, ("system", case["inputs"]["run"]), qrels=case["inputs"]["qrels"])
            (values,) = scores.per_item["system"].values()
            for query, got in zip(scores.items, values):
                want = case["expected"]["per_query"].get(query, {}).get(measure)
                assert want is None or got == pytest.approx(want, abs=1e-9), (case["name"], query, measure)
    print(f"golden metrics_trec {len(found)}")


def test_swaps_of_a_metric_of_python():
    def f1(sums):
        tp, fp, fn = sums.T
        # The golden F1 of nothing is 0.
        return 2 * tp / np.maximum(2 * tp + fp + fn, 1)

    found = [case for case in cases("permutation_exact_metric", "permutation_metric") if case["inputs"]["metric"] == "f1"]
    for case in found:
        a, b = case["inputs"]["a_tp_fp_fn"], case["inputs"]["b_tp_fp_fn"]
        result = restrap.compare(b, a, metric=restrap.Metric(f1), interval="none", n_resamples=20_000, seed=3)
        close(case, result.difference, case["expected"]["observed"])
        test = result.tests[0]
        if test.exact:
            close(case, result.pvalue, case["expected"]["p_two_sided"])
        else:
            # Four standard errors of 20,000 draws are .0142 at most.
            assert result.pvalue == pytest.approx(case["expected"]["p_two_sided"], abs=0.0142), case["name"]
    print(f"golden permutation_exact_metric {len(found)}")
