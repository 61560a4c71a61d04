#!/usr/bin/env python3
"""Write datasets/outputs: artificial outputs of two systems, and what they are scored against, one pair a metric family.

    python3 datasets/make_outputs.py            write the files
    python3 datasets/make_outputs.py --check    compare them with what is on disk, byte for byte

Python 3.8 or later, standard library only. The gold is drawn from short lists; a system keeps each part of it with a fixed
probability, and `system` keeps a little more than `baseline`.
"""

import argparse
import sys

from make_datasets import ROOT, below, splitmix64

SEED = 6
KEPT = {"baseline": 74, "system": 84}  # percent

LABELS = ["billing", "delivery", "other", "refund"]
OFTEN = [5, 4, 2, 1]  # times that each stands in the lot

NAMES = [["Ada", "Lovelace"], ["Grace", "Hopper"], ["Turing"], ["Noether"], ["Emmy", "Destinn"], ["Karel"]]
PLACES = [["London"], ["New", "York"], ["Bryn", "Mawr"], ["Prague"], ["Lyon"]]
FIRMS = [["Acme"], ["North", "Sea", "Bank"], ["Red", "Cross"]]
FRAMES = ["PER moved to LOC .", "PER left ORG in 1933 .", "ORG opened an office in LOC .", "In LOC , PER met PER .",
          "PER wrote to ORG about LOC .", "It rained ."]  # fmt: skip

# Word, part of speech; head (0: the root), relation.
TREES = [
    [("the", "DET", 2, "det"), ("cat", "NOUN", 3, "nsubj"), ("sleeps", "VERB", 0, "root"), (".", "PUNCT", 3, "punct")],
    [("dogs", "NOUN", 2, "nsubj"), ("chase", "VERB", 0, "root"), ("small", "ADJ", 4, "amod"), ("cats", "NOUN", 2, "obj"),
     (".", "PUNCT", 2, "punct")],
    [("she", "PRON", 2, "nsubj"), ("gave", "VERB", 0, "root"), ("him", "PRON", 2, "iobj"), ("a", "DET", 5, "det"),
     ("book", "NOUN", 2, "obj"), (".", "PUNCT", 2, "punct")],
    [("it", "PRON", 3, "nsubj:pass"), ("was", "AUX", 3, "aux:pass"), ("sold", "VERB", 0, "root"), ("in", "ADP", 5, "case"),
     ("May", "PROPN", 3, "obl:tmod"), (".", "PUNCT", 3, "punct")],
]  # fmt: skip

SUBJECTS = ["the committee", "a spokesman", "the old bridge", "our neighbour", "the new law", "her first novel"]
VERBS = ["was presented", "has been delayed", "surprised everyone", "will be discussed", "is still missing"]
PLACES_OF = ["in the city", "at the station", "in parliament", "near the river", "on the island"]
TIMES = ["on Monday", "last night", "two years ago", "before the election", "this morning"]
OTHERS = ["a", "the", "of", "yesterday", "was", "to", "town", "again"]


class Lot:
    def __init__(self, seed):
        self.words = splitmix64(seed)

    def below(self, bound):
        return below(bound, self.words)

    def one(self, choices):
        return choices[self.below(len(choices))]

    def kept(self, system):
        return self.below(100) < KEPT[system]


def labels(lot):
    urn = [label for label, times in zip(LABELS, OFTEN) for _ in range(times)]
    lines = ["item,gold,baseline,system"]
    for item in range(1, 121):
        gold = lot.one(urn)
        said = [gold if lot.kept(system) else lot.one(urn) for system in KEPT]
        lines.append(",".join([f"q{item}", gold, *said]))
    return {"labels.csv": lines}


def entities(lot):
    """A sentence is right or its spans are, one by one: lost, of another type, or one token short."""
    lines = ["# token gold baseline system"]
    for _ in range(60):
        rows = []
        for word in lot.one(FRAMES).split():
            choices = {"PER": NAMES, "LOC": PLACES, "ORG": FIRMS}.get(word)
            if not choices:
                wrong = [lot.below(100) < 2 for _ in KEPT]
                rows.append([word, "O", *("B-LOC" if x else "O" for x in wrong)])
                continue
            name = lot.one(choices)
            tagged = [[("B-" if at == 0 else "I-") + word for at in range(len(name))]]
            for system in KEPT:
                tags = list(tagged[0])
                if not lot.kept(system):
                    error = lot.below(3)
                    other = lot.one([kind for kind in ("PER", "LOC", "ORG") if kind != word])
                    if error == 1:
                        tags = [tag[:2] + other for tag in tags]
                    else:
                        tags = ["O"] * len(tags) if error == 0 or len(tags) == 1 else [*tags[:-1], "O"]
                tagged.append(tags)
            rows += [list(row) for row in zip(name, *tagged)]
        lines += [" ".join(row) for row in rows] + [""]
    return {"entities.conll": lines[:-1]}


def translations(lot):
    made = {"reference.txt": [], "baseline.txt": [], "system.txt": []}
    for _ in range(60):
        parts = [lot.one(SUBJECTS), lot.one(VERBS), lot.one(PLACES_OF), lot.one(TIMES)]
        words = " ".join(parts).split()
        made["reference.txt"].append(" ".join(words).capitalize() + ".")
        for system in KEPT:
            said = []
            for word in words:
                # Two chances to be right: enough 4-grams are left to count.
                if lot.kept(system) or lot.kept(system):
                    said.append(word)
                elif lot.below(3):
                    said.append(lot.one(OTHERS))
            made[f"{system}.txt"].append(" ".join(said or ["the"]).capitalize() + ".")
    return made


def trees(lot):
    made = {"gold.conllu": [], "baseline.conllu": [], "system.conllu": []}
    for sentence in range(1, 17):
        tree = lot.one(TREES)
        for name in made:
            system = name.split(".")[0]
            made[name].append(f"# sent_id = {sentence}")
            for at, (word, pos, head, relation) in enumerate(tree, 1):
                if system in KEPT and not lot.kept(system):
                    # A wrong head, or the right head with a wrong relation; never itself.
                    if lot.below(2):
                        head = lot.one([other for other in range(1, len(tree) + 1) if other != at])
                    else:
                        relation = "dep"
                made[name].append("\t".join([str(at), word, "_", pos, "_", "_", str(head), relation, "_", "_"]))
            made[name].append("")
    return made


def ranking(lot):
    """Ten documents a query, two to four of them relevant; a system finds most of those, high up."""
    qrels, runs = [], {system: [] for system in KEPT}
    for query in range(1, 13):
        grades = {f"d{query}{letter}": (1 + lot.below(2)) * (at < 2 + lot.below(3)) for at, letter in enumerate("abcdefgh")}
        qrels += [f"{query} 0 {document} {grade}" for document, grade in grades.items()]
        for system, run in runs.items():
            scored = []
            for document, grade in grades.items():
                score = lot.below(600) + (200 + 100 * grade if grade and lot.kept(system) else 0)
                scored.append((score, document))
            for rank, (score, document) in enumerate(sorted(scored, reverse=True)[:6], 1):
                run.append(f"{query} Q0 {document} {rank} {score / 100:.2f} {system}")
    return {"qrels.txt": qrels, **{f"{system}.run": run for system, run in runs.items()}}


def counts(lot):
    """Events found in forty reports: right, too many, missed."""
    made = {f"{system}-counts.csv": ["report,tp,fp,fn"] for system in KEPT}
    for report in range(1, 41):
        events = lot.below(7)
        for system in KEPT:
            right = sum(lot.kept(system) for _ in range(events))
            extra = sum(not lot.kept(system) for _ in range(4))
            made[f"{system}-counts.csv"].append(f"r{report},{right},{extra},{events - right}")
    return made


def files():
    """Path under `datasets/outputs/` -> text. Each family has a stream of its own: one can change alone."""
    made = {}
    for at, family in enumerate([labels, entities, translations, trees, ranking, counts]):
        made.update(family(Lot(SEED + at)))
    return {name: "\n".join(lines) + "\n" for name, lines in made.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--check", action="store_true", help="compare with what is on disk")
    check = parser.parse_args().check
    differ = []
    for name, text in files().items():
        path = ROOT / "outputs" / name
        if check:
            if not path.exists() or path.read_bytes() != text.encode():
                differ.append(name)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
    if differ:
        sys.exit(f"not as made: {', '.join(differ)}; run datasets/make_outputs.py")


if __name__ == "__main__":
    main()
