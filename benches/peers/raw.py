"""Time restrap and its peers from raw outputs: reading a run, macro-F1, BLEU. The rules are those of measure.py. See README.md."""

import argparse
import csv
import re
import sys
from pathlib import Path

import peers
import raw_data
import raw_peers
from measure import FIELDS, HERE, machine, os, restrap_version, summary, table
from workers import SLOW, Round, Worker, calibrate, run_rounds

SCRIPT = raw_peers.__file__


def workloads(options):
    """(name, items, tests, files), smaller with --quick."""
    small = options.quick
    queries, items, segments = (70, 1_000, 200) if small else (raw_data.QUERIES, 100_000, 2_000)
    folder = options.data
    lines = queries * raw_data.DEPTH
    yield f"run of {lines:,} lines, rr@10", queries, ["RR read"], lambda: raw_data.run(folder, queries)
    for classes in (3, 20):
        made = lambda classes=classes: raw_data.labels(folder, classes, items)  # noqa: E731  (bound to this turn)
        yield f"macro-F1, {classes} classes", items, ["F1 bootstrap", "F1 permutation"], made
    yield "BLEU", segments, ["BLEU bootstrap", "BLEU permutation"], lambda: raw_data.segments(folder, segments)


def start(test, options):
    """A worker for every peer and number of threads."""
    chosen = [("restrap", 1), ("restrap", 2)]
    for (name, its_test), info in peers.PEERS.items():
        if its_test == test and peers.version_of(info["package"]):
            chosen += [(name, threads) for threads in info["threads"]]
    return [Worker(name, test, threads, options.restrap, script=SCRIPT) for name, threads in chosen]


def measure(workload, n, test, files, options):
    """The rows of one workload and test."""
    print(f"{test}: {workload}", file=sys.stderr, flush=True)
    workers, reading = start(test, options), test == "RR read"
    for worker in workers:
        worker.load(files)
        if not reading and not worker.error:
            calibrate(worker, n, options.target * (2 if worker.name == "restrap" else 1))
        elif not worker.error:
            seconds, cpu = worker.call(0)
            if seconds > SLOW and not worker.error:
                worker.wanted, worker.rounds = 1, [Round(seconds, 0.0, cpu / seconds)]
    run_rounds(workers)
    rows = [summary(worker, workload, n, options) for worker in workers]
    ours = {row["threads"]: row["ns_per_resample_item"] for row in rows if row["peer"] == "restrap"}
    for row, worker in zip(rows, workers):
        row["test"] = test.split()[1]
        if row.get("r") == "":
            row["note"] = worker.info.get("note", "")
        elif row["ns_per_resample_item"] != "" and ours.get(row["threads"]):
            row["ratio"] = float(f"{row['ns_per_resample_item'] / ours[row['threads']]:.3g}")
        worker.close()
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--restrap", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--quick", action="store_true", help="a hundredth of the items, short runs, nothing written")
    parser.add_argument("--only", default="", help="workloads that match this regular expression; nothing written")
    options = parser.parse_args()
    options.target = 0.05 if options.quick else 0.5
    options.version = restrap_version(options.restrap)
    options.data.mkdir(parents=True, exist_ok=True)

    run, rows, order = machine(), [], []
    for workload, n, tests, files in workloads(options):
        if re.search(options.only, workload):
            order.append(workload)
            made = files()
            for test in tests:
                rows += measure(workload, n, test, made, options)
    run["load_after"] = round(os.getloadavg()[0], 2)
    if not options.quick and not options.only:
        with (HERE / "raw.csv").open("w", newline="") as file:
            out = csv.DictWriter(file, FIELDS, lineterminator="\n")
            out.writeheader()
            out.writerows(run | row for row in rows)
    print(f"{run['date']}, {run['cpu']}, {run['cores']} cores, {run['memory_gib']} GiB, {options.version}; ", end="")
    print(f"load {run['load_before']} before, {run['load_after']} after")
    print(table(rows, order))


if __name__ == "__main__":
    main()
