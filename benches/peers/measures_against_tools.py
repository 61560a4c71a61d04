"""Hold measures against scikit-learn, NumPy, SciPy and R on random sets: scores, and tests and intervals where these have them.

Run by benches/peers/measures_against_tools, which installs the tools.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import scipy.stats
import sklearn.metrics


# One line a set and measure: every set at once, as R takes longer to start than to compute. Base R has all of it.
R = """
for (file in list.files(pattern = "^r[0-9]+[.]csv$")) {
  d <- read.csv(file); m <- as.numeric(readLines(sub("csv", "number", file)))
  put <- function(name, a, b = NA) cat(file, name, sprintf("%.15g", c(a, b)), "\\n")
  two <- function(name, f, a, b) put(name, f(a), f(b))
  two("mae", function(x) mean(abs(x - d$gold)), d$a, d$b)
  two("mse", function(x) mean((x - d$gold)^2), d$a, d$b)
  two("rmse", function(x) sqrt(mean((x - d$gold)^2)), d$a, d$b)
  two("brier", function(x) mean((x - d$won)^2), d$p, d$q)
  two("log-loss", function(x) -mean(dbinom(d$won, 1, x, log = TRUE)), d$p, d$q)
  two("median", median, d$a, d$b)
  two("quantile(p=0.9)", function(x) quantile(x, .9, names = FALSE), d$a, d$b)
  two("ratio:nll/tokens", function(x) sum(x) / sum(d$tokens), d$nll, d$nlm)
  two("perplexity:nll/tokens", function(x) exp(weighted.mean(x / d$tokens, d$tokens)), d$nll, d$nlm)
  put("t against a number", t.test(d$a, mu = m)$p.value)
  away <- d$a - m; away <- away[abs(away) > 1e-12]
  put("sign against a number", if (length(away)) binom.test(sum(away > 0), length(away))$p.value else 1)
}
"""


class Program:
    """The program in a folder of its own."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program, self.folder = Path(program).resolve(), folder

    def compare(self, *words: str) -> dict:
        return self.run("compare", *words, "--no-host")

    def run(self, *words: str) -> dict:
        line = [str(self.program), *words, "--json", "--quiet"]
        ran = subprocess.run(line, cwd=self.folder, capture_output=True, text=True, check=False)
        if ran.returncode not in (0, 10, 11):
            raise SystemExit(f"{' '.join(words)}: {ran.stderr}")
        return json.loads(ran.stdout)

    def table(self, name: str, **columns: np.ndarray) -> None:
        rows = zip(*(column.tolist() for column in columns.values()))
        lines = [",".join(columns), *(",".join(map(repr, row)) for row in rows)]
        (self.folder / name).write_text("\n".join(lines) + "\n")

    def sentences(self, name: str, ends: np.ndarray, **columns: np.ndarray) -> None:
        """Tokens with their labels; a blank line behind each end."""
        lines = ["# token " + " ".join(columns)]
        for token, labels in enumerate(zip(*columns.values())):
            lines.append(" ".join([f"t{token}", *labels]) + ("\n" if ends[token] else ""))
        (self.folder / name).write_text("\n".join(lines) + "\n")


def unbiased_variation(values: np.ndarray) -> float:
    """CV* as Belz et al. (2021) define it."""
    n = len(values)
    c4 = math.sqrt(2 / (n - 1)) * math.gamma(n / 2) / math.gamma((n - 1) / 2)
    return 100 * (1 + 1 / (4 * n)) * values.std(ddof=1) / c4 / values.mean()


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

    found_here: dict[tuple[str, str], list[float]] = {}
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
                found_here[f"r{case}.csv", measure] = [system["score"] for system in outcome["systems"]]
                # Swaps by hand are slow: of every tenth set.
                if case % 10 == 0:
                    found = outcome["comparisons"][0]["tests"][0]["pvalue"]
                    wanted = swaps(rng, *columns, value, draws)
                    if not near(found, wanted, draws / 2):
                        wrong.append(f"{measure}, set {case}: p {found} is not {wanted}")
            number = round(float(rng.normal(0, 2)), 2)
            program.table(
                f"r{case}.csv", gold=gold, a=a, b=b, won=happened, p=p, q=q, nll=nll[0], nlm=nll[1], tokens=tokens
            )
            (Path(folder) / f"r{case}.number").write_text(f"{number!r}\n")
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
                found_here[f"r{case}.csv", f"{test['name']} against a number"] = [test["pvalue"]]
                if test["name"] in wanted:
                    score(f"{test['name']} against a number", case, test["pvalue"], wanted[test["name"]])
            right, *given = (rng.choice(["DT", "NN", "VB", "B-PER", "O"], items, p=[0.4, 0.3, 0.1, 0.1, 0.1]) for _ in range(3))
            given = [np.where(rng.random(items) < 0.7, right, labels) for labels in given]
            ends = rng.random(items) < 0.3
            program.sentences("t.conll", ends, gold=right, a=given[0], b=given[1])
            sentence = np.concatenate([[0], np.cumsum(ends)[:-1]])
            known = sorted({*right, *given[0], *given[1]})
            of_labels = {
                "sentence-accuracy": lambda x: np.mean([(x == right)[sentence == s].all() for s in np.unique(sentence)]),
                "span-f1(scheme=tokens)": lambda x: sklearn.metrics.accuracy_score(right, x),
                "span-f1(average=macro,scheme=tokens)": lambda x: sklearn.metrics.f1_score(
                    right, x, labels=known, average="macro", zero_division=0
                ),
            }
            for measure, value in of_labels.items():
                words = ["t.conll:a", "t.conll:b", "--gold", "t.conll:gold", "--metric", measure, "--resamples", "200"]
                for system, labels in zip(program.compare(*words)["systems"], given):
                    score(measure, case, system["score"], float(value(labels)))
            measured = abs(rng.normal(50, 5, int(rng.integers(2, 12)))).round(2)
            listed = "x=" + ",".join(map(repr, measured.tolist()))
            outcome = program.run("ci", "--scores", listed, "--over", "replications", "--reproduction")
            score("CV*", case, outcome["systems"][0]["reproduction"]["coefficient"], unbiased_variation(measured))
        if shutil.which("Rscript"):
            ran = subprocess.run(["Rscript", "-e", R], cwd=folder, capture_output=True, text=True, check=True)
            for line in ran.stdout.splitlines():
                file, *words, first, second = line.split()
                measure = " ".join(words)
                for found, wanted in zip(found_here[file, measure], (first, second)):
                    score(f"R: {measure}", int(file[1:-4]), found, float(wanted))
        else:
            print("SKIPPED R: no Rscript on the PATH (apt-get install r-base-core)")
    for measure, error in worst.items():
        print(f"{measure:36} {options.sets} sets, largest relative error {error:.1e}")
    print("\n".join(wrong) if wrong else "all agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
