"""Golden values of published tests and packages, through Python."""

import json
import math

import pytest
import restrap


def cases(shared, family, method):
    told = json.loads((shared / "golden" / f"{family}.json").read_text(encoding="utf-8"))
    return [case for case in told["cases"] if case["method"] == method]


def close(case, got, want):
    tol = case["tol"]
    assert abs(got - want) <= tol["atol"] + tol["rtol"] * abs(want), (case["name"], got, want)


def pairs(better, worse, tied=0):
    """0/1 scores of which so many items are better, worse and tied."""
    return [0] * better + [1] * worse + [1] * tied, [1] * better + [0] * worse + [1] * tied


def test_mcnemar(shared):
    found = cases(shared, "mcnemar", "mcnemar")
    for case in found:
        b, c = case["inputs"]["b"], case["inputs"]["c"]
        old, new = pairs(b, c, 3)
        for variant, key in [("exact", "p_exact"), ("mid-p", "p_midp")]:
            result = restrap.compare(old, new, test="mcnemar", mcnemar=variant, interval="none")
            close(case, result.pvalue, case["expected"][key])
        one_sided = restrap.compare(old, new, test="mcnemar", alternative="better", interval="none")
        close(case, one_sided.pvalue, case["expected"]["p_exact_greater"])
    print(f"golden mcnemar {len(found)}")


def test_sign(shared):
    found = cases(shared, "sign", "sign")
    for case in found:
        old, new = pairs(case["inputs"]["plus"], case["inputs"]["minus"], case["inputs"]["ties"])
        if not old:
            continue
        for ties in ("drop", "split"):
            for side, key in [("two-sided", "p_two_sided"), ("better", "p_greater"), ("worse", "p_less")]:
                result = restrap.compare(old, new, test="sign", sign_ties=ties, alternative=side, interval="none")
                close(case, result.pvalue, case["expected"][ties][key])
    print(f"golden sign {len(found)}")


def test_permutation_of_means(shared):
    found = cases(shared, "permutation_exact_mean", "permutation_mean")
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
def test_paired_t(shared, family):
    found = cases(shared, family, "t_paired")
    for case in found:
        a, b, expected = case["inputs"]["a"], case["inputs"]["b"], case["expected"]
        for side, key in [("two-sided", "p_two_sided"), ("better", "p_greater"), ("worse", "p_less")]:
            result = restrap.compare(b, a, test="t", alternative=side)
            if isinstance(expected.get(key), float) and result.pvalue is not None:
                close(case, result.pvalue, expected[key])
    print(f"golden {family} {len(found)}")


def test_effect_sizes(shared):
    found = [case for case in cases(shared, "effect_sizes", "effect_size") if "d_z" in case["expected"]]
    for case in found:
        result = restrap.compare(case["inputs"]["b"], case["inputs"]["a"], interval="none")
        close(case, result.effect.cohen_dz, case["expected"]["d_z"])
    print(f"golden effect_sizes {len(found)}")


def test_inputs_that_allow_no_answer(shared):
    found = cases(shared, "validation", "paired_input")
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
