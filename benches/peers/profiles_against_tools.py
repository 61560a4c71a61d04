#!/usr/bin/env python3
"""Profiles of restrap beside the tools that they name. Run it by `benches/peers/profiles_against_tools`.

Ten pairs of systems, the first rows of columns of `datasets/`: 0/1 scores with many ties and with few, errors with three
decimals, and few items. Scores are multiplied onto integers and the numbers of items are powers of two, so that sums and means
of doubles are exact: ties are then ties in every tool, and a distance is Monte Carlo error or a different recipe.

A tool draws 20,000 resamples with one seed, and restrap's p is its law. sacrebleu-bs has none: both sides are means of 20 seeds
at the recipe's own 1,000 draws, with the standard error of their scatter, because each run has a centre of its own (where
that centre plus the difference is a possible sum, one run counts its ties and the next does not). Distances are in standard
errors of both sides; 4.5 is allowed (60 comparisons; the normal tail of all of them together is 4e-4).
"""

import argparse
import csv
import importlib.metadata
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from mlxtend.evaluate import permutation_test as mlxtend_test
from ranx.statistical_tests.fisher_randomization_test import fisher_randomization_test as ranx_test
from sacrebleu import significance
from sacrebleu.metrics.base import Metric, Score, Signature
from scipy import stats

DRAWS = 20_000
SEEDS = 20
OWN = DRAWS // SEEDS
ALLOWED = 4.5
FIXTURE = pathlib.Path("crates/facade/tests/it/fixtures/profiles.json")

# File under datasets/, baseline, system, first rows, what scores are multiplied by.
PAIRS = [
    ("sentiment/movie-reviews.csv", "textblob", "vader", 256, 1),
    ("sentiment/movie-reviews.csv", "vader_no_but", "vader", 512, 1),
    ("sentiment/product-reviews.csv", "textblob", "vader", 64, 1),
    ("sentiment/tweets.csv", "vader_no_negation", "vader", 512, 1),
    ("sentiment/editorials.csv", "vader_no_negation", "vader", 256, 1),
    ("sentiment/movie-reviews-error.csv", "textblob", "vader", 64, 1000),
    ("sentiment/movie-reviews-error.csv", "vader_no_but", "vader", 256, 1000),
    ("helped-hurt/n500-helped10-hurt7.csv", "baseline", "experimental", 256, 1),
    ("helped-hurt/n100-helped7-hurt2.csv", "baseline", "experimental", 64, 1),
    ("ten-questions/ten-questions.csv", "baseline", "experimental", 8, 1),
]


class Sum(Metric):
    """The sum of the scores: sacrebleu's machinery with the plainest metric."""

    _SIGNATURE_TYPE = Signature

    def _compute_score_from_stats(self, of):
        return Score("Sum", float(of[0]))

    def _aggregate_and_compute(self, of):
        return self._compute_score_from_stats(np.sum(of, axis=0))

    def _extract_corpus_statistics(self, hypotheses, references):
        return [[score] for score in hypotheses]

    # Segments and references, which no score needs.
    def _check_sentence_args(self, hyp, refs): ...
    def _check_corpus_args(self, hyps, refs): ...
    def _preprocess_segment(self, sent): ...
    def _extract_reference_info(self, refs): ...
    def _compute_segment_statistics(self, hypothesis, ref_kwargs): ...


def sacrebleu(test, draws=DRAWS):
    def p(base, new, seed):
        metric = Sum()
        base_stats = np.array(metric._extract_corpus_statistics(base, None))
        known = {"sum": (base_stats, metric._aggregate_and_compute(base_stats))}
        _, results = test(known, "new", list(new), None, {"sum": metric}, n_samples=draws, seed=seed)
        return results["sum"].p_value

    return p


def scipy(base, new, seed):
    mean = lambda of, axis: np.mean(of, axis=axis)
    got = stats.permutation_test(
        (new - base,), mean, permutation_type="samples", n_resamples=DRAWS, batch=500, rng=np.random.default_rng(seed)
    )
    return float(got.pvalue)


def mlxtend(base, new, seed):
    return mlxtend_test(new, base, paired=True, method="approximate", num_rounds=DRAWS, seed=seed)


def ranx(base, new, seed):
    return float(ranx_test(base, new, n_permutations=DRAWS, random_seed=seed)[0])


def comet(base, new, seed):
    return float(stats.ttest_rel(new, base).pvalue)


TOOLS = [
    ("sacrebleu-ar", "sacrebleu", "sacrebleu", sacrebleu(significance._paired_ar_test)),
    ("sacrebleu-bs", "sacrebleu", "sacrebleu", sacrebleu(significance._paired_bs_test, OWN)),
    ("scipy", "SciPy, permutation_test", "scipy", scipy),
    ("mlxtend", "mlxtend", "mlxtend", mlxtend),
    ("ranx-fisher", "ranx", "ranx", ranx),
    ("comet", "SciPy, ttest_rel, which comet-compare calls", "scipy", comet),
]


def columns(pair):
    file, base, new, rows, scale = pair
    with open(pathlib.Path("datasets") / file, newline="") as opened:
        table = list(csv.DictReader(opened))[:rows]
    assert len(table) == rows, file
    return [np.array([round(float(row[name]) * scale) for row in table], dtype=float) for name in (base, new)]


class Restrap:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)

    def p(self, profile, base, new):
        """The p-value and its standard error, 0 where it is a law."""
        paths = [self.folder / name for name in ("base.txt", "new.txt")]
        for path, scores in zip(paths, (base, new)):
            path.write_text("".join(f"{score:.0f}\n" for score in scores))
        found = []
        for seed in range(SEEDS):
            line = [self.program, "compare", *paths, "--profile", profile, "--interval", "none", "--json", "--seed", str(seed)]
            done = subprocess.run(line, capture_output=True, text=True, check=True)
            test = json.loads(done.stdout)["comparisons"][0]["tests"][0]
            found.append(test["pvalue"])
            if test["method"] != "sampled":
                return found[0], 0.0
        return scatter(found)


def scatter(found):
    """Mean of runs and its standard error; one draw more or less is not a disagreement."""
    return float(np.mean(found)), max(float(np.std(found, ddof=1)) / math.sqrt(len(found)), 1 / DRAWS)


def theirs(profile, ask, base, new, number):
    """A tool's p-value and its standard error."""
    if profile == "comet":
        p = ask(base, new, 0)
        # No draws: rounding alone.
        return p, 1e-10 * p
    if profile == "sacrebleu-bs":
        return scatter([ask(base, new, 1_000 * (number + 1) + seed) for seed in range(SEEDS)])
    p = ask(base, new, 1_000 + number)
    # scipy doubles a tail.
    times, share = (2, min(p / 2, 0.5)) if profile == "scipy" else (1, p)
    return p, times * math.sqrt(max(share * (1 - share), 1 / DRAWS) / DRAWS)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--restrap", required=True)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    cases, summary, failed = [], [], False
    with tempfile.TemporaryDirectory() as folder:
        restrap = Restrap(options.restrap, folder)
        for profile, tool, package, ask in TOOLS:
            version, largest = importlib.metadata.version(package), 0.0
            print(f"\n{profile}: {tool} {version}\n{'pair, rows':<66} {'tool':>9} {'restrap':>9} {'allowed':>9} {'in s.e.':>8}")
            for number, pair in enumerate(PAIRS):
                base, new = columns(pair)
                (tools, tools_error), (ours, own_error) = theirs(profile, ask, base, new, number), restrap.p(profile, base, new)
                error = math.hypot(tools_error, own_error)
                distance = abs(ours - tools) / error
                largest = max(largest, distance)
                failed |= distance > ALLOWED
                mark = "" if distance <= ALLOWED else "  DISAGREE"
                file, baseline, system, rows, _ = pair
                name = f"{file} {baseline} {system}, {rows}"
                print(f"{name:<66} {tools:>9.6f} {ours:>9.6f} {ALLOWED * error:>9.6f} {distance:>8.2f}{mark}")
                case = {"profile": profile, "file": file, "baseline": baseline, "system": system, "rows": rows}
                cases.append(case | {"p": tools, "error": tools_error})
            summary.append(f"| `{profile}` | {tool} | {version} | {len(PAIRS)} | {largest:.1f} |")
        # A system against itself, at the tool's own number of trials.
        scores = columns(PAIRS[0])[1]
        tools = sacrebleu(significance._paired_ar_test, 10_000)(scores, scores, 12345)
        ours, default = restrap.p("sacrebleu-ar", scores, scores)[0], restrap.p("noreen", scores, scores)[0]
        print(f"\na system against itself: sacrebleu {tools:.9f}, --profile sacrebleu-ar {ours:.9f}, restrap {default}")
        failed |= abs(tools - 1 / 10_001) > 1e-12 or abs(ours - tools) > 1e-12 or default != 1.0
    print("\n| profile | tool | version | pairs | largest distance, standard errors |\n|---|---|---|---:|---:|")
    print("\n".join(summary))
    if options.write:
        FIXTURE.parent.mkdir(exist_ok=True)
        text = ",\n".join(json.dumps(case) for case in cases)
        FIXTURE.write_text(f"[\n{text}\n]\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
