"""Hold measures against scikit-learn, NumPy and SciPy on random sets: scores, and tests and intervals where these have them.

Run by scripts/measures_against_tools, which installs the tools.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import scipy.stats
import sklearn.metrics


class Program:
    """The program in a folder of its own."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program, self.folder = Path(program).resolve(), folder

    def compare(self, *words: str) -> dict:
        line = [str(self.program), "compare", *words, "--json", "--no-host", "--quiet"]
        ran = subprocess.run(line, cwd=self.folder, capture_output=True, text=True, check=False)
        if ran.returncode not in (0, 10, 11):
            raise SystemExit(f"{' '.join(words)}: {ran.stderr}")
        return json.loads(ran.stdout)

    def table(self, name: str, **columns: np.ndarray) -> None:
        rows = zip(*(column.tolist() for column in columns.values()))
        lines = [",".join(columns), *(",".join(map(repr, row)) for row in rows)]
        (self.folder / name).write_text("\n".join(lines) + "\n")


def swaps(rng: np.random.Generator, a: np.ndarray, b: np.ndarray, value, draws: int) -> float:
    """Two-sided p of random swaps of rows, (c + 1)/(R + 1)."""
    observed = abs(value(b) - value(a))
    count = 0
    for _ in range(draws):
        swapped = rng.random(len(a)) < 0.5
        shape = (-1,) + (1,) * (a.ndim - 1)
        one, other = np.where(swapped.reshape(shape), b, a), np.where(swapped.reshape(shape), a, b)
        count += abs(value(other) - value(one)) >= observed * (1 - 1e-9)
    return (count + 1) / (draws + 1)


def near(found: float, wanted: float, draws: int) -> bool:
    """Within four and a half Monte Carlo standard errors: 1 in 150,000."""
    return abs(found - wanted) <= 4.5 * math.sqrt(max(wanted * (1 - wanted), 1 / draws) / draws) + 2 / draws


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--restrap", required=True)
    asked.add_argument("--sets", type=int, default=200)
    options = asked.parse_args()
    rng = np.random.default_rng(20261123)
    draws = 2_000
    worst: dict[str, float] = {}
    wrong: list[str] = []

    def score(measure: str, case: int, found: float, wanted: float) -> None:
        error = abs(found - wanted) / max(1.0, abs(wanted))
        worst[measure] = max(worst.get(measure, 0.0), error)
        # Scores are printed to 12 digits.
        if error > 1e-9:
            wrong.append(f"{measure}, set {case}: {found!r} is not {wanted!r}")

    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.restrap, Path(folder))
        for case in range(options.sets):
            items = int(rng.integers(5, 120))
            digits = int(rng.choice([1, 2, 4, 17]))
            gold = rng.normal(0, 10, items).round(digits)
            a, b = (gold + rng.normal(0, spread, items).round(digits) for spread in rng.uniform(0.5, 4, 2))
            happened = rng.integers(0, 2, items)
            happened[:2] = (0, 1)
            p, q = (rng.uniform(0.01, 0.99, items).round(min(digits + 2, 16)) for _ in range(2))
            tokens = rng.integers(1, 60, items)
            nll = [tokens * rng.uniform(1, 3, items) for _ in range(2)]
            program.table("a.csv", gold=gold, x=a, won=happened, p=p, nll=nll[0], tokens=tokens)
            program.table("b.csv", gold=gold, x=b, won=happened, p=q, nll=nll[1], tokens=tokens)
            of_x, of_p = ["a.csv:x", "b.csv:x"], ["a.csv:p", "b.csv:p"]
            measures = {
                "mae": (of_x, "gold", lambda x: sklearn.metrics.mean_absolute_error(gold, x), (a, b)),
                "mse": (of_x, "gold", lambda x: sklearn.metrics.mean_squared_error(gold, x), (a, b)),
                "rmse": (of_x, "gold", lambda x: sklearn.metrics.root_mean_squared_error(gold, x), (a, b)),
                "brier": (of_p, "won", lambda x: sklearn.metrics.brier_score_loss(happened, x), (p, q)),
                "log-loss": (of_p, "won", lambda x: sklearn.metrics.log_loss(happened, x, labels=[0, 1]), (p, q)),
                "median": (of_x, None, np.median, (a, b)),
                "quantile(p=0.9)": (of_x, None, lambda x: np.quantile(x, 0.9), (a, b)),
                "ratio:nll/tokens": (["a.csv", "b.csv"], None, lambda x: x.sum() / tokens.sum(), nll),
                "perplexity:nll/tokens": (["a.csv", "b.csv"], None, lambda x: math.exp(x.sum() / tokens.sum()), nll),
            }
            for measure, (files, against, value, columns) in measures.items():
                words = [*files, "--metric", measure, *(["--gold", f"a.csv:{against}"] if against else [])]
                outcome = program.compare(*words, "--resamples", "5000", "--seed", str(case))
                for system, column in zip(outcome["systems"], columns):
                    score(measure, case, system["score"], float(value(column)))
                # Swaps by hand are slow: of every tenth set.
                if case % 10 == 0:
                    found = outcome["comparisons"][0]["tests"][0]["pvalue"]
                    wanted = swaps(rng, *columns, value, draws)
                    if not near(found, wanted, draws / 2):
                        wrong.append(f"{measure}, set {case}: p {found} is not {wanted}")
            number = round(float(rng.normal(0, 2)), 2)
            tests = program.compare("a.csv:x", f"--against={number}", "--test", "t,wilcoxon,sign")["comparisons"][0]["tests"]
            distance = a - number
            signs = (int((distance > 1e-12).sum()), int((abs(distance) > 1e-12).sum()))
            wanted = {
                "t": scipy.stats.ttest_1samp(a, number).pvalue,
                "sign": scipy.stats.binomtest(*signs).pvalue if signs[1] else 1.0,
            }
            ranks = abs(distance).round(10)
            if items <= 50 and len(set(ranks)) == items and ranks.min() > 0:
                wanted["wilcoxon"] = scipy.stats.wilcoxon(distance.round(10), method="exact").pvalue
            for test in tests:
                if test["name"] in wanted:
                    score(f"{test['name']} against a number", case, test["pvalue"], wanted[test["name"]])
    for measure, error in worst.items():
        print(f"{measure:24} {options.sets} sets, largest relative error {error:.1e}")
    print("\n".join(wrong) if wrong else "all agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
