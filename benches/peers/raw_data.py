"""The data of raw.py: a run of 7 million lines, labels of 3 and 20 classes, 2,000 translated segments. Fixed seeds."""

import numpy as np

SEED = 20261121
QUERIES, DEPTH = 6_980, 1_003  # 7,000,940 lines, judged queries as many as in MS MARCO dev
VOCABULARY = 8_000


def run(folder, queries=QUERIES):
    """One relevant document a query, at a rank that is log-uniform up to 1,000 in 4 of 5 queries; documents by rank."""
    paths = [folder / f"raw-{queries}.{kind}" for kind in ("run", "qrels")]
    if all(path.exists() for path in paths):
        return paths
    rng = np.random.default_rng([SEED, 40])
    scores = [f"{30 - at / 40:.4f}" for at in range(DEPTH)]
    with paths[0].open("w") as lines, paths[1].open("w") as judged:
        for query in range(queries):
            topic = 1_000_000 + 17 * query
            documents = rng.integers(0, 8_841_823 // DEPTH, DEPTH) * DEPTH + np.arange(DEPTH)  # all distinct
            found = rng.random() < 0.8
            relevant = documents[int(np.exp(rng.random() * np.log(1_000))) - 1] if found else 8_841_822
            judged.write(f"{topic} 0 {relevant} 1\n")
            rows = (f"{topic} Q0 {doc} {at + 1} {scores[at]} made\n" for at, doc in enumerate(documents))
            lines.write("".join(rows))
    return paths


def labels(folder, classes, n=100_000):
    """Gold, baseline and system (accuracy some 0.800 and 0.803, errors on the same hard items), one label per line and as an array."""
    rng = np.random.default_rng([SEED, 10 + (classes != 3)])
    p = 1.0 / np.arange(1, classes + 1)
    gold = rng.choice(classes, n, p=p / p.sum())
    hard = rng.random(n)

    def predicted(accuracy):
        wrong = (gold + rng.integers(1, classes, n)) % classes
        return np.where(hard * 0.7 + rng.random(n) * 0.3 < accuracy, gold, wrong)

    columns = [gold, predicted(0.800), predicted(0.803)]
    stem = f"raw-labels-{classes}-{n}"
    np.save(folder / f"{stem}.npy", np.array(columns, dtype=np.int64))
    paths = [folder / f"{stem}.{name}.txt" for name in ("gold", "baseline", "system")]
    for path, column in zip(paths, columns):
        path.write_text("".join(f"c{label:02}\n" for label in column))
    return [folder / f"{stem}.npy", *paths]


def segments(folder, n=2_000):
    """Reference, baseline and system: Zipfian words, with substitutions, deletions and insertions."""
    rng = np.random.default_rng([SEED, 20])
    p = 1.0 / (np.arange(VOCABULARY) + 2.7)
    p /= p.sum()

    def noisy(words, rate):
        out = []
        for word in words:
            u = rng.random()
            if u < rate * 0.6:
                out.append(rng.integers(0, VOCABULARY))
            elif u >= rate * 0.8:
                out.append(word)
                if u > 1 - rate * 0.2:
                    out.append(rng.integers(0, VOCABULARY))
        return out or [0]

    made = [[], [], []]
    for _ in range(n):
        words = rng.choice(VOCABULARY, int(np.clip(rng.normal(22, 8), 5, 60)), p=p)
        for lines, kept in zip(made, (words, noisy(words, 0.300), noisy(words, 0.293))):
            lines.append(" ".join(f"w{word}" for word in kept))
    paths = [folder / f"raw-segments-{n}.{name}.txt" for name in ("reference", "baseline", "system")]
    for path, lines in zip(paths, made):
        path.write_text("\n".join(lines) + "\n")
    return paths
