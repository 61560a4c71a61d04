"""Remakes seqeval.tsv: spans that seqeval 1.2.2 finds in made tag sequences, lenient and strict.

    python make_seqeval.py > seqeval.tsv

Columns: scheme, tags, spans as start-end-type (end behind the last token).
"""

import random

from seqeval.metrics.sequence_labeling import get_entities
from seqeval.scheme import BILOU, IOB1, IOB2, IOBES, IOE1, IOE2, Entities

SCHEMES = {
    "lenient": ("BIES", None), "iob1": ("BI", IOB1), "iob2": ("BI", IOB2), "ioe1": ("IE", IOE1), "ioe2": ("IE", IOE2),
    "iobes": ("BIES", IOBES), "bilou": ("BILU", BILOU),
}

random.seed(3)
for name, (letters, scheme) in SCHEMES.items():
    for _ in range(60):
        tags = []
        for _ in range(random.randint(1, 7)):
            tags.append("O" if random.random() < 0.25 else f"{random.choice(letters)}-{random.choice('XY')}")
        if scheme is None:
            spans = [(start, end + 1, kind) for kind, start, end in get_entities(tags)]
        else:
            spans = [(span.start, span.end, span.tag) for span in Entities([tags], scheme).entities[0]]
        print(name, " ".join(tags), " ".join(f"{start}-{end}-{kind}" for start, end, kind in spans), sep="\t")
