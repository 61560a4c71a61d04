"""Items that belong together, and training runs: restrap beside Python, whole processes from the same files. See README.md.

Run as `units.py PEER FILE...`: reads the files, prints the p-value.
"""

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from measure import brief, machine, restrap_version
from workers import environment

ROUNDS = 5
RESAMPLES = 10_000


def differences(file):
    """Clusters and differences of a table."""
    import polars

    table = polars.read_csv(file)
    return table["passage"].to_numpy(), (table["new"] - table["base"]).to_numpy()


def swaps(file):
    """Random swaps of whole clusters: signs of their totals, 64 clusters a random word."""
    clusters, d = differences(file)
    totals = np.bincount(clusters, weights=d)
    n, rng = len(totals), np.random.default_rng(1)
    observed, total, count = abs(totals.sum()) * (1 - 1e-12), totals.sum(), 0
    for _ in range(RESAMPLES // 20):
        bits = np.frombuffer(rng.bytes(20 * -(-n // 8)), np.uint8).reshape(20, -1)
        count += np.count_nonzero(abs(total - 2 * (np.unpackbits(bits, axis=1, count=n) @ totals)) >= observed)
    return (count + 1) / (RESAMPLES + 1)


def sandwich(file):
    """The mean difference with a cluster-robust standard error (CR1), t with clusters - 1 degrees of freedom."""
    import statsmodels.api as sm

    clusters, d = differences(file)
    fit = sm.OLS(d, np.ones_like(d)).fit(cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True)
    return float(fit.pvalues[0])


def answers(files):
    """Scores of one system, runs by items."""
    import polars

    tables = [polars.read_csv(file) for file in files]
    return np.stack([table.sort("id")["score"].to_numpy() for table in tables])


def two_way(*files):
    """Runs of each side and items resampled together: a share of differences at or below 0, doubled."""
    base, new = answers(files[: len(files) // 2]), answers(files[len(files) // 2 :])
    rng, below = np.random.default_rng(1), 0
    for _ in range(RESAMPLES):
        item_weights = np.bincount(rng.integers(0, base.shape[1], base.shape[1]), minlength=base.shape[1])
        runs = [np.bincount(rng.integers(0, len(side), len(side)), minlength=len(side)) for side in (base, new)]
        below += runs[1] @ (new @ item_weights) / len(new) <= runs[0] @ (base @ item_weights) / len(base)
    return min(1.0, 2 * (min(below, RESAMPLES - below) + 1) / (RESAMPLES + 1))


def of_runs(*files):
    """Welch's t of the runs' means: it takes the items as the only ones that matter."""
    from scipy import stats

    base, new = answers(files[: len(files) // 2]), answers(files[len(files) // 2 :])
    return float(stats.ttest_ind(new.mean(1), base.mean(1), equal_var=False).pvalue)


PEERS = {
    "clusters": {
        f"NumPy expert: random bits @ totals, {RESAMPLES:,} swaps, no interval": swaps,
        "statsmodels: OLS with cluster covariance, no exact p": sandwich,
    },
    "runs": {
        f"NumPy expert: bootstrap of runs and items, {RESAMPLES:,} resamples": two_way,
        "SciPy: Welch t of the runs' means, items taken as fixed": of_runs,
    },
}


def generate(folder, quick):
    """One table of a million items in about 100,000 clusters; ten files a side of 10,000 items."""
    folder.mkdir(parents=True, exist_ok=True)
    rng, items, per_cluster, answered = np.random.default_rng(7), 10_000 if quick else 1_000_000, 10, 10_000
    clusters = np.sort(rng.integers(0, items // per_cluster, items))
    shared = rng.normal(0, 0.05, items // per_cluster)[clusters]
    base = rng.random(items).round(4)
    new = (base + shared + rng.normal(0.0003, 0.1, items)).round(4)
    table = folder / f"clusters-{items}.csv"
    rows = np.column_stack([clusters, base, new])
    np.savetxt(table, rows, fmt=["%d", "%.4f", "%.4f"], delimiter=",", header="passage,base,new", comments="")
    hardness = rng.normal(0, 0.2, answered)
    files = []
    for side, mean in (("base", 0.5), ("new", 0.505)):
        for run in range(10):
            scores = (mean + rng.normal(0, 0.004) + hardness + rng.normal(0, 0.1, answered)).round(4)
            files.append(folder / f"{side}.{run}.csv")
            lines = (f"{item},{score}" for item, score in enumerate(scores))
            files[-1].write_text("id,score\n" + "\n".join(lines) + "\n")
    return {"clusters": [table], "runs": files}


def commands(program, workload, files):
    """Name and command of restrap and of each peer."""
    asked = ["--no-progress", "--output", "csv", "--threads", "2"]
    if workload == "clusters":
        asked = [f"{files[0]}:base", f"{files[0]}:new", "--cluster", "passage", *asked]
    else:
        folder = files[0].parent
        asked = [f"{folder}/base.{{seed}}.csv", f"{folder}/new.{{seed}}.csv", *asked]
    yield "restrap", [str(program), "compare", *asked]
    for name in PEERS[workload]:
        yield name, [sys.executable, __file__, workload, name, *map(str, files)]


def timed(command):
    start = time.perf_counter()
    said = subprocess.run(command, capture_output=True, text=True, env=environment(2))
    seconds = time.perf_counter() - start
    if said.returncode:
        sys.exit(f"{' '.join(command)}\n{said.stderr}")
    return seconds, said.stdout


def p_value(name, said):
    """The last line of a peer, or the column of a table in CSV."""
    if name != "restrap":
        return float(said)
    header, first = (line.split(",") for line in said.splitlines()[:2])
    return float(first[header.index("pvalue")])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--restrap", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--quick", action="store_true", help="a hundredth of the items in clusters, one round")
    options = parser.parse_args()
    run = machine()
    print(f"{run['date']}, {run['cpu']}, {run['cores']} cores, {restrap_version(options.restrap)}; load {run['load_before']}")
    for workload, files in generate(options.data / "units", options.quick).items():
        asked = list(commands(options.restrap, workload, files))
        rounds = [[timed(command) for _, command in asked] for _ in range(1 if options.quick else ROUNDS)]
        medians = [statistics.median(one[k][0] for one in rounds) for k in range(len(asked))]
        print(f"\n**{workload}**\n\n| peer | whole process | × restrap | p |\n|---|--:|--:|--:|")
        for (name, _), seconds, (_, said) in zip(asked, medians, rounds[0], strict=True):
            print(f"| {name} | {brief(seconds)} | {seconds / medians[0]:.3g} | {p_value(name, said):.4g} |")


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] in PEERS:
        print(PEERS[sys.argv[1]][sys.argv[2]](*sys.argv[3:]))
    else:
        main()
