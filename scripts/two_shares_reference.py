#!/usr/bin/env python3
"""Reference p-values of Barnard's and Boschloo's tests, for `crates/stats/tests/independent.rs`.

Run `python3 scripts/two_shares_reference.py` (SciPy 1.17.1) to rewrite `crates/stats/tests/it/fixtures/two_shares.json`: 500 random
tables, one fixed seed. SciPy's largest probability is found by a search that may stop short, so it is asked on a fine grid.
SciPy compares pooled z in doubles and so loses tables that are as extreme as the observed one. Where z, recomputed in integers,
puts other tables into the tail, the case is marked `lost`, and `true_two_sided` is SciPy's sum over the tables of the exact tail.
"""

import json
import pathlib

import numpy as np
from scipy import stats

FIXTURE = pathlib.Path(__file__).resolve().parents[1] / "crates/stats/tests/it/fixtures/two_shares.json"


def exact_tail(x1, n1, x2, n2):
    """Tables whose pooled |z| is at least the observed one, in integers."""
    a = np.arange(n1 + 1, dtype=object)[:, None]
    b = np.arange(n2 + 1, dtype=object)[None, :]
    d, right = a * n2 - b * n1, a + b
    v = right * (n1 + n2 - right)
    d0, right0 = x1 * n2 - x2 * n1, x1 + x2
    v0 = right0 * (n1 + n2 - right0)
    if d0 == 0:
        return np.ones((n1 + 1, n2 + 1), dtype=bool)
    return ((d * d * v0 >= d0 * d0 * v) & (d != 0)).astype(bool)


def double_tail(x1, n1, x2, n2):
    """The same as SciPy computes it."""
    a = np.arange(n1 + 1, dtype=np.float64)[:, None]
    b = np.arange(n2 + 1, dtype=np.float64)[None, :]
    p1, p2 = a / n1, b / n2
    p = (a + b) / (n1 + n2)
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.divide(p1 - p2, np.sqrt(p * (1 - p) * (1 / n1 + 1 / n2)))
    z[p1 == p2] = 0
    return np.abs(z) >= abs(z[x1, x2])


def largest(tail, n1, n2):
    """The largest probability of a tail over the common share."""
    def at(share):
        return stats.binom.pmf(np.arange(n1 + 1), n1, share) @ tail @ stats.binom.pmf(np.arange(n2 + 1), n2, share)

    angles = np.linspace(0, np.pi / 2, 401)
    values = np.array([at(np.sin(angle) ** 2) for angle in angles])
    best = values.max()
    for i in np.flatnonzero(values > 0.9 * best):
        low, high = angles[max(i - 1, 0)], angles[min(i + 1, 400)]
        for _ in range(4):
            finer = np.linspace(low, high, 21)
            found = np.array([at(np.sin(angle) ** 2) for angle in finer])
            j = int(found.argmax())
            best = max(best, found[j])
            low, high = finer[max(j - 1, 0)], finer[min(j + 1, 20)]
    return float(best)


def main():
    rng = np.random.default_rng(20261123)
    cases = []
    while len(cases) < 500:
        n1, n2 = (int(rng.integers(2, 41)) for _ in range(2))
        x1, x2 = int(rng.integers(0, n1 + 1)), int(rng.integers(0, n2 + 1))
        table = [[x1, x2], [n1 - x1, n2 - x2]]
        case = {"table": [x1, n1, x2, n2]}
        for side in ("two-sided", "greater", "less"):
            case["boschloo " + side] = float(stats.boschloo_exact(table, alternative=side, n=129).pvalue)
        scipy = float(stats.barnard_exact(table, n=129).pvalue)
        exact, double = exact_tail(x1, n1, x2, n2), double_tail(x1, n1, x2, n2)
        case["barnard two-sided"] = scipy
        if (exact != double).any():
            case["lost"] = int((exact & ~double).sum())
            case["true_two_sided"] = largest(exact, n1, n2)
        cases.append(case)
    FIXTURE.write_text("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")
    print(f"{len(cases)} tables, SciPy loses some of {sum('lost' in case for case in cases)}")


main()
