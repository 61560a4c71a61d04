"""Time restrap and its peers on the same data: interleaved, median of three, at most two threads. See README.md."""

import argparse
import csv
import datetime
import json
import math
import os
import re
import statistics
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import peers

HERE = Path(__file__).parent
ROUNDS = 3
NOMINAL = 100_000  # resamples that a reader asks for
MOST = 5_000_000
SLOW = 3.0  # seconds of the least call after which a peer is timed once
EXACT = "restrap, exact"
PATIENCE = 2.5  # seconds that a peer may take to run all the NOMINAL resamples
FAMILIES = {
    "accuracy": (10_000, ["helped-hurt", "--accuracy", "0.7"]),
    "MRR@10": (1_000_000, ["graded", "--effect", "0.004"]),
    "continuous": (1_000_000, ["continuous", "--effect", "0.0005"]),
    "continuous, few": (1_000, ["continuous", "--effect", "0.06"]),
}


class Worker:
    """A process with one peer."""

    def __init__(self, name, test, threads, program):
        self.name, self.test, self.threads = name, test, threads
        self.info = peers.PEERS.get((name, test), {})
        cores = sorted(os.sched_getaffinity(0))[-threads:]
        limit = dict.fromkeys(["OMP", "OPENBLAS", "NUMBA", "RAYON"], str(threads))
        env = os.environ | {f"{key}_NUM_THREADS": value for key, value in limit.items()}
        env |= {"POLARS_MAX_THREADS": str(threads), "OMP_WAIT_POLICY": "PASSIVE"}
        env |= {"PEER_THREADS": str(threads), "PEER_RESTRAP": str(program)}
        self.process = subprocess.Popen(
            [sys.executable, HERE / "peers.py", name, test],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=env,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )

    def ask(self, request):
        print(json.dumps(request), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline() or '{"error": "it died"}')
        self.error = self.error or answer.get("error")
        return answer

    def load(self, files):
        """New data: forgets the old times."""
        self.times, self.cpus = {}, {}
        self.p = self.peak = self.error = None
        self.ask([str(file) for file in files])

    def call(self, r, keep=True):
        """Seconds of one call with r resamples."""
        if self.error or self.process.poll() is not None:
            self.error = self.error or "it died"
            return math.inf
        answer = self.ask(r)
        if self.error:
            return math.inf
        if keep:
            self.times.setdefault(r, []).append(answer["seconds"])
            self.cpus.setdefault(r, []).append(answer["cpus"])
        if r >= max(self.times, default=0):
            self.p, self.peak = answer["p"], answer["peak_mib"]
        return answer["seconds"]

    def close(self):
        self.process.communicate()


def nice(r, least):
    """The largest 1, 2 or 5 times a power of ten that is not above r; at least `least`."""
    power = 10 ** math.floor(math.log10(max(r, 1)))
    return max(least, *(m * power for m in (1, 2, 5) if m * power <= max(r, 1)), 1)


def calibrate(worker, n, target):
    """Sets worker.base (resamples taken off, or None), worker.r for calls of about `target` seconds, worker.once."""
    whole = worker.name == "restrap"
    worker.base = 1 if whole or worker.info.get("setup") else None
    least = worker.r = 1 if whole else worker.info["unit"](n)
    first = seconds = worker.call(least)
    worker.once = seconds > SLOW
    if worker.once:
        return
    if worker.base:
        seconds = target / 100
    while seconds < target / 5 and worker.r < MOST:
        worker.r = nice(min(MOST, worker.r * min(20, max(2, target / 2 / seconds))), least)
        seconds = max(1e-6, worker.call(worker.r, keep=False) - (first if worker.base else 0))
    reach = worker.r * target / seconds
    if reach < NOMINAL and NOMINAL / worker.r * seconds < PATIENCE:
        reach = NOMINAL
    worker.r = nice(min(MOST, reach), least)
    worker.times, worker.cpus = {}, {}


def measure(workers, workload, files, options):
    """The rows of one workload and test."""
    n = options.sizes[workload]
    d = peers.np.load(files[1]) - peers.np.load(files[0])
    active = [w for w in workers if not w.info.get("needs") or w.info["needs"](d)]
    for worker in active:
        worker.load(files)
        if worker.name == EXACT:
            worker.base, worker.r, worker.once = None, 0, False
        else:
            calibrate(worker, n, options.target * (2 if worker.name == "restrap" else 1))
    for _ in range(ROUNDS):
        for worker in active:
            if not worker.once:
                if worker.base:
                    worker.call(worker.base)
                worker.call(worker.r)
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
        if its_test == test and info["package"] not in options.absent:
            chosen += [(name, threads) for threads in info["threads"]]
    return [Worker(name, test, threads, options.restrap) for name, threads in chosen]


def summary(worker, workload, n, options):
    row = dict(workload=workload, test=worker.test, peer=worker.name, n=n, r=worker.r, threads=worker.threads)
    ours = not worker.info
    row["version"] = options.version if ours else versioned(worker.info["package"])
    row["note"] = worker.info.get("note", "")
    if worker.error:
        return row | dict(ns_per_resample_item="", note=f"failed: {worker.error}")
    times = worker.times[worker.r]
    seconds = statistics.median(times)
    row |= dict(runs=len(times), seconds=round(seconds, 6), spread=round(max(times) / min(times) - 1, 2))
    row |= dict(cpus=round(statistics.median(worker.cpus[worker.r]), 2))
    row |= dict(peak_mib=worker.peak, p=float(f"{worker.p:.6g}"))
    if worker.r == 0:
        return row | dict(r="", ns_per_resample_item="", seconds_nominal=round(seconds, 6), note="default interval included")
    base = statistics.median(worker.times[1]) if worker.base else 0.0
    each = max(seconds - base, 0.0) / (worker.r - (1 if worker.base else 0))
    row |= dict(seconds_at_1=round(base, 6) if worker.base else "", ns_per_resample_item=float(f"{each / n * 1e9:.4g}"))
    nominal = base + each * (NOMINAL - (1 if worker.base else 0))
    return row | dict(seconds_nominal=float(f"{nominal:.4g}"), extrapolated=worker.r < NOMINAL)


def versioned(package):
    return f"{package} {version(package)}"


def installed(package):
    try:
        return bool(version(package))
    except PackageNotFoundError:
        return False


def generate(options):
    """Both systems of each workload, by restrap itself; one file a system."""
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
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()).group(1)
    kib = int(re.search(r"MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text()).group(1))
    return dict(cpu=cpu, cores=os.cpu_count(), memory_gib=round(kib / 2**20))


def brief(seconds):
    for unit, size in (("h", 3600), ("min", 60), ("s", 1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{float(f'{seconds / size:.2g}'):g} {unit}"
    return f"{seconds * 1e6:.0f} µs"


def table(rows):
    """Markdown, one table a workload and test, quickest first."""
    lines = []
    for key in sorted({(r["workload"], r["test"]) for r in rows}, key=lambda k: (list(FAMILIES).index(k[0]), k[1])):
        mine = [row for row in rows if (row["workload"], row["test"]) == key]
        mine.sort(key=lambda row: (row["r"] != "", row["ns_per_resample_item"] or 0))
        lines += ["", f"**{key[0]}, n = {mine[0]['n']:,}: {key[1]}**", ""]
        lines += [f"| peer | threads | R run | time for R = {NOMINAL:,} | ns per resample·item | × restrap | CPUs used | peak MiB | p |"]
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
            cpus = f"{row['cpus']:.1f}" + ("" if row["cpus"] >= 0.9 * row["threads"] else " †") if sampled else ""
            p = f"{row['p']:.4g}" if not sampled or row["r"] >= 100 else ""
            lines.append(f"| {name} | {row['threads']} | {' | '.join(cells)} | {cpus} | {row['peak_mib']:,} | {p} |")
    return "\n".join(lines)


FIELDS = """date cpu cores memory_gib load_before load_after workload test peer version n r threads runs seconds spread
cpus seconds_at_1 ns_per_resample_item seconds_nominal extrapolated ratio peak_mib p note""".split()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--restrap", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--quick", action="store_true", help="a hundredth of the items, short runs, nothing written")
    parser.add_argument("--only", default="", help="workloads that match this regular expression; nothing written")
    options = parser.parse_args()
    options.sizes = {w: max(1_000, n // 100) if options.quick else n for w, (n, _) in FAMILIES.items()}
    options.target = 0.05 if options.quick else 0.6
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    said = subprocess.run([options.restrap, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    options.version = f"{said} ({commit})" if commit else said
    options.absent = {i["package"] for i in peers.PEERS.values() if not installed(i["package"])}

    run = dict(date=datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")) | machine()
    run["load_before"] = round(os.getloadavg()[0], 2)
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
    if options.absent:
        print("\nNot installed, so not timed:", ", ".join(sorted(options.absent)))


if __name__ == "__main__":
    main()
