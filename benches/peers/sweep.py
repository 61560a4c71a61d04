"""Curves of restrap and of the best peers: against n, R and threads; and restrap at each vector level. See README.md.

Writes sweep.csv and draws plots/*.svg from it; prints the table of levels.
"""

import argparse
import csv
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

import peers
from measure import machine, restrap_version
from workers import NOMINAL, ROUNDS, UNDISTURBED, Worker, calibrate, environment, pin, run_rounds

HERE = Path(__file__).parent
SCORES = {"graded": ["graded", "--effect", "0.004"], "continuous": ["continuous", "--effect", "0.0005"]}
BEST = ("Numba, tuned", "NumPy expert", "evaluatio")
LEVELS = ("scalar", "avx2", "avx512")
LEVEL_ITEMS = (1_000, 100_000)
R_ITEMS, THREAD_ITEMS = 10_000, 1_000_000
ENOUGH = 2.0  # seconds of calibration after which one round must do
LONGEST = 2.0  # seconds of a whole process after which a curve against R stops
BYTES_AN_ITEM = 200  # of restrap and of what generates the data, for `--huge`
FIELDS = """date cpu cores memory_gib load_before load_after curve scores test peer version level n r threads runs
runs_made seconds cpus seconds_at_1 ns_per_resample_item seconds_nominal note""".split()


class Sweep:
    def __init__(self, options):
        self.options, self.rows, self.made = options, [], set()
        self.small = 10 if options.quick else 1
        self.target = 0.03 if options.quick else 0.15
        self.cores = len(os.sched_getaffinity(0))

    def data(self, scores, n):
        files = [self.options.data / f"sweep-{scores}-{n}-{side}.npy" for side in ("baseline", "system")]
        if (scores, n) not in self.made:
            command = [self.options.restrap, "generate", *SCORES[scores], "--items", str(n), *files]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            self.made.add((scores, n))
        return files

    def best(self, test, files):
        """The peers' names whose code suits these differences."""
        few = slice(0, 10_000)
        d = peers.np.load(files[1], mmap_mode="r")[few] - peers.np.load(files[0], mmap_mode="r")[few]
        for (name, its_test), info in peers.PEERS.items():
            suits = its_test == test and name.startswith(BEST) and (not info["needs"] or info["needs"](d))
            if suits and peers.version_of(info["package"]):
                yield name

    def time(self, curve, scores, test, n, files, chosen):
        """One row for each (peer, threads, level), their rounds interleaved."""
        workers = [Worker(name, test, threads, self.options.restrap, level) for name, threads, level in chosen]
        for worker in workers:
            worker.load(files)
            if not worker.error:
                start = time.perf_counter()
                calibrate(worker, n, self.target, reach_nominal=False)
                worker.wanted = 1 if time.perf_counter() - start > ENOUGH else worker.wanted
        run_rounds(workers)
        for worker in workers:
            row = dict(curve=curve, scores=scores, test=test, peer=worker.name, level=worker.level, n=n, threads=worker.threads)
            if worker.error:
                row |= dict(note=f"failed: {worker.error}")
            else:
                row |= dict(r=worker.r, runs=len(worker.kept()), runs_made=len(worker.rounds))
                row |= {name: rounded(worker.median(name)) for name in ("seconds", "cpus")}
                row |= dict(seconds_at_1=rounded(worker.median("at_1")) if worker.base else "")
                row |= dict(ns_per_resample_item=rounded(worker.rate() / n * 1e9), seconds_nominal=rounded(worker.nominal()))
            self.add(row)
            worker.close()

    def whole(self, scores, test, n, files, name, r):
        """Seconds of a process from its start to its answer, on all cores; None after a failure."""
        ours = name == "restrap"
        options = [*peers.TESTS[test], *peers.SAMPLED, "--resamples", str(r), "--threads", str(self.cores), "--no-progress"]
        command = [self.options.restrap, "compare", *files, *options, "--json"]
        if not ours:
            command = [sys.executable, Path(peers.__file__), name, test, *files, str(r)]
        quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seconds, cpus = [], []
        while len(seconds) < ROUNDS and sum(seconds) < 1.0:
            before, start = child_cpu(), time.perf_counter()
            failed = subprocess.run(command, **quiet, env=environment(self.cores), preexec_fn=pin(self.cores)).returncode
            seconds.append(time.perf_counter() - start)
            cpus.append((child_cpu() - before) / seconds[-1])
            if failed:
                return None
        took = statistics.median(seconds)
        row = dict(curve="R", scores=scores, test=test, peer=name, n=n, r=r, threads=self.cores, runs=len(seconds))
        self.add(row | dict(seconds=rounded(took), cpus=rounded(statistics.median(cpus))))
        return took

    def add(self, row):
        ours = row["peer"] == "restrap"
        known = self.options.version if ours else peers.version_of(peers.PEERS[row["peer"], row["test"]]["package"])
        self.rows.append(row | dict(version=known))

    def against_items(self, scores, test):
        largest = 7 if self.small == 1 else 4
        for exponent in range(3, largest + 1):
            n = 10**exponent
            files = self.data(scores, n)
            chosen = [(name, 1, "") for name in ("restrap", *self.best(test, files))]
            self.time("n", scores, test, n, files, chosen)
        n = 100_000_000
        if self.options.huge and os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") > n * BYTES_AN_ITEM:
            self.time("n", scores, test, n, self.data(scores, n), [("restrap", 1, "")])

    def against_resamples(self, scores, test):
        files = self.data(scores, R_ITEMS)
        for name in ("restrap", *self.best(test, files)):
            for exponent in range(2, 7 if self.small == 1 else 5):
                took = self.whole(scores, test, R_ITEMS, files, name, 10**exponent)
                # Ten times the resamples take at most ten times as long: what is not run would be off the plot.
                if took is None or took > LONGEST:
                    break

    def against_threads(self, scores, test):
        n = THREAD_ITEMS // self.small**2
        files = self.data(scores, n)
        counts = sorted({*(2**i for i in range(20) if 2**i <= self.cores), self.cores})
        parallel = [name for name in self.best(test, files) if len(peers.PEERS[name, test]["threads"]) > 1]
        self.time("threads", scores, test, n, files, [(name, k, "") for name in ("restrap", *parallel) for k in counts])

    def levels(self, scores, test):
        for n in LEVEL_ITEMS:
            files = self.data(scores, n)
            chosen = [("restrap", k, level) for level in self.runnable(files) for k in sorted({1, min(2, self.cores)})]
            self.time("level", scores, test, n, files, chosen)

    def runnable(self, files):
        """Levels that this machine and this build have."""
        for level in LEVELS:
            command = [self.options.restrap, "compare", *files, "--level", level, "--resamples", "100", "-q"]
            # 1 says that no difference was shown; an unknown or unavailable level is an error, above 1.
            quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if subprocess.run(command, check=False, **quiet).returncode <= 1:
                yield level


def rounded(x):
    return float(f"{x:.4g}")


def child_cpu():
    use = resource.getrusage(resource.RUSAGE_CHILDREN)
    return use.ru_utime + use.ru_stime


def level_table(rows):
    """Markdown: ns per resample·item, and the resampling of NOMINAL resamples by the widest level."""
    rows = [row for row in rows if row["curve"] == "level" and row.get("r")]
    columns = sorted({(row["level"], row["threads"]) for row in rows}, key=lambda c: (LEVELS.index(c[0]), c[1]))
    widest = [c for c in columns if c[0] == columns[-1][0]] if columns else []
    head = [f"{level}, {k} thr" for level, k in columns] + [f"R = {NOMINAL:,}, {k} thr" for _, k in widest]
    lines = [f"| scores | n | test | {' | '.join(head)} |", "|---|--:|---" + "|--:" * len(head) + "|"]
    for key in dict.fromkeys((row["scores"], row["n"], row["test"]) for row in rows):
        cell = {(r["level"], r["threads"]): r for r in rows if (r["scores"], r["n"], r["test"]) == key}
        rates = [marked(cell[c], f"{cell[c]['ns_per_resample_item']:.3g}") if c in cell else "" for c in columns]
        phase = [f"{cell[c]['ns_per_resample_item'] * key[1] * NOMINAL / 1e6:.3g} ms" if c in cell else "" for c in widest]
        lines.append(f"| {key[0]} | {key[1]:,} | {key[2]} | {' | '.join(rates + phase)} |")
    return "\n".join(lines)


def marked(row, text):
    return text if row["cpus"] >= UNDISTURBED * row["threads"] else f"{text} †"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--restrap", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--quick", action="store_true", help="few items and resamples; csv and plots go beside the data")
    parser.add_argument("--huge", action="store_true", help="restrap at 100,000,000 items too, where 20 GB are free")
    options = parser.parse_args()
    options.data.mkdir(parents=True, exist_ok=True)
    options.version = restrap_version(options.restrap)

    run, sweep = machine(), Sweep(options)
    for curve in (sweep.against_items, sweep.against_resamples, sweep.against_threads, sweep.levels):
        for scores in SCORES:
            for test in peers.TESTS:
                print(f"{curve.__name__}: {scores}, {test}", file=sys.stderr, flush=True)
                curve(scores, test)
    run["load_after"] = round(os.getloadavg()[0], 2)

    here = options.data if options.quick else HERE
    with (here / "sweep.csv").open("w", newline="") as file:
        out = csv.DictWriter(file, FIELDS, lineterminator="\n")
        out.writeheader()
        out.writerows(run | row for row in sweep.rows)
    print(f"{run['date']}, {run['cpu']}, {run['cores']} cores, {options.version}; ", end="")
    print(f"load {run['load_before']} before, {run['load_after']} after\n")
    print(level_table(sweep.rows))
    if peers.version_of("matplotlib"):
        import plots

        plots.draw(here / "sweep.csv", here / "plots")
    else:
        print("matplotlib is not installed: no plots", file=sys.stderr)


if __name__ == "__main__":
    main()
