#!/usr/bin/env python3
"""Score the sentences shipped with vaderSentiment by five systems and write per-item results.

    python3 -m venv .venv
    .venv/bin/pip install -r datasets/sentiment/requirements.txt
    .venv/bin/pip download --no-deps --no-binary :all: vaderSentiment==3.3.2 -d .venv/sdist
    .venv/bin/python datasets/sentiment/make.py .venv/sdist/vaderSentiment-3.3.2.tar.gz

    ... make.py --check SDIST   compare with the files on disk, byte for byte; write nothing
    python3 datasets/sentiment/make.py --figures
                                print the figures that the README quotes, from the files on disk;
                                standard library only, no SDIST

The sentences stay in the archive: what is written is an id, the polarity that people gave the sentence, and what each
system made of it. Every score is rounded to four decimals before its sign is taken, so that a last bit decides nothing.
"""

import argparse
import csv
import hashlib
import io
import sys
import tarfile
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path

HERE = Path(__file__).resolve().parent
SDIST_SHA256 = "5d7c06e027fc8b99238edb0d53d970cf97066ef97654009890b83703849632f9"
INNER = "vaderSentiment-3.3.2/additional_resources/hutto_ICWSM_2014.tar.gz"

# file stem -> (name in the archive, first letter of the ids, name of the cluster column)
SETS = {
    "movie-reviews": ("movieReviewSnippets", "m", None),
    "tweets": ("tweets", "t", None),
    "product-reviews": ("amazonReviewSnippets", "a", "review"),
    "editorials": ("nytEditorialSnippets", "n", "article"),
}
GRADED = "movie-reviews"
GRADED_SYSTEMS = ("textblob", "vader_no_but", "vader")
RATED = "tweets"
LABELLED_SYSTEMS = ("textblob", "vader_lexicon", "vader")
SYSTEMS = ("textblob", "vader_lexicon", "vader_no_negation", "vader_no_but", "vader")
PAIRS = [
    ("textblob", "vader"),
    ("vader_lexicon", "vader"),
    ("vader_no_negation", "vader"),
    ("vader_no_but", "vader"),
]


def scorers():
    """Name -> function from a sentence to a polarity in [-1, 1]."""
    from textblob.en.sentiments import PatternAnalyzer
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    class NoBut(SentimentIntensityAnalyzer):
        """Without the rule that discounts what comes before "but" and raises what follows."""

        @staticmethod
        def _but_check(words, sentiments):
            return sentiments

    class NoNegation(SentimentIntensityAnalyzer):
        """Without the rule that flips a word after "not", "never", "without" and their kin."""

        @staticmethod
        def _negation_check(valence, words, start, i):
            return valence

    class LexiconOnly(NoBut):
        """The word list alone: valences summed; no negation, "but", boosters, capitals, idioms or punctuation."""

        def sentiment_valence(self, valence, sentence, item, i, sentiments):
            return [*sentiments, self.lexicon.get(item.lower(), 0)]

        def _punctuation_emphasis(self, text):
            return 0

    pattern = PatternAnalyzer()
    made = {"textblob": lambda text: pattern.analyze(text).polarity}
    for name, kind in [
        ("vader_lexicon", LexiconOnly),
        ("vader_no_negation", NoNegation),
        ("vader_no_but", NoBut),
        ("vader", SentimentIntensityAnalyzer),
    ]:
        analyzer = kind()
        made[name] = lambda text, analyzer=analyzer: analyzer.polarity_scores(text)["compound"]
    return made


def sentences(sdist, archive_name):
    """Yield (id, mean human rating in [-4, 4], text)."""
    with tarfile.open(sdist) as outer, tarfile.open(fileobj=outer.extractfile(INNER)) as inner:
        text = inner.extractfile(f"hutto_ICWSM_2014/{archive_name}_GroundTruth.txt").read().decode("utf-8")
    for line in text.split("\r\n"):
        if line:
            key, rating, sentence = line.split("\t", 2)
            yield key, Decimal(rating), sentence


def sign(x):
    return (x > 0) - (x < 0)


def label(x):
    return ("neu", "pos", "neg")[sign(x)]


def rounded(x, places):
    return Decimal(x).quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN)


def table(rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def made_files(sdist):
    """File name -> text."""
    systems, files = scorers(), {}
    for stem, (archive_name, letter, cluster) in SETS.items():
        correct = [["id", *([cluster] if cluster else []), *SYSTEMS]]
        labels = [["id", "gold", *LABELLED_SYSTEMS]]
        errors = [["id", *GRADED_SYSTEMS]]
        ratings = [["id", "people", *LABELLED_SYSTEMS]]
        for key, rating, text in sentences(sdist, archive_name):
            item = letter + key
            if rating == 0 and stem != RATED:
                continue
            score = {name: rounded(scorer(text), 4) for name, scorer in systems.items()}
            ratings.append([item, rating, *(score[s] for s in LABELLED_SYSTEMS)])
            if rating == 0:
                continue
            right = [int(sign(score[s]) == sign(rating)) for s in SYSTEMS]
            correct.append([item, *([item.split("_")[0]] if cluster else []), *right])
            labels.append([item, label(rating), *(label(score[s]) for s in LABELLED_SYSTEMS)])
            errors.append([item, *(rounded(abs(4 * score[s] - rating), 3) for s in GRADED_SYSTEMS)])
        files[f"{stem}.csv"] = table(correct)
        if stem == GRADED:
            files[f"{stem}-labels.csv"] = table(labels)
            files[f"{stem}-error.csv"] = table(errors)
        if stem == RATED:
            files[f"{stem}-ratings.csv"] = table(ratings)
    return files


def swap_law(sums):
    """Exact two-sided p of swapping the two systems in each group with probability 1/2; `sums`: one integer a group."""
    law = [1]  # law[k]: ways to reach k - reach
    for step in (abs(s) for s in sums if s):
        longer = [0] * (len(law) + 2 * step)
        for k, ways in enumerate(law):
            longer[k] += ways
            longer[k + 2 * step] += ways
        law = longer
    reach, observed = (len(law) - 1) // 2, abs(sum(sums))
    extreme = sum(ways for k, ways in enumerate(law) if abs(k - reach) >= observed)
    return float(Fraction(extreme, sum(law)))


def mcnemar(better, worse):
    """Exact two-sided p."""
    n, tail = better + worse, sum(comb(better + worse, k) for k in range(min(better, worse) + 1))
    return float(min(Fraction(1), Fraction(2 * tail, 2**n)))


def figures():
    for stem, (_, _, cluster) in SETS.items():
        with open(HERE / f"{stem}.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        groups = f", {len({r[cluster] for r in rows})} {cluster}s" if cluster else ""
        print(f"{stem}: {len(rows)} items{groups}")
        for name in SYSTEMS:
            right = sum(int(r[name]) for r in rows)
            print(f"  {name:18} {right:6} right  {100 * right / len(rows):.2f} %")
        for base, system in PAIRS:
            d = [int(r[system]) - int(r[base]) for r in rows]
            better, worse = d.count(1), d.count(-1)
            line = f"  {base} -> {system}: {100 * sum(d) / len(d):+.2f} points,"
            line += f" better {better} worse {worse} tied {d.count(0)}, p = {mcnemar(better, worse):.4g}"
            if cluster:
                sums = {}
                for r, x in zip(rows, d):
                    sums[r[cluster]] = sums.get(r[cluster], 0) + x
                line += f", by {cluster} p = {swap_law(sums.values()):.4g}"
            print(line)
    with open(HERE / f"{GRADED}-error.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    thousandths = {s: [int(Decimal(r[s]) * 1000) for r in rows] for s in GRADED_SYSTEMS}
    n = len(rows)
    print(f"{GRADED}-error: {n} items")
    for name in GRADED_SYSTEMS:
        print(f"  {name:18} mean absolute error {sum(thousandths[name]) / n / 1000:.6f}")
    for base, system in [("textblob", "vader"), ("vader_no_but", "vader")]:
        d = [a - b for a, b in zip(thousandths[system], thousandths[base])]
        deviation = sqrt(Fraction(n * sum(x * x for x in d) - sum(d) ** 2, n * (n - 1)))
        t = sum(d) / n / (deviation / sqrt(n))
        print(
            f"  {base} -> {system}: {sum(d) / n / 1000:+.6f}, better {sum(x < 0 for x in d)}"
            f" worse {sum(x > 0 for x in d)} tied {d.count(0)}, paired t = {t:.3f}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("sdist", nargs="?", help="vaderSentiment-3.3.2.tar.gz")
    parser.add_argument("--check", action="store_true", help="compare with the files on disk, write nothing")
    parser.add_argument("--figures", action="store_true", help="print the figures that the README quotes")
    options = parser.parse_args()
    if options.figures:
        figures()
        return 0
    if options.sdist is None:
        parser.error("expected the path of vaderSentiment-3.3.2.tar.gz (the head of this file says how to get it)")
    found = hashlib.sha256(Path(options.sdist).read_bytes()).hexdigest()
    if found != SDIST_SHA256:
        print(f"{options.sdist}: expected sha256 {SDIST_SHA256}, found {found}", file=sys.stderr)
        return 1
    stale = 0
    for name, text in made_files(options.sdist).items():
        path = HERE / name
        if options.check:
            if not path.is_file() or path.read_bytes() != text.encode():
                print(f"differs: {name}", file=sys.stderr)
                stale += 1
        else:
            path.write_bytes(text.encode())
            print(f"wrote {name}, {len(text)} bytes")
    return int(stale > 0)


if __name__ == "__main__":
    sys.exit(main())
