#!/usr/bin/env python3
"""Type-I error of the tests on real topics: random pairs of runs of a topic-by-run table, each made a null.

    cargo build --release
    benches/studies/type_one_on_topics.py TABLE.csv [PAIRS] [EXPERIMENTS]

Runs whose mean is among the lowest tenth are left out, as are equal ones (Urbano, Lima & Hanjalic 2019, section 4). Every
pair is a `restrap power compare`, by swapped labels and by equal means; rejections are pooled over pairs. The standard
error beside a rate is that of pairs, which differ. Prints Markdown.
"""

import csv
import json
import random
import statistics
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[2] / "target/release/restrap"
TESTS = ["t", "wilcoxon", "sign", "bootstrap", "permutation"]
SIZES = [25, 50, 100]


def pairs(table, count):
    """Names of two runs that differ somewhere."""
    rows = list(csv.reader(open(table)))
    columns = {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}
    means = sorted(columns, key=lambda name: statistics.mean(columns[name]))
    kept = sorted(set(means[len(means) // 10 :]), key=rows[0].index)
    rng, chosen = random.Random(2019), []
    while len(chosen) < count:
        a, b = rng.sample(kept, 2)
        if columns[a] != columns[b] and (a, b) not in chosen:
            chosen.append((a, b))
    return chosen


def rates(table, pair, null, experiments, seed):
    """Rate of rejection by test and number of topics."""
    systems = [f"{table}:{name}" for name in pair]
    options = ["--null", null, "--items", ",".join(map(str, SIZES)), "--experiments", str(experiments)]
    options += ["--test", ",".join(TESTS), "--seed", str(seed)]
    # Pairs have seeds of their own: with one, they would all meet the same coins.
    done = subprocess.run([PROGRAM, "power", "compare", *systems, *options, "--json"], check=True, capture_output=True)
    cells = json.loads(done.stdout)["cells"]
    return {(t["name"], c["items"]): t["rejected"] / c["experiments"] for c in cells for t in c["tests"]}


def main(table, count=100, experiments=1000):
    chosen = pairs(table, int(count))
    print(f"{Path(table).stem}: {count} pairs of runs, {experiments} experiments of each\n")
    print(f"| null | topics | {' | '.join(TESTS)} |\n|---|--:|{'--:|' * len(TESTS)}")
    for null in ["swaps", "centred"]:
        found = [rates(table, pair, null, experiments, seed) for seed, pair in enumerate(chosen)]
        for size in SIZES:
            values = [[rate[test, size] for rate in found] for test in TESTS]
            cells = [f"{statistics.mean(v):.4f} ± {statistics.stdev(v) / len(v) ** 0.5:.4f}" for v in values]
            print(f"| {null} | {size} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
