"""Peers from raw outputs: macro-F1 of labels, BLEU of segments (bootstrap and swaps), and reading a run (no resampling).

Run as `raw_peers.py PEER TEST`, like peers.py. A test is `METRIC TEST`; `files` are those of raw.py's workload. Peers of F1 and BLEU have
labels or sufficient statistics in memory; a run is read from its file by everybody.
"""

import functools
import sys

import numpy as np
import peers
from peers import RNG, in_chunks, peer, share

CELLS = 4_000_000  # numbers in a batch
TESTS = {
    "bootstrap": ["--test", "bootstrap-percentile", "--alternative", "better"],
    "permutation": ["--test", "permutation"],
}


def macro_f1(right, said, gold):
    """Mean over classes of 2 tp/(said + gold), 0 for 0/0; classes are the last axis."""
    total = said + gold
    return np.divide(2 * right, total, out=np.zeros(total.shape), where=total > 0).mean(-1)


def f1_of(counts, classes):
    """Macro-F1 of both systems from counts of (gold, baseline, system), flat, one row per resample."""
    cells = counts.reshape(-1, classes, classes, classes)
    gold = cells.sum((2, 3))
    for axis in (3, 2):
        table = cells.sum(axis)
        yield macro_f1(np.einsum("rcc->rc", table), table.sum(1), gold)


def cells_of(labels):
    gold, a, b = labels
    classes = int(labels.max()) + 1
    return (gold * classes + a) * classes + b, classes


@peer("NumPy expert: multinomial over cells (gold, baseline, system)", "F1 bootstrap", "numpy", setup=True)
def _(labels):
    cell, classes = cells_of(labels)
    counts = np.bincount(cell, minlength=classes**3)

    def run(r):
        worse = 0
        for k in in_chunks(r, max(1, CELLS // classes**3)):
            a, b = f1_of(RNG.multinomial(counts.sum(), counts / counts.sum(), k), classes)
            worse += np.count_nonzero(b - a <= 1e-12)
        return share(worse, r)

    return run


@peer("NumPy expert: binomial over cells (gold, baseline, system)", "F1 permutation", "numpy", setup=True)
def _(labels):
    cell, classes = cells_of(labels)
    counts = np.bincount(cell, minlength=classes**3)
    a, b = f1_of(counts, classes)
    observed = abs(b - a) - 1e-12

    def run(r):
        extreme = 0
        for k in in_chunks(r, max(1, CELLS // classes**3)):
            swapped = RNG.binomial(counts, 0.5, (k, classes**3))
            other = swapped.reshape(-1, classes, classes, classes).swapaxes(2, 3).reshape(k, -1)
            a, b = f1_of(counts - swapped + other, classes)
            extreme += np.count_nonzero(abs(b - a) >= observed)
        return share(extreme, r)

    return run


def sklearn_loop(labels, draw):
    """What a script does: index or swap, and ask scikit-learn."""
    from sklearn.metrics import f1_score

    gold, a, b = labels

    def difference(gold, a, b):
        return f1_score(gold, b, average="macro") - f1_score(gold, a, average="macro")

    return draw(difference, gold, a, b)


@peer("scikit-learn loop", "F1 bootstrap", "scikit-learn")
def _(labels):
    def draw(difference, *columns):
        def once():
            rows = RNG.integers(0, len(columns[0]), len(columns[0]))
            return difference(*(column[rows] for column in columns)) <= 0

        return lambda r: share(sum(once() for _ in range(r)), r)

    return sklearn_loop(labels, draw)


@peer("scikit-learn loop", "F1 permutation", "scikit-learn")
def _(labels):
    def draw(difference, gold, a, b):
        observed = abs(difference(gold, a, b)) - 1e-12

        def once():
            swap = RNG.random(len(gold)) < 0.5
            return abs(difference(gold, np.where(swap, b, a), np.where(swap, a, b))) >= observed

        return lambda r: share(sum(once() for _ in range(r)), r)

    return sklearn_loop(labels, draw)


@functools.cache
def numba_sums():
    """Sums of rows, of n drawn with replacement or swapped by a bit each; splitmix64 by counter as in peers.py."""
    from numba import njit, prange, uint64

    gold, low = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xFFFFFFFF)

    @njit(inline="always")
    def word(z):
        z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
        return z ^ (z >> uint64(31))

    @njit(parallel=True)
    def drawn(rows, r):
        n, width = rows.shape
        sums = np.zeros((r, width))
        for i in prange(r):
            state, total = word(uint64(i) + gold), np.zeros(width)
            for _ in range(n):
                state += gold
                at = ((word(state) & low) * uint64(n)) >> uint64(32)
                for j in range(width):
                    total[j] += rows[at, j]
            sums[i] = total
        return sums

    @njit(parallel=True)
    def swapped(differences, r):
        n, width = differences.shape
        sums = np.zeros((r, width))
        for i in prange(r):
            state, total, bits = word(uint64(i) + gold), np.zeros(width), uint64(0)
            for at in range(n):
                if at % 64 == 0:
                    state += gold
                    bits = word(state)
                take = float((bits >> uint64(at % 64)) & uint64(1))
                for j in range(width):
                    total[j] += take * differences[at, j]
            sums[i] = total
        return sums

    return drawn, swapped


def one_hot(labels):
    """Rows of 0 and 1 whose sums are, of each system, right, said and gold counts of every class."""
    gold, a, b = (np.eye(int(labels.max()) + 1, dtype=np.float32)[column] for column in labels)
    return np.hstack([gold * a, a, gold * b, b, gold])


def f1_of_sums(sums):
    right_a, a, right_b, b, gold = np.split(sums, 5, axis=1)
    return macro_f1(right_a, a, gold), macro_f1(right_b, b, gold)


@peer("Numba, tuned", "F1 bootstrap", "numba", threads=(1, 2))
def _(labels):
    rows, (drawn, _) = one_hot(labels), numba_sums()

    def run(r):
        a, b = f1_of_sums(drawn(rows, r))
        return share(np.count_nonzero(b - a <= 1e-12), r)

    return run


@peer("Numba, tuned", "F1 permutation", "numba", threads=(1, 2))
def _(labels):
    rows, (_, swapped) = one_hot(labels), numba_sums()
    k = (rows.shape[1]) // 5
    change = np.hstack([rows[:, 2 * k : 4 * k] - rows[:, : 2 * k], rows[:, : 2 * k] - rows[:, 2 * k : 4 * k]])
    kept = np.any(change, axis=1)
    total, change = rows.sum(0, dtype=float), np.ascontiguousarray(change[kept])
    a, b = f1_of_sums(total[None])
    observed = abs(b - a) - 1e-12

    def run(r):
        sums = np.tile(total, (r, 1))
        sums[:, : 4 * k] += swapped(change, r)
        a, b = f1_of_sums(sums)
        return share(np.count_nonzero(abs(b - a) >= observed), r)

    return run


def bleu_of(sums):
    """Corpus BLEU of rows sys_len, ref_len, four matches, four totals; no order is without matches here."""
    length, reference = sums[:, 0], sums[:, 1]
    brevity = np.where(length < reference, np.exp(1 - reference / length), 1.0)
    return 100 * brevity * np.exp(np.log(sums[:, 2:6] / sums[:, 6:]).mean(1))


@peer("Numba, tuned", "BLEU bootstrap", "numba", threads=(1, 2))
def _(statistics):
    rows, (drawn, _) = np.hstack(statistics), numba_sums()

    def run(r):
        sums = drawn(rows, r)
        return share(np.count_nonzero(bleu_of(sums[:, 10:]) - bleu_of(sums[:, :10]) <= 1e-12), r)

    return run


@peer("Numba, tuned", "BLEU permutation", "numba", threads=(1, 2))
def _(statistics):
    a, b = (rows.astype(float) for rows in statistics)
    change, (_, swapped) = b - a, numba_sums()
    observed = abs(bleu_of(a.sum(0)[None]) - bleu_of(b.sum(0)[None])) - 1e-12

    def run(r):
        moved = swapped(change, r)
        difference = bleu_of(b.sum(0) - moved) - bleu_of(a.sum(0) + moved)
        return share(np.count_nonzero(abs(difference) >= observed), r)

    return run


def sacrebleu_p(statistics, kind, r):
    """Sacrebleu's own function, which resamples statistics that it has extracted."""
    from sacrebleu import significance
    from sacrebleu.metrics import BLEU

    class Extracted(BLEU):
        def _extract_corpus_statistics(self, hypotheses, references):
            return hypotheses

    metric = Extracted()
    a, b = (rows.tolist() for rows in statistics)
    before = {"BLEU": (a, significance.Result(metric._aggregate_and_compute(a).score))}
    run = {"bootstrap": significance._paired_bs_test, "permutation": significance._paired_ar_test}[kind]
    return run(before, "system", b, None, {"BLEU": metric}, n_samples=r, seed=1)[1]["BLEU"].p_value


@peer("sacrebleu", "BLEU bootstrap", "sacrebleu", note="p is two-sided; sizes centred at their mean")
def _(statistics):
    return lambda r: sacrebleu_p(statistics, "bootstrap", r)


@peer("sacrebleu", "BLEU permutation", "sacrebleu", note="ties are not counted")
def _(statistics):
    return lambda r: sacrebleu_p(statistics, "permutation", r)


@peer("pytrec_eval", "RR read", "pytrec-eval-terrier", note="RR without its cut at 10, which it does not have")
def _(run, qrels):
    import pytrec_eval

    def read(_):
        with open(qrels) as judged, open(run) as lines:
            evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(judged), {"recip_rank"})
            scores = evaluator.evaluate(pytrec_eval.parse_run(lines))
        return sum(query["recip_rank"] for query in scores.values()) / len(scores)

    return read


@peer("ranx", "RR read", "ranx", threads=(1, 2))
def _(run, qrels):
    from ranx import Qrels, Run, evaluate

    def read(_):
        judged = Qrels.from_file(str(qrels), kind="trec")
        return float(evaluate(judged, Run.from_file(str(run), kind="trec"), "mrr@10", make_comparable=True))

    return read


def statistics_of(reference, *systems):
    from sacrebleu.metrics import BLEU

    lines = [open(path, encoding="utf-8").read().splitlines() for path in (reference, *systems)]
    metric = BLEU(references=[lines[0]])
    return [np.array(metric._extract_corpus_statistics(system, None)) for system in lines[1:]]


def restrap(metric, test, files):
    """The arguments of a comparison, or of reading a run."""
    if metric == "RR":
        return ["score", files[0], "--qrels", files[1], "--metric", "rr@10"]
    options = {"F1": ["--metric", "f1", "--average", "macro", "--gold"], "BLEU": ["--metric", "bleu", "--ref"]}[metric]
    gold, baseline, system = files[-3:]
    return ["compare", baseline, system, *options, gold, *TESTS[test]]


def load(name, test, files):
    metric, kind = test.split()
    if name.startswith("restrap"):
        return peers.calls_of_restrap(restrap(metric, kind, files), sampled=metric != "RR")
    if metric == "RR":
        make = functools.partial(peers.PEERS[name, test]["make"], *files)
    else:
        data = np.load(files[0]) if metric == "F1" else statistics_of(*files[-3:])
        make = functools.partial(peers.PEERS[name, test]["make"], data)
        make()(2)  # compiles
    return peers.timed(make())


if __name__ == "__main__":
    peers.serve(*sys.argv[1:], load=load)
