#!/usr/bin/env python3
"""A simulation shared out between one-thread processes, and what a part costs besides its draws.

    benches/peers/parts.py                       1, 2, 4, 8 and 16 workers, five rounds (some minutes)
    benches/peers/parts.py --draw                draws docs/figures/workers.svg of parts.csv (needs matplotlib)
    benches/peers/parts.py --overhead            needs the wheel, and Dask for its row

Rounds are interleaved: each runs every number of workers once. `busy` is the load of the machine just before.
"""

import argparse
import csv
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = Path(__file__).with_name("parts.csv")
FIGURE = ROOT / "docs/figures/workers.svg"
SIMULATION = "power compare --model continuous --items 100 --effect 0 --test all"


def shared(program, workers, folder, simulation):
    """Seconds of so many processes with a thread each, from the job to the merged answer."""
    began = time.monotonic()
    subprocess.run([program, *simulation, "--json", "--job", "job.json"], cwd=folder, check=True)
    parts = [f"{place}.part" for place in range(1, workers + 1)]
    drawn = [
        subprocess.Popen([program, "run", "job.json", "--part", f"{place}/{workers}", "--out", part, "--threads", "1"], cwd=folder)
        for place, part in enumerate(parts, 1)
    ]
    assert not any(process.wait() for process in drawn)
    answer = subprocess.run([program, "merge", *parts], cwd=folder, check=True, stdout=subprocess.PIPE)
    took = time.monotonic() - began
    for name in ["job.json", *parts]:
        Path(folder, name).unlink()
    return took, answer.stdout


def measure(program, experiments, rounds, workers):
    """One row a round and number of workers; all answers have the same bytes."""
    simulation = [*SIMULATION.split(), "--experiments", str(experiments)]
    rows, answers, cores = [], set(), len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            for count in workers:
                busy = os.getloadavg()[0]
                seconds, answer = shared(program, count, folder, simulation)
                answers.add(answer)
                rows.append({"round": number, "workers": count, "cores": cores, "seconds": f"{seconds:.3f}", "busy": f"{busy:.1f}"})
                print(*rows[-1].values(), sep="\t", flush=True)
    assert len(answers) == 1, "another answer"
    return rows


def speedups(rows):
    """For each number of workers the ratios to one worker of the same round, which are as many as rounds."""
    alone = {row["round"]: float(row["seconds"]) for row in rows if int(row["workers"]) == 1}
    found = {}
    for row in rows:
        found.setdefault(int(row["workers"]), []).append(alone[row["round"]] / float(row["seconds"]))
    return found


def table(rows):
    print("| workers | seconds | times as fast as one |\n|---|---|---|")
    for count, ratios in sorted(speedups(rows).items()):
        seconds = statistics.median(float(row["seconds"]) for row in rows if int(row["workers"]) == count)
        print(f"| {count} | {seconds:.2f} | {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) |")


def draw(rows):
    sys.path.insert(0, str(Path(__file__).parent))
    import plots
    from matplotlib import pyplot as plt

    plt.rcParams.update(plots.LOOK)
    found = speedups(rows)
    counts, cores = sorted(found), int(rows[0]["cores"])
    figure, axes = plt.subplots(figsize=(6, 4.2))
    ideal = [min(count, cores) for count in counts]
    axes.plot(counts, ideal, color=plots.GREY, linewidth=1, linestyle=":")
    axes.annotate(f"{cores} cores, at best", (counts[0], ideal[1]), (-4, 5), textcoords="offset points")
    medians = [statistics.median(found[count]) for count in counts]
    spread = [[abs(end(found[count]) - middle) for count, middle in zip(counts, medians)] for end in (min, max)]
    axes.errorbar(counts, medians, yerr=spread, capsize=3, **plots.STYLES["restrap"])
    axes.set_xscale("log", base=2)
    axes.set_xticks(counts, [str(count) for count in counts])
    axes.set(xlabel="processes of one thread", ylim=(0, 1.15 * cores), title="Times as fast as one process")
    figure.savefig(FIGURE, transparent=True, bbox_inches="tight", metadata={"Date": None})
    print(FIGURE.relative_to(ROOT))


def overhead(parts=50):
    """Milliseconds of a part besides its share of the draws, in process and on a warm worker of Dask."""
    import numpy as np
    import restrap
    from restrap import distributed

    rng = np.random.default_rng(0)
    given = [rng.random(1000), rng.random(1000)]
    asked = {"exact": "never", "n_resamples": 10_000, "interval": "none", "threads": 1}

    def timed(call, times=1):
        took = []
        for _ in range(times):
            began = time.perf_counter()
            call()
            took.append(time.perf_counter() - began)
        return min(took)

    alone = timed(lambda: restrap.compare(*given, **asked), 5)
    everything = [(distributed.part, restrap.compare, given, asked, place, parts) for place in range(1, parts + 1)]
    inside = timed(lambda: [function(*words) for function, *words in everything], 3)
    print(f"one process, no parts: {1e3 * alone:.1f} ms; {parts} parts: {1e3 * inside:.1f} ms; a part costs {1e3 * (inside - alone) / parts:.2f} ms")
    try:
        from dask.distributed import Client
    except ImportError:
        print("SKIPPED Dask: it is not installed")
        return
    with Client(n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        executor = client.get_executor(pure=False)

        def on_dask():
            for future in [executor.submit(*words) for words in everything]:
                future.result()

        on_dask()
        print(f"on a warm Dask worker a part costs {1e3 * (timed(on_dask, 3) - alone) / parts:.2f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "target/release/restrap"))
    parser.add_argument("--experiments", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=lambda text: [int(word) for word in text.split(",")], default=[1, 2, 4, 8, 16])
    parser.add_argument("--table", type=Path, default=TABLE)
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--overhead", action="store_true")
    asked = parser.parse_args()
    if asked.overhead:
        return overhead()
    if asked.draw:
        with open(asked.table) as file:
            rows = list(csv.DictReader(file))
        table(rows)
        return draw(rows)
    rows = measure(str(Path(asked.program).resolve()), asked.experiments, asked.rounds, asked.workers)
    with open(asked.table, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    table(rows)


if __name__ == "__main__":
    main()
