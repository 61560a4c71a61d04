#!/usr/bin/env python3
"""Laws against ten million resamples each: the count of extreme resamples must be binomial about the law's p.

Run `python3 benches/studies/law_against_draws.py` (standard library only; build with `cargo build --release` first; some minutes).
For graded, accuracy and continuous scores and both kinds of resample it compares p by law with the count that
`--exact never` draws, in standard errors, and fails beyond 4.5. The tests hold the same with a few thousand resamples
(`crates/facade/tests/it/sampled.rs`).
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESTRAP = ROOT / "target/release/restrap"
RESAMPLES = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
MOST = 4.5
CASES = [
    ("graded, 1,000,000 items", ["graded", "--items", "1000000", "--effect", "0.0004"]),
    ("graded, 10,000 items", ["graded", "--items", "10000", "--effect", "0.004"]),
    ("graded, 300 items", ["graded", "--items", "300", "--effect", "0.02"]),
    ("accuracy, 10,000 items", ["helped-hurt", "--items", "10000", "--helped", "560", "--hurt", "500"]),
    ("continuous, 1,000 items", ["continuous", "--items", "1000", "--effect", "0.05"]),
    ("continuous, 100 items", ["continuous", "--items", "100", "--effect", "0.15"]),
    ("continuous, 38 items", ["continuous", "--items", "38", "--effect", "0.3"]),
    ("continuous, 30 items", ["continuous", "--items", "30", "--effect", "0.3"]),
]


def run(folder, *arguments):
    done = subprocess.run([RESTRAP, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"error: {' '.join(map(str, arguments))}: {done.stderr.strip()}")
    return done.stdout


def main():
    worst = 0.0
    tests = "permutation,bootstrap"
    print(f"{'scores':26} {'test':12} {'p by law':>14} {'drawn':>10} {'expected':>12} {'errors':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for name, model in CASES:
            for file in pathlib.Path(folder).iterdir():
                file.unlink()
            run(folder, "generate", *model, "a.txt", "b.txt")
            shared = ["compare", "a.txt", "b.txt", "--test", tests, "--interval", "none", "--json"]
            law = json.loads(run(folder, *shared))
            drawn = json.loads(run(folder, *shared, "--exact", "never", "--resamples", str(RESAMPLES)))
            for by_law, sampled in zip(law["comparisons"][0]["tests"], drawn["comparisons"][0]["tests"]):
                p, count = by_law["pvalue"], sampled["at_least_as_extreme"]
                error = max(math.sqrt(RESAMPLES * p * (1 - p)), 1.0)
                distance = (count - RESAMPLES * p) / error
                worst = max(worst, abs(distance))
                print(f"{name:26} {by_law['name']:12} {p:14.8g} {count:10} {RESAMPLES * p:12.1f} {distance:7.2f}")
    print(f"worst {worst:.2f} standard errors of {RESAMPLES:,} resamples")
    if worst > MOST:
        sys.exit(f"error: expected at most {MOST}")


if __name__ == "__main__":
    main()
