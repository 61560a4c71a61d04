#!/usr/bin/env python3
"""F1 of two systems over 100,000 items, 10,000 bootstrap resamples: a loop of NumPy, `restrap.Metric` and `restrap.ItemMetric`.

    benches/peers/python_metric.py [ITEMS RESAMPLES]     with a release wheel; about two minutes

All of them answer the same question: the percentile interval of the difference. The loop is run whole, in the same process. The end
says how many times faster the others are; exit 1 where that is below the aim (1,000 and 6).
"""

import sys
import time

import numpy as np
import restrap

ITEMS, RESAMPLES = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (100_000, 10_000)
LEAST = {"Metric": 1_000, "ItemMetric": 6}


def f1(sums):
    tp, fp, fn = sums.T
    return 2 * tp / (2 * tp + fp + fn)


def by_counts(counts, rows):
    return f1(counts @ rows)


def loop(old, new, rng):
    differences = np.empty(RESAMPLES)
    for resample in range(RESAMPLES):
        items = rng.integers(0, len(old), len(old))
        differences[resample] = f1(new[items].sum(axis=0)) - f1(old[items].sum(axis=0))
    return np.quantile(differences, [0.025, 0.975])


def timed(function):
    start = time.perf_counter()
    found = function()
    return time.perf_counter() - start, found


def main():
    rng = np.random.default_rng(1)
    old, new = rng.integers(0, 3, (ITEMS, 3)), rng.integers(0, 3, (ITEMS, 3))
    asked = {"test": "bootstrap", "interval": "percentile", "n_resamples": RESAMPLES}
    ways = {
        "Metric": lambda: restrap.compare(old, new, metric=restrap.Metric(f1), **asked).confidence_interval,
        "ItemMetric": lambda: restrap.compare(
            old.astype(float), new.astype(float), metric=restrap.ItemMetric(by_counts), **asked
        ).confidence_interval,
    }
    of_loop, ends = timed(lambda: loop(old, new, rng))
    print(f"{ITEMS:,} items, {RESAMPLES:,} resamples, restrap {restrap.__version__}")
    print(f"{'loop of NumPy':14} {of_loop:9.3f} s            {ends[0]:+.6f} to {ends[1]:+.6f}")
    slow = False
    for name, way in ways.items():
        seconds, (low, high) = timed(way)
        ratio = of_loop / seconds
        slow |= ratio < LEAST[name]
        print(f"{name:14} {seconds:9.3f} s {ratio:8.1f} x {low:+.6f} to {high:+.6f}")
        # Ends of 10,000 resamples are off by some hundredths of the standard error.
        assert np.allclose((low, high), ends, atol=0.1 * (ends[1] - ends[0])), name
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
