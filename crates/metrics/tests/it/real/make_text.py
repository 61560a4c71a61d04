"""Remakes text.tsv: ROUGE by rouge-score 0.1.2, WER and CER by jiwer 4.0.0, of three systems of tests/data/made-texts.

    python make_text.py tests/data/made-texts > text.tsv

Columns: system, references, measure, and its value, or precision, recall and F averaged over segments.
"""

import sys
from pathlib import Path

import jiwer
from rouge_score.rouge_scorer import RougeScorer

DATA = Path(sys.argv[1]) / "de-en"


def read(name):
    with open(DATA / name, encoding="utf-8", newline="\n") as lines:
        return [line.rstrip() for line in lines]


def show(*fields):
    print(*fields, sep="\t")


A, B = read("ref.A.en"), read("ref.B.en")
TYPES = ["rouge1", "rouge2", "rougeL"]
for system in ["one", "three", "five"]:
    lines = read(f"sys.{system}.en")
    scorer = RougeScorer(TYPES)
    one = [scorer.score(reference, line) for reference, line in zip(A, lines)]
    two = [scorer.score_multi(references, line) for *references, line in zip(A, B, lines)]
    for name in TYPES:
        for references, scores in [("A", one), ("AB", two)]:
            parts = ("precision", "recall", "fmeasure")
            means = [sum(getattr(score[name], part) for score in scores) / len(scores) for part in parts]
            show(system, references, name, *map(repr, means))
    show(system, "A", "wer", repr(jiwer.wer(A, lines)))
    show(system, "A", "cer", repr(jiwer.cer(A, lines)))
