"""Time simulations of type-I error: 1,000 resamples of each of many experiments of 500 items. See README.md."""

import argparse
import sys
from pathlib import Path

import peers
from measure import brief, machine, restrap_version
from workers import UNDISTURBED, Worker, calibrate, run_rounds

NOMINAL = 1_000  # experiments that a reader asks for


def start(test, options):
    chosen = [("restrap", 1), ("restrap", 2)]
    for (name, its_test), info in peers.PEERS.items():
        if its_test == test and peers.version_of(info["package"]):
            chosen += [(name, threads) for threads in info["threads"]]
    return [Worker(name, test, threads, options.restrap) for name, threads in chosen]


def rows(workers):
    """Seconds of 1,000 experiments, and the ratio to restrap with as many threads."""
    seconds = {(w.name, w.threads): (w.median("at_1") if w.base else 0) + w.rate() * NOMINAL for w in workers if not w.error}
    for worker in sorted(workers, key=lambda w: seconds.get((w.name, w.threads), 1e9)):
        if worker.error:
            yield f"| {worker.name} | {worker.threads} | failed: {worker.error} | | | | |"
            continue
        mine = seconds[worker.name, worker.threads]
        cpus = worker.median("cpus")
        mark = "" if cpus >= UNDISTURBED * worker.threads else " †"
        name = f"**{worker.name}**" if worker.name == "restrap" else worker.name
        ratio = f"{mine / seconds['restrap', worker.threads]:.3g}"
        yield f"| {name} | {worker.threads} | {worker.r:,} | {brief(mine)} | {ratio} | {cpus:.1f}{mark} | {worker.p:.4f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--restrap", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    options = parser.parse_args()
    options.data.mkdir(parents=True, exist_ok=True)
    # A null: two systems whose scores of an item correlate, as restrap makes them for itself.
    system = peers.RNG.standard_normal((NOMINAL, peers.EXPERIMENT_ITEMS))
    files = [options.data / f"experiments-{side}.npy" for side in ("baseline", "system")]
    peers.np.save(files[0], 0 * system)
    peers.np.save(files[1], system)
    run = machine()
    print(f"{run['date']}, {run['cpu']}, {run['cores']} cores, {restrap_version(options.restrap)}; load {run['load_before']}")
    for test in peers.POWER_TESTS:
        print(test, file=sys.stderr, flush=True)
        workers = start(test, options)
        for worker in workers:
            worker.load(files)
            if not worker.error:
                calibrate(worker, peers.EXPERIMENT_ITEMS, 0.5, reach_nominal=False)
        run_rounds(workers)
        print(f"\n**{test}: {peers.EXPERIMENT_R:,} resamples of each experiment of {peers.EXPERIMENT_ITEMS} items**\n")
        print(f"| peer | threads | experiments run | time for {NOMINAL:,} | × restrap | CPUs used | rejected |")
        print("|---|--:|--:|--:|--:|--:|--:|")
        print("\n".join(rows(workers)))
        for worker in workers:
            worker.close()


if __name__ == "__main__":
    main()
