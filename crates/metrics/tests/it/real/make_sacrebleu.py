"""Remakes sacrebleu.tsv: corpus scores and digests of segment statistics, by sacrebleu 2.6.0.

    python make_sacrebleu.py tests/data/made-texts > sacrebleu.tsv

Columns: folder, system, references, signature, corpus score (shortest decimal that gives the double back), FNV-1a 64 of the
statistics (one line per segment, values separated by spaces; TER's mean reference length times the number of references).
"""

import sys
from pathlib import Path

from sacrebleu.metrics import BLEU, CHRF, TER


def fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) % 2**64
    return value


def read(path):
    with open(path, encoding="utf-8", newline="\n") as lines:
        return [line.rstrip() for line in lines]


def row(folder, system, references, metric):
    language = folder.name[-2:]
    refs = [read(folder / f"ref.{name}.{language}") for name in references]
    statistics = metric._extract_corpus_statistics(read(folder / f"sys.{system}.{language}"), refs)
    score = metric._aggregate_and_compute(statistics).score
    if isinstance(metric, TER):
        statistics = [[edits, round(length * len(refs))] for edits, length in statistics]
    text = "".join(" ".join(str(int(value)) for value in values) + "\n" for values in statistics)
    print(folder.name, system, references, metric.get_signature(), repr(score), f"{fnv1a(text):016x}", sep="\t", flush=True)


def main():
    data = Path(sys.argv[1])
    for folder, choices in [("en-de", ["A", "ABC"]), ("de-en", ["A", "AB"]), ("en-zh", ["A"])]:
        folder = data / folder
        systems = sorted(path.name.split(".", 1)[1].rsplit(".", 1)[0] for path in folder.glob("sys.*"))
        for references in choices:
            for system in systems:
                for metric in [BLEU(), CHRF(), CHRF(word_order=2)]:
                    row(folder, system, references, metric)
        variants = [BLEU(tokenize=name) for name in ("intl", "char", "zh", "none")]
        variants += [BLEU(lowercase=True), BLEU(smooth_method="floor"), CHRF(lowercase=True), CHRF(whitespace=True)]
        for metric in variants:
            row(folder, systems[0], choices[-1], metric)
    folder = data / "en-de"
    for system in systems:
        row(folder, system, "A", TER())
    variants = [TER(normalized=True), TER(no_punct=True), TER(case_sensitive=True)]
    variants += [TER(normalized=True, no_punct=True, asian_support=True)]
    for metric in variants:
        row(folder, systems[0], "A", metric)
    row(folder, systems[0], "ABC", TER())
    folder = data / "en-zh"
    for metric in [TER(), TER(normalized=True, no_punct=True, asian_support=True)]:
        row(folder, systems[0], "A", metric)


main()
