#!/usr/bin/env python3
"""Reference p-values and intervals of tests of one pair, for `crates/stats/tests/scipy.rs`.

Run `python3 scripts/scipy_reference.py` (SciPy 1.17.1, statsmodels 0.15.0) to rewrite
`crates/stats/tests/it/fixtures/scipy.json`; `--cases N --output FILE` writes more cases elsewhere, and the test reads that
file where RESTRAP_SCIPY_CASES names it. Deterministic: one fixed seed, no clock.

Scores are integers, so that SciPy sees the ties that the crate sees. SciPy's exact laws assume that there are no ties and no
zeros: they are asked for only where that holds, and enumerated by `permutation_test` for a few items.
"""

import argparse
import json
import pathlib
import warnings

import numpy as np
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

SIDES = ["two-sided", "greater", "less"]


def wilcoxon(rng):
    n = int(rng.integers(2, 60))
    spread = int(rng.choice([1, 2, 5, 50, 10**6]))
    d = rng.integers(-spread, spread + 1, n) + int(rng.integers(0, 2)) * (spread // 3)
    zeros = str(rng.choice(["wilcox", "pratt", "zsplit"]))
    d = [int(x) for x in d]
    case = {"d": d, "zeros": zeros, "normal": {}, "exact": {}}
    moving = [x for x in d if x]
    if len(moving) < 2:
        return None
    for side in SIDES:
        for correction in (False, True):
            got = stats.wilcoxon(d, zero_method=zeros, correction=correction, alternative=side, method="asymptotic")
            case["normal"][f"{side} {'cc' if correction else 'plain'}"] = float(got.pvalue)
        if len(moving) <= 12 and zeros == "wilcox":
            every = stats.PermutationMethod(n_resamples=np.inf)
            case["exact"][side] = float(stats.wilcoxon(moving, alternative=side, method=every).pvalue)
        elif len(set(map(abs, d))) == n and 0 not in d:
            case["exact"][side] = float(stats.wilcoxon(d, alternative=side, method="exact").pvalue)
    return case


def two_samples(rng):
    n, m = (int(rng.integers(2, 30)) for _ in range(2))
    spread = int(rng.choice([1, 4, 100, 10**6]))
    a = [int(x) for x in rng.integers(0, spread + 1, n)]
    b = [int(x) for x in rng.integers(0, spread + 1, m)]
    if len(set(a)) < 2 or len(set(b)) < 2:
        return None
    case = {"a": a, "b": b}
    for name, equal in (("welch", False), ("student", True)):
        t = stats.ttest_ind(a, b, equal_var=equal)
        ends = t.confidence_interval(0.9)
        case[name] = {side: float(stats.ttest_ind(a, b, equal_var=equal, alternative=side).pvalue) for side in SIDES}
        case[name] |= {"t": float(t.statistic), "df": float(t.df), "low": float(ends.low), "high": float(ends.high)}
        low, high = -0.2 * spread, 0.3 * spread
        usevar = "pooled" if equal else "unequal"
        _, (lower, upper) = CompareMeans(DescrStatsW(a), DescrStatsW(b)).ttost_ind(low, high, usevar=usevar)
        case[name]["tost"] = [low, high, float(lower[1]), float(upper[1])]
    case["u"] = float(stats.mannwhitneyu(a, b).statistic)
    case["u normal"] = {
        f"{side} {'cc' if correction else 'plain'}": float(
            stats.mannwhitneyu(a, b, use_continuity=correction, alternative=side, method="asymptotic").pvalue
        )
        for side in SIDES
        for correction in (False, True)
    }
    if len(set(a + b)) == n + m:
        case["u exact"] = {
            side: float(stats.mannwhitneyu(a, b, alternative=side, method="exact").pvalue) for side in SIDES
        }
    if n + m <= 13:
        def difference(x, y, axis):
            return np.mean(x, axis=axis) - np.mean(y, axis=axis)

        case["labels"] = {
            side: float(
                stats.permutation_test(
                    (a, b), difference, vectorized=True, n_resamples=np.inf, alternative=side
                ).pvalue
            )
            for side in ("greater", "less")
        }
    pooled = np.concatenate([a, b]).astype(float)
    case["skewness"] = float(stats.skew(pooled, bias=False))
    return case


def proportions(rng):
    n, m = (int(x) for x in rng.choice([1, 2, 5, 10, 37, 500, 10_000], 2))
    j, k = int(rng.integers(0, n + 1)), int(rng.integers(0, m + 1))
    level = float(rng.choice([0.8, 0.9, 0.95, 0.99]))
    case = {"k": [j, k], "n": [n, m], "level": level}
    for name, method in (("clopper_pearson", "beta"), ("wilson", "wilson")):
        case[name] = [float(end) for end in proportion_confint(j, n, 1 - level, method)]
    ends = confint_proportions_2indep(j, n, k, m, method="newcomb", compare="diff", alpha=1 - level)
    case["newcombe"] = [float(end) for end in ends]
    return case


def collect(make, rng, number):
    found = []
    while len(found) < number:
        case = make(rng)
        if case is not None:
            found.append(case)
    return found


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=60, help="cases of each kind")
    parser.add_argument("--output", default=here / "crates/stats/tests/it/fixtures/scipy.json")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    rng = np.random.default_rng(20260)
    kinds = {make.__name__: collect(make, rng, options.cases) for make in (wilcoxon, two_samples, proportions)}
    lines = [
        f'"{kind}": [\n' + ",\n".join(json.dumps(case) for case in cases) + "\n]" for kind, cases in kinds.items()
    ]
    pathlib.Path(options.output).write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
