#!/usr/bin/env python3
"""Functions as metrics beside a hand-written loop, and areas under ROC curves beside scikit-learn and DeLong's method in NumPy.

    benches/peers/functions.py [ROUNDS]     with a release wheel and scikit-learn; about five minutes

A loop and restrap evaluate a function equally often, on swaps of the same two systems: the ratio is wall time of restrap over that of
the loop, median of the rounds, interleaved. Areas: a million items, in one process; the bootstrap of scikit-learn runs ten resamples.
"""

import statistics
import sys
import time

import numpy as np
import restrap
from sklearn.metrics import balanced_accuracy_score, f1_score, roc_auc_score

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
ITEMS, MANY = 2_000, 1_000_000

FUNCTIONS = {
    "f1_score": (lambda gold, said: f1_score(gold, said), 600),
    "balanced_accuracy_score": (lambda gold, said: balanced_accuracy_score(gold, said), 800),
    "mean of equal labels": (lambda gold, said: float(np.mean(gold == said)), 60_000),
}


def timed(function):
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def loop(metric, gold, old, new, resamples):
    rng = np.random.default_rng(0)
    for _ in range(resamples):
        swapped = rng.random(len(gold)) < 0.5
        metric(gold, np.where(swapped, new, old)), metric(gold, np.where(swapped, old, new))


def midranks(values):
    order = np.argsort(values, kind="stable")
    ranks = np.empty(len(values))
    ranks[order] = np.arange(1, len(values) + 1)
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.bincount(inverse, ranks) / counts)[inverse]


def placements(scores, positive):
    """Sun and Xu (2014)."""
    whole = midranks(scores)
    own = np.empty(len(scores))
    own[positive], own[~positive] = midranks(scores[positive]), midranks(scores[~positive])
    others = np.where(positive, (~positive).sum(), positive.sum())
    above = (whole - own) / others
    return np.where(positive, above, 1 - above)


def delong(old, new, gold):
    positive = gold == 1
    gains = placements(new, positive) - placements(old, positive)
    error = np.sqrt(gains[positive].var(ddof=1) / positive.sum() + gains[~positive].var(ddof=1) / (~positive).sum())
    return gains[positive].mean() / error


def main():
    rng = np.random.default_rng(1)
    print(f"restrap {restrap.__version__}, {ITEMS:,} items, swaps; median of {ROUNDS}")
    gold = rng.integers(0, 2, ITEMS)
    old, new = (np.where(rng.random(ITEMS) < right, gold, 1 - gold) for right in (0.70, 0.72))
    for name, (metric, resamples) in FUNCTIONS.items():
        pairs = [
            (
                timed(lambda: restrap.compare(old, new, gold=gold, metric=metric, n_resamples=resamples)),
                timed(lambda: loop(metric, gold, old, new, resamples)),
            )
            for _ in range(ROUNDS)
        ]
        ours, theirs = (statistics.median(times) for times in zip(*pairs))
        ratio = statistics.median(own / other for own, other in pairs)
        print(f"{name:24} loop {theirs:7.2f} s   restrap {ours:7.2f} s   {ratio:5.2f}")
    gold = (rng.random(MANY) < 0.3).astype(int)
    old, new = (rng.normal(size=MANY) + lift * gold for lift in (1.0, 1.002))
    ours = timed(lambda: restrap.compare(old, new, gold=gold, metric="roc-auc"))
    theirs = timed(lambda: delong(old, new, gold))
    drawn = timed(lambda: [roc_auc_score(gold[rows], new[rows]) for rows in rng.integers(0, MANY, (10, MANY))])
    print(f"area of {MANY:,} items, two systems: restrap {ours:.2f} s, DeLong in NumPy {theirs:.2f} s, ", end="")
    print(f"bootstrap of scikit-learn, 10,000 resamples: {drawn / 10 * 2 * 10_000 / 3600:.1f} h")
    z = abs(delong(old, new, gold))
    assert abs(abs(restrap.compare(old, new, gold=gold, metric="roc-auc").tests[0]["statistic"]) - z) < 1e-6 * max(z, 1)


if __name__ == "__main__":
    sys.exit(main())
