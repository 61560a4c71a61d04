"""Time restrap and its peers on the same data: interleaved, median of three, at most two threads. See README.md."""

import argparse
import csv
import datetime
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import peers
from workers import NOMINAL, UNDISTURBED, Worker, calibrate, run_rounds

HERE = Path(__file__).parent
EXACT = "restrap, exact"
FAMILIES = {
    "accuracy": (10_000, ["helped-hurt", "--accuracy", "0.7"]),
    "MRR@10": (1_000_000, ["graded", "--effect", "0.004"]),
    "continuous": (1_000_000, ["continuous", "--effect", "0.0005"]),
    "continuous, few": (1_000, ["continuous", "--effect", "0.06"]),
}


def measure(workers, workload, files, options):
    """The rows of one workload and test."""
    n = options.sizes[workload]
    d = peers.np.load(files[1]) - peers.np.load(files[0])
    active = [w for w in workers if not w.info.get("needs") or w.info["needs"](d)]
    for worker in active:
        worker.load(files)
        if worker.name != EXACT and not worker.error:
            calibrate(worker, n, options.target * (2 if worker.name == "restrap" else 1))
    run_rounds(active)
    rows = [summary(worker, workload, n, options) for worker in active]
    ours = {row["threads"]: row["ns_per_resample_item"] for row in rows if row["peer"] == "restrap"}
    for row in rows:
        if row["ns_per_resample_item"] != "" and ours[row["threads"]]:
            row["ratio"] = float(f"{row['ns_per_resample_item'] / ours[row['threads']]:.3g}")
    return rows


def start(test, options):
    """A worker for every peer and number of threads."""
    chosen = [("restrap", 1), ("restrap", 2), (EXACT, 2)]
    for (name, its_test), info in peers.PEERS.items():
        if its_test == test and peers.version_of(info["package"]):
            chosen += [(name, threads) for threads in info["threads"]]
    return [Worker(name, test, threads, options.restrap) for name, threads in chosen]


def summary(worker, workload, n, options):
    row = dict(workload=workload, test=worker.test, peer=worker.name, n=n, r=worker.r, threads=worker.threads)
    ours = not worker.info
    row["version"] = options.version if ours else peers.version_of(worker.info["package"])
    row["note"] = worker.info.get("note", "")
    if worker.error:
        return row | dict(ns_per_resample_item="", note=f"failed: {worker.error}")
    kept, seconds = worker.kept(), worker.median("seconds")
    times = [x.seconds for x in kept]
    row |= dict(runs=len(kept), runs_made=len(worker.rounds), seconds=round(seconds, 6))
    row |= dict(spread=round(max(times) / min(times) - 1, 2), cpus=round(worker.median("cpus"), 2))
    row |= dict(peak_mib=worker.peak, p=float(f"{worker.p:.6g}"))
    if worker.r == 0:
        return row | dict(r="", ns_per_resample_item="", seconds_nominal=round(seconds, 6), note="default interval included")
    row |= dict(seconds_at_1=round(worker.median("at_1"), 6) if worker.base else "")
    row |= dict(ns_per_resample_item=float(f"{worker.rate() / n * 1e9:.4g}"))
    return row | dict(seconds_nominal=float(f"{worker.nominal():.4g}"), extrapolated=worker.r < NOMINAL)


def generate(options):
    """Both systems of each workload, by restrap itself; one file per system."""
    options.data.mkdir(parents=True, exist_ok=True)
    made = {}
    for workload, (n, recipe) in FAMILIES.items():
        n = options.sizes[workload]
        extra = ["--helped", str(n * 38 // 1000), "--hurt", str(n * 34 // 1000)] if workload == "accuracy" else []
        stem = re.sub(r"\W+", "-", workload.lower())
        made[workload] = [options.data / f"{stem}-{n}-{side}.npy" for side in ("baseline", "system")]
        command = [options.restrap, "generate", *recipe, *extra, "--items", str(n), *made[workload]]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return made


def machine():
    """Date, machine and load: what every row of a written table starts with."""
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()).group(1)
    kib = int(re.search(r"MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text()).group(1))
    date = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
    known = dict(date=date, cpu=cpu, cores=len(os.sched_getaffinity(0)), memory_gib=round(kib / 2**20))
    return known | dict(load_before=round(os.getloadavg()[0], 2))


def restrap_version(program):
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    return f"{said} ({commit})" if commit else said


def brief(seconds):
    for unit, size in (("h", 3600), ("min", 60), ("s", 1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{float(f'{seconds / size:.2g}'):g} {unit}"
    return f"{seconds * 1e6:.0f} µs"


def table(rows, workloads=tuple(FAMILIES)):
    """Markdown, one table a workload and test, quickest first."""
    lines = []
    for key in sorted({(r["workload"], r["test"]) for r in rows}, key=lambda k: (workloads.index(k[0]), k[1])):
        mine = [row for row in rows if (row["workload"], row["test"]) == key]
        mine.sort(key=lambda row: (row["r"] != "", row["ns_per_resample_item"] or row.get("seconds", 0)))
        lines += ["", f"**{key[0]}, n = {mine[0]['n']:,}: {key[1]}**", ""]
        lines += [
            f"| peer | threads | R run | time for R = {NOMINAL:,} | ns per resample·item | × restrap | CPUs used | peak MiB | p |"
        ]
        lines += ["|---|--:|--:|--:|--:|--:|--:|--:|--:|"]
        for row in mine:
            if "p" not in row:
                lines.append(f"| {row['peer']} | {row['threads']} | {row['note']} | | | | | | |")
                continue
            name, sampled = row["peer"], row["r"] != ""
            if name.startswith("restrap"):
                name = f"**{name}**"
            cells = ["", brief(row["seconds"]), "", ""]
            if sampled:
                time = ("~" if row["extrapolated"] else "") + brief(row["seconds_nominal"])
                cells = [f"{row['r']:,}", time, f"{row['ns_per_resample_item']:.3g}", f"{row.get('ratio', math.nan):.3g}"]
            cpus = f"{row['cpus']:.1f}" + ("" if row["cpus"] >= UNDISTURBED * row["threads"] else " †") if sampled else ""
            p = f"{row['p']:.4g}" if not sampled or row["r"] >= 100 else ""
            lines.append(f"| {name} | {row['threads']} | {' | '.join(cells)} | {cpus} | {row['peak_mib']:,} | {p} |")
    return "\n".join(lines)


FIELDS = """date cpu cores memory_gib load_before load_after workload test peer version n r threads runs runs_made seconds spread
cpus seconds_at_1 ns_per_resample_item seconds_nominal extrapolated ratio peak_mib p note""".split()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--restrap", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--quick", action="store_true", help="a hundredth of the items, short runs, nothing written")
    parser.add_argument("--only", default="", help="workloads that match this regular expression; nothing written")
    options = parser.parse_args()
    options.sizes = {w: max(1_000, n // 100) if options.quick else n for w, (n, _) in FAMILIES.items()}
    options.target = 0.05 if options.quick else 0.5
    options.version = restrap_version(options.restrap)

    run = machine()
    data = {w: files for w, files in generate(options).items() if re.search(options.only, w)}
    rows = []
    for test in peers.TESTS:
        workers = start(test, options)
        for workload, files in data.items():
            print(f"{test}: {workload}", file=sys.stderr, flush=True)
            rows += measure(workers, workload, files, options)
        for worker in workers:
            worker.close()
    run["load_after"] = round(os.getloadavg()[0], 2)

    if not options.quick and not options.only:
        with (HERE / "results.csv").open("w", newline="") as file:
            out = csv.DictWriter(file, FIELDS, lineterminator="\n")
            out.writeheader()
            out.writerows(run | row for row in rows)
    print(f"{run['date']}, {run['cpu']}, {run['cores']} cores, {run['memory_gib']} GiB, {options.version}; ", end="")
    print(f"load {run['load_before']} before, {run['load_after']} after")
    print(table(rows))
    absent = {i["package"] for i in peers.PEERS.values() if not peers.version_of(i["package"])}
    if absent:
        print("\nNot installed, so not timed:", ", ".join(sorted(absent)))


if __name__ == "__main__":
    main()
