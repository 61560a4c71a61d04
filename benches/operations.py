"""Operations of benches/commands.txt and the files that they read, made from a fixed seed."""

import random
import shlex
from pathlib import Path

SECTIONS = ("counted", "timed")
ITEMS = (50, 1_000, 100_000)


def operations(sections=SECTIONS, word=None):
    """Yields the name and the words of each operation of these sections whose name holds `word`."""
    section = None
    for line in Path(__file__).with_name("commands.txt").read_text().splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        name, _, command = line.partition(": ")
        if command and not line.startswith("#") and section in sections and (word is None or word in name):
            yield name, shlex.split(command)


def make(folder, sections=SECTIONS):
    """Writes every file that the operations of these sections read."""
    for section in sections:
        {"counted": counted, "timed": timed}[section](Path(folder))


def table(path, columns, rows):
    with path.open("w") as out:
        out.write(",".join(columns) + "\n")
        out.writelines(",".join(map(str, row)) + "\n" for row in rows)


def pairs(rng, items, effect):
    for _ in range(items):
        base = rng.gauss(0, 1)
        yield base, base + rng.gauss(effect, 0.5)


def counted(folder):
    rng = random.Random(52)
    kinds = {
        "bin": lambda base, new: (int(base > -0.5), int(new > -0.5)),
        "likert": lambda base, new: tuple(min(5, max(1, round(3 + score))) for score in (base, new)),
        "short": lambda base, new: (f"{base:.4f}", f"{new:.4f}"),
        "long": lambda base, new: (repr(base), repr(new)),
    }
    for kind, form in kinds.items():
        for items in (*ITEMS, 100) if kind == "long" else ITEMS:
            scores = pairs(rng, items, 0.6 / items**0.5)
            table(folder / f"{kind}{items}.csv", ("base", "new"), (form(*pair) for pair in scores))
    scores = enumerate(pairs(rng, 2_000, 0.02))
    table(
        folder / "clusters.csv",
        ("doc", "kind", "base", "new"),
        ((f"d{item // 10}", f"k{item % 4}", f"{base:.4f}", f"{new:.4f}") for item, (base, new) in scores),
    )
    for systems in (5, 20):
        names = [f"s{system}" for system in range(systems)]
        rows = ([item, *(f"{rng.gauss(0.05 * system, 1):.4f}" for system in range(systems))] for item in range(500))
        table(folder / f"rank{systems}.csv", ("id", *names), rows)
    human = [rng.gauss(0, 1) for _ in range(300)]
    table(
        folder / "correlate.csv",
        ("human", "one", "other"),
        ((f"{score:.3f}", f"{score + rng.gauss(0, 1):.3f}", f"{score + rng.gauss(0, 1.1):.3f}") for score in human),
    )
    for name in "uvw":
        scores = enumerate(pairs(rng, 500, 0.02))
        rows = ((item, f"{base:.4f}", f"{new:.4f}") for item, (base, new) in scores)
        table(folder / f"set{name}.csv", ("id", "base", "new"), rows)
    for classes in (3, 200):
        golds = [rng.randrange(classes) for _ in range(2_000)]
        noisy = lambda gold, right: gold if rng.random() < right else rng.randrange(classes)
        rows = ((f"c{gold}", f"c{noisy(gold, 0.7)}", f"c{noisy(gold, 0.71)}") for gold in golds)
        table(folder / f"labels{classes}.csv", ("gold", "base", "new"), rows)
    segments(folder, rng, 400)
    runs(folder, rng, 100)
    scores = list(pairs(rng, 50_000, 0.004))
    rows = ((f"item{item}", f"{base:.3f}", f"{new:.3f}") for item, (base, new) in enumerate(scores))
    table(folder / "ids.csv", ("id", "base", "new"), rows)
    with (folder / "ids.jsonl").open("w") as out:
        for item, (base, new) in enumerate(scores):
            out.write(f'{{"id": "item{item}", "text": "some text", "base": {base:.3f}, "new": {new:.3f}}}\n')


def segments(folder, rng, count):
    words = [f"w{number}" for number in range(300)]
    lines = {"base.txt": [], "new.txt": [], "reference.txt": []}
    for _ in range(count):
        reference = [rng.choice(words) for _ in range(rng.randint(8, 30))]
        lines["reference.txt"].append(reference)
        for name, kept in (("base.txt", 0.80), ("new.txt", 0.803)):
            lines[name].append([word if rng.random() < kept else rng.choice(words) for word in reference])
    for name, texts in lines.items():
        (folder / name).write_text("".join(" ".join(text) + "\n" for text in texts))


def runs(folder, rng, queries):
    with (folder / "qrels.txt").open("w") as qrels, (folder / "base.run").open("w") as base, (folder / "new.run").open("w") as new:
        for query in range(queries):
            relevant = {document: rng.randint(0, 3) for document in range(30)}
            qrels.writelines(f"q{query} 0 d{document} {grade}\n" for document, grade in relevant.items())
            for run, noise in ((base, 1.5), (new, 1.48)):
                run.writelines(
                    f"q{query} Q0 d{document} {rank} {grade + rng.gauss(0, noise):.5f} run\n"
                    for rank, (document, grade) in enumerate(relevant.items(), 1)
                )


def timed(folder):
    rng = random.Random(53)
    scores = list(pairs(rng, 1_000_000, 0.004))
    for name, column in zip(("a.txt", "b.txt"), zip(*scores)):
        (folder / name).write_text("".join(f"{score:.4f}\n" for score in column))
    rows = ((item, f"{base:.3f}", f"{new:.3f}") for item, (base, new) in enumerate(scores))
    table(folder / "wide.csv", ("id", "base", "new"), rows)
