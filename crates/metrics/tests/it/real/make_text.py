"""Remakes text.tsv: ROUGE by rouge-score 0.1.2, WER and CER by jiwer 4.0.0, of three systems of WMT 2022.

    python make_text.py DATA > text.tsv        (DATA holds the folder wmt22)

Columns: system, references, measure, and its value, or precision, recall and F averaged over segments.
"""

import sys
from pathlib import Path

import jiwer
from rouge_score.rouge_scorer import RougeScorer

DATA = Path(sys.argv[1]) / "wmt22/cs-en"


def read(name):
    with open(DATA / name, encoding="utf-8", newline="\n") as lines:
        return [line.rstrip() for line in lines]


def show(*fields):
    print(*fields, sep="\t")


B, C = read("ref.B.en"), read("ref.C.en")
TYPES = ["rouge1", "rouge2", "rougeL"]
for system in ["CUNI-Transformer", "Online-W", "SHOPLINE-PL"]:
    lines = read(f"sys.{system}.en")
    scorer = RougeScorer(TYPES)
    one = [scorer.score(reference, line) for reference, line in zip(B, lines)]
    two = [scorer.score_multi(references, line) for *references, line in zip(B, C, lines)]
    for name in TYPES:
        for references, scores in [("B", one), ("BC", two)]:
            parts = ("precision", "recall", "fmeasure")
            means = [sum(getattr(score[name], part) for score in scores) / len(scores) for part in parts]
            show(system, references, name, *map(repr, means))
    show(system, "B", "wer", repr(jiwer.wer(B, lines)))
    show(system, "B", "cer", repr(jiwer.cer(B, lines)))
