#!/usr/bin/env python3
"""Write the small data sets: ten-questions, labels, helped-hurt.

    python3 datasets/make_datasets.py            write the files
    python3 datasets/make_datasets.py --check    compare them with what is on disk, byte for byte
    python3 datasets/make_datasets.py --figures  print the figures that the READMEs quote

Python 3.8 or later, standard library only; the result is the same for all: the shuffle has its own generator, and the
figures are computed in exact fractions.

`datasets/sentiment/` is made from published software and has its own `make.py`.
"""

import argparse
import sys
from fractions import Fraction
from math import comb
from pathlib import Path

ROOT = Path(__file__).resolve().parent

# One entry a question: does the system answer it correctly?
TEN_BASELINE = [0, 1, 1, 0, 0, 1, 0, 1, 0, 1]
TEN_EXPERIMENTAL = [1, 1, 0, 1, 1, 0, 1, 1, 0, 0]

# Ten items, all of class 1, and the label that each system gives them.
GOLD = [1] * 10
LABELS_A = [1, 0, 1, 1, 0, 1, 1, 0, 1, 1]
LABELS_B = [1, 1, 0, 0, 0, 1, 1, 0, 1, 0]

# (items, helped, hurt)
HELPED_HURT = [(500, 10, 7), (100, 2, 0), (100, 7, 2)]
SHUFFLE_SEED = 20

MASK = (1 << 64) - 1


def splitmix64(state):
    """Yield 64-bit words: Steele, Lea and Flood 2014, with the constants of Vigna's public-domain C code."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def below(bound, words):
    """A uniform integer in [0, bound): words past the last full multiple of `bound` are rejected, so there is no bias."""
    limit = (1 << 64) // bound * bound
    return next(word for word in words if word < limit) % bound


def shuffled(rows, seed):
    """Fisher-Yates from the back."""
    rows, words = list(rows), splitmix64(seed)
    for last in range(len(rows) - 1, 0, -1):
        other = below(last + 1, words)
        rows[last], rows[other] = rows[other], rows[last]
    return rows


def csv(header, rows):
    return "".join(",".join(map(str, row)) + "\n" for row in [header, *rows])


def helped_hurt_name(items, helped, hurt):
    return f"n{items}-helped{helped}-hurt{hurt}.csv"


def helped_hurt_rows(items, helped, hurt):
    """(baseline, experimental): (0, 1) is helped, (1, 0) is hurt, (0, 0) the rest."""
    rows = [(0, 1)] * helped + [(1, 0)] * hurt + [(0, 0)] * (items - helped - hurt)
    return shuffled(rows, SHUFFLE_SEED)


def files():
    """Path under `datasets/` -> text."""
    correct = [(int(a == g), int(b == g)) for g, a, b in zip(GOLD, LABELS_A, LABELS_B)]
    made = {
        "ten-questions/ten-questions.csv": csv(
            ("question", "baseline", "experimental"),
            zip(range(10), TEN_BASELINE, TEN_EXPERIMENTAL),
        ),
        "ten-questions/baseline.txt": "".join(f"{x}\n" for x in TEN_BASELINE),
        "ten-questions/experimental.txt": "".join(f"{x}\n" for x in TEN_EXPERIMENTAL),
        "labels/labels.csv": csv(
            ("item", "gold", "A", "B"), zip(range(1, 11), GOLD, LABELS_A, LABELS_B)
        ),
        "labels/correct.csv": csv(
            ("item", "A", "B"), [(i, a, b) for i, (a, b) in enumerate(correct, 1)]
        ),
    }
    for counts in HELPED_HURT:
        made["helped-hurt/" + helped_hurt_name(*counts)] = csv(
            ("baseline", "experimental"), helped_hurt_rows(*counts)
        )
    return made


def bootstrap_law(differences):
    """Exact law of the sum of n draws with replacement: {sum: weight}, weights adding to n^n.

    The differences are -1, 0 or 1, so the number of (+1, -1) pairs drawn is trinomial: n^2 / 2 terms.
    """
    n = len(differences)
    helped, hurt = differences.count(1), differences.count(-1)
    up = [helped**k for k in range(n + 1)]
    down = [hurt**k for k in range(n + 1)]
    same = [(n - helped - hurt) ** k for k in range(n + 1)]
    law = {}
    for a in range(n + 1):
        if not up[a]:
            break
        for b in range(n - a + 1):
            if not down[b]:
                break
            weight = comb(n, a) * comb(n - a, b) * up[a] * down[b] * same[n - a - b]
            law[a - b] = law.get(a - b, 0) + weight
    return law


def share(law, keep):
    return Fraction(sum(w for s, w in law.items() if keep(s)), sum(law.values()))


def sign_flip(differences):
    """Exact paired permutation p, (one-sided "better", two-sided): swap the two systems with probability 1/2."""
    changed = [d for d in differences if d]
    n, observed = len(changed), sum(changed)
    law = {2 * k - n: comb(n, k) for k in range(n + 1)}
    return share(law, lambda s: s >= observed), share(law, lambda s: abs(s) >= abs(observed))


def figures():
    def report(name, differences):
        law, observed = bootstrap_law(differences), sum(differences)
        one, two = sign_flip(differences)
        print(name)
        print(f"  items {len(differences)}, helped {differences.count(1)}, hurt {differences.count(-1)}")
        for words, value in [
            ("bootstrap, share of resamples <= 0", share(law, lambda s: s <= 0)),
            ("bootstrap, share >  2 delta", share(law, lambda s: s > 2 * observed)),
            ("bootstrap, share >= 2 delta", share(law, lambda s: s >= 2 * observed)),
            ("permutation, one-sided", one),
            ("permutation, two-sided", two),
        ]:
            print(f"  {words:36} {float(value)!r}")

    report("ten-questions", [e - b for b, e in zip(TEN_BASELINE, TEN_EXPERIMENTAL)])
    report("labels", [int(a == g) - int(b == g) for g, a, b in zip(GOLD, LABELS_A, LABELS_B)])
    for counts in HELPED_HURT:
        rows = helped_hurt_rows(*counts)
        report("helped-hurt/" + helped_hurt_name(*counts), [e - b for b, e in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--check", action="store_true", help="compare with the files on disk, write nothing")
    task.add_argument("--figures", action="store_true", help="print the figures that the READMEs quote")
    options = parser.parse_args()

    if options.figures:
        figures()
        return 0
    stale = 0
    for name, text in files().items():
        path = ROOT / name
        if options.check:
            if not path.is_file() or path.read_bytes() != text.encode():
                print(f"differs: datasets/{name}", file=sys.stderr)
                stale += 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
            print(f"wrote datasets/{name}")
    if stale:
        print("hint: run `python3 datasets/make_datasets.py` to write them again", file=sys.stderr)
    return int(stale > 0)


if __name__ == "__main__":
    sys.exit(main())
