"""P-values of sacrebleu 2.6.0's paired bootstrap and approximate randomization beside restrap's: see sacrebleu_p_values.

Eight pairs of tests/data/made-texts: neighbours in the order of BLEU, so that p is not 0, in three folders. Each program draws with its own seed, so that two
p-values differ by chance: the last column is the difference in standard errors.
"""

import argparse
import json
import subprocess
from pathlib import Path

from sacrebleu import significance
from sacrebleu.metrics import BLEU, CHRF

DATA = Path(__file__).resolve().parents[2] / "tests/data/made-texts"
R = 10_000  # resamples of sacrebleu, and those of restrap: enough that the noise left is the former's
OURS = 30_000
SEED = 12345  # sacrebleu's default
FIXTURE = Path(__file__).resolve().parents[2] / "tests/it/real/sacrebleu_p.tsv"
FOLDERS = [("en-de", "A", 3), ("de-en", "A", 3), ("en-zh", "A", 2)]
METRICS = {"bleu": BLEU, "chrf": CHRF}
TESTS = {"bs": "sacrebleu-bs", "ar": "sacrebleu-ar"}


def read(path):
    with open(path, encoding="utf-8", newline="\n") as lines:
        return [line.rstrip() for line in lines]


def pairs(data):
    """(folder, reference, baseline, system): the closest neighbours in BLEU of each folder."""
    for folder, reference, wanted in FOLDERS:
        language = folder[-2:]
        refs = [read(data / folder / f"ref.{reference}.{language}")]
        names = sorted(path.name.split(".", 1)[1].rsplit(".", 1)[0] for path in (data / folder).glob("sys.*"))
        score = {name: BLEU().corpus_score(read(data / folder / f"sys.{name}.{language}"), refs).score for name in names}
        order = sorted(names, key=score.get, reverse=True)
        near = sorted(zip(order, order[1:]), key=lambda pair: score[pair[0]] - score[pair[1]])[:wanted]
        yield from ((folder, reference, *pair) for pair in near)


def theirs(files, test):
    """Sacrebleu's p of each metric; the first file is the reference. What its PairedTest calls, without the intervals."""
    reference, baseline, system = [read(file) for file in files]
    metrics = {name: make(references=[reference]) for name, make in METRICS.items()}
    before = {}
    for name, metric in metrics.items():
        statistics = metric._extract_corpus_statistics(baseline, None)
        before[name] = (statistics, significance.Result(metric._aggregate_and_compute(statistics).score))
    run = {"bs": significance._paired_bs_test, "ar": significance._paired_ar_test}[test]
    _, results = run(before, "system", system, None, metrics, n_samples=R, n_ar_confidence=-1, seed=SEED)
    return {name: result.p_value for name, result in results.items()}


def ours(program, files, metric, test):
    """Restrap's p. The profiles fix sacrebleu's own numbers of resamples, so the counts of several seeds are added up."""
    reference, baseline, system = map(str, files)
    options = ["--metric", metric, "--ref", reference, "--profile", TESTS[test], "--exact", "never", "--interval", "none"]
    counted = drawn = seed = 0
    while drawn < OURS:
        command = [program, "compare", baseline, system, *options, "--seed", str(seed), "--json"]
        out = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        answer = json.loads(out)["comparisons"][0]["tests"][0]
        counted, drawn, seed = counted + answer["at_least_as_extreme"], drawn + answer["resamples"], seed + 1
    return (counted + 1) / (drawn + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--restrap", type=Path, required=True)
    parser.add_argument("--write", action="store_true", help=f"write {FIXTURE.name}")
    options = parser.parse_args()
    rows, furthest = [], 0.0
    print("folder\treference\tbaseline\tsystem\tmetric\ttest\tsacrebleu\trestrap\tdifference\tstandard errors")
    for folder, reference, *systems in pairs(DATA):
        language = folder[-2:]
        files = [DATA / folder / f"{name}.{language}" for name in (f"ref.{reference}", *(f"sys.{s}" for s in systems))]
        for test in TESTS:
            for metric, want in theirs(files, test).items():
                got = ours(options.restrap, files, metric, test)
                pooled = (want + got) / 2
                error = (pooled * (1 - pooled) * (1 / R + 1 / OURS)) ** 0.5
                furthest = max(furthest, abs(got - want))
                row = [folder, reference, *systems, metric, test, f"{want:.6f}"]
                rows.append("\t".join(row))
                print(*row, f"{got:.6f}", f"{got - want:+.4f}", f"{(got - want) / error:+.1f}", sep="\t", flush=True)
    print(f"{len(rows)} p-values, at most {furthest:.4f} apart")
    if options.write:
        FIXTURE.write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
