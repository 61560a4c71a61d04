"""The peers. Each takes the scores of both systems and returns run(r) -> p-value of a test with r resamples.

Run as `peers.py PEER TEST`: loads the files and runs the numbers of resamples that come on standard input.
Run as `peers.py PEER TEST BASELINE SYSTEM R`: one call, cold, as a script that somebody starts.

Bootstrap: one-sided, share of resampled mean differences at or below 0. Permutation: two-sided, ties counted.
Power of either: columns are matrices, a row an experiment; run(experiments) -> share of p <= 0.05, 1,000 resamples of each.
"""

import functools
import json
import os
import platform
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

THREADS = int(os.environ.get("PEER_THREADS", "1"))
EXPERIMENT_R = 1_000  # resamples of a simulated experiment
EXPERIMENT_ITEMS = 500
CHUNK = 4_000_000  # numbers in a batch of those peers that work in batches
RNG = np.random.default_rng(1)
PEERS = {}
R_BOOT = "R boot"


@functools.cache
def version_of(package):
    """Such as `numpy 2.4.6`; None where it is not installed."""
    if package == "Python":
        return f"Python {platform.python_version()}"
    if package == R_BOOT:
        if not shutil.which("Rscript"):
            return None
        ask = ["Rscript", "-e", "cat('boot', as.character(packageVersion('boot')), R.version.string)"]
        said = subprocess.run(ask, capture_output=True, text=True)
        return said.stdout if said.returncode == 0 else None
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return None


def peer(name, test, package, threads=(1,), setup=False, unit=lambda n: 1, needs=None, note=""):
    """Register a peer.

    setup: work that does not grow with r, measured at r = 1 and taken off. unit: least r that makes sense at n items.
    needs: runs at all on these differences? note: what a reader must know.
    """

    def register(make):
        PEERS[name, test] = dict(make=make, package=package, threads=threads, setup=setup, unit=unit, needs=needs, note=note)
        return make

    return register


def in_chunks(r, size):
    for start in range(0, r, size):
        yield min(size, r - start)


def share(count, r):
    return float((count + 1) / (r + 1))


def few_values(d):
    return len(np.unique(d[:10_000])) < 1_000


def many_values(d):
    return not few_values(d)


@peer("Python loop", "bootstrap", "Python")
def _(a, b):
    d, draw = (b - a).tolist(), random.Random(1).random
    n = len(d)
    return lambda r: share(sum(sum(d[int(draw() * n)] for _ in range(n)) <= 0 for _ in range(r)), r)


@peer("Python loop", "permutation", "Python")
def _(a, b):
    d, draw = (b - a).tolist(), random.Random(1).random
    observed = abs(sum(d)) - 1e-9
    return lambda r: share(sum(abs(sum(x if draw() < 0.5 else -x for x in d)) >= observed for _ in range(r)), r)


@peer("NumPy loop", "bootstrap", "numpy")
def _(a, b):
    d = b - a
    return lambda r: share(sum(d[RNG.integers(0, len(d), len(d))].mean() <= 0 for _ in range(r)), r)


@peer("NumPy loop", "permutation", "numpy")
def _(a, b):
    d = b - a
    observed = abs(d.mean()) * (1 - 1e-12)

    def run(r):
        return share(sum(abs((d * (2 * RNG.integers(0, 2, len(d)) - 1)).mean()) >= observed for _ in range(r)), r)

    return run


@peer("NumPy expert: multinomial over distinct differences", "bootstrap", "numpy", setup=True, needs=few_values)
def _(a, b):
    d = b - a

    def run(r):
        values, counts = np.unique(d, return_counts=True)
        draws = (RNG.multinomial(len(d), counts / len(d), k) @ values for k in in_chunks(r, CHUNK // len(values)))
        return share(sum(np.count_nonzero(x <= 1e-9) for x in draws), r)

    return run


@peer("NumPy expert: binomial over distinct absolute differences", "permutation", "numpy", setup=True, needs=few_values)
def _(a, b):
    d = b - a

    def run(r):
        values, counts = np.unique(np.abs(d[d != 0]), return_counts=True)
        total, observed = values @ counts, abs(d.sum()) - 1e-9
        draws = (RNG.binomial(counts, 0.5, (k, len(values))) @ values for k in in_chunks(r, CHUNK // len(values)))
        return share(sum(np.count_nonzero(abs(2 * x - total) >= observed) for x in draws), r)

    return run


@peer("NumPy expert: index matrix in batches", "bootstrap", "numpy", needs=many_values)
def _(a, b):
    d = b - a
    n = len(d)

    def run(r):
        batches = in_chunks(r, max(1, CHUNK // 16 // n))
        draws = (d.take(RNG.integers(0, n, (k, n), dtype=np.int32)).mean(1) for k in batches)
        return share(sum(np.count_nonzero(x <= 0) for x in draws), r)

    return run


@peer("NumPy expert: random bits @ differences", "permutation", "numpy", needs=many_values)
def _(a, b):
    d = b - a
    n, width = len(d), -(-len(d) // 8)
    total, observed = d.sum(), abs(d.sum()) - 1e-9

    def run(r):
        count = 0
        for k in in_chunks(r, max(1, CHUNK // 16 // n)):
            bits = np.frombuffer(RNG.bytes(k * width), np.uint8).reshape(k, width)
            count += np.count_nonzero(abs(total - 2 * (np.unpackbits(bits, axis=1, count=n) @ d)) >= observed)
        return share(count, r)

    return run


@functools.cache
def numba_kernels():
    """Counter-based words (splitmix64): two 32-bit indices, or 64 signs, a word."""
    from numba import njit, prange, uint64

    gold, low = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xFFFFFFFF)

    @njit(inline="always")
    def word(z):
        z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
        return z ^ (z >> uint64(31))

    @njit(parallel=True, fastmath=True)
    def drawn(d, r):
        n, sums = uint64(len(d)), np.empty(r)
        for i in prange(r):
            state, x, y = word(uint64(i) + gold), 0.0, 0.0
            for _ in range(len(d) // 2):
                state += gold
                z = word(state)
                x += d[((z & low) * n) >> uint64(32)]
                y += d[((z >> uint64(32)) * n) >> uint64(32)]
            if len(d) % 2:
                x += d[((word(state + gold) & low) * n) >> uint64(32)]
            sums[i] = x + y
        return sums

    @njit(parallel=True, fastmath=True)
    def swapped(d, r):
        n, sums = len(d), np.empty(r)
        for i in prange(r):
            state, x = word(uint64(i) + gold), 0.0
            for start in range(0, n - 63, 64):
                state += gold
                z = word(state)
                for j in range(64):
                    x += d[start + j] * (1.0 - 2.0 * float((z >> uint64(j)) & uint64(1)))
            z = word(state + gold)
            for j in range(n % 64):
                x += d[n - n % 64 + j] * (1.0 - 2.0 * float((z >> uint64(j)) & uint64(1)))
            sums[i] = x
        return sums

    return drawn, swapped


@peer("Numba, tuned", "bootstrap", "numba", threads=(1, 2))
def _(a, b):
    d, (drawn, _) = b - a, numba_kernels()
    return lambda r: share(np.count_nonzero(drawn(d, r) <= 1e-9), r)


@peer("Numba, tuned: 64 signs a word", "permutation", "numba", threads=(1, 2))
def _(a, b):
    d, (_, swapped) = b - a, numba_kernels()
    observed = abs(d.sum()) - 1e-9
    return lambda r: share(np.count_nonzero(abs(swapped(d, r)) >= observed), r)


@peer("SciPy bootstrap (percentile, batch)", "bootstrap", "scipy")
def _(a, b):
    from scipy.stats import bootstrap

    d = b - a
    options = dict(method="percentile", batch=max(1, CHUNK // len(d)), rng=RNG)

    def run(r):
        law = bootstrap((d,), np.mean, n_resamples=r, **options).bootstrap_distribution
        return share(np.count_nonzero(law <= 0), r)

    return run


def scipy_batch(n):
    return max(50, CHUNK // n)


@peer("SciPy permutation_test", "permutation", "scipy", unit=scipy_batch, note="loops over the items once a batch")
def _(a, b):
    from scipy.stats import permutation_test

    def mean(d, axis):
        return np.mean(d, axis=axis)

    options = dict(permutation_type="samples", vectorized=True, batch=scipy_batch(len(a)), rng=RNG)
    return lambda r: float(permutation_test((b - a,), mean, n_resamples=r, **options).pvalue)


@peer("evaluatio", "bootstrap", "evaluatio", note="p is two-sided")
def _(a, b):
    from evaluatio.inference.hypothesis import paired_bootstrap_test

    a, b = a.tolist(), b.tolist()
    return lambda r: paired_bootstrap_test(a, b, r)


@peer("evaluatio", "permutation", "evaluatio", threads=(1, 2))
def _(a, b):
    from evaluatio.inference.hypothesis import paired_permutation_test

    a, b = a.tolist(), b.tolist()
    return lambda r: paired_permutation_test(a, b, r)


@peer("ranx", "permutation", "ranx", threads=(1, 2))
def _(a, b):
    from ranx.statistical_tests.fisher_randomization_test import fisher_randomization_test

    return lambda r: float(fisher_randomization_test(a, b, n_permutations=r)[0])


@peer("arch IIDBootstrap", "bootstrap", "arch")
def _(a, b):
    from arch.bootstrap import IIDBootstrap

    d = b - a
    return lambda r: share(np.count_nonzero(IIDBootstrap(d, seed=RNG).apply(np.mean, r) <= 0), r)


@peer("foostrap", "bootstrap", "foostrap", threads=(1, 2), note="takes zeros out first where few differ")
def _(a, b):
    from foostrap import foostrap

    d, options = b - a, dict(ci_method="percentile", parallel=THREADS > 1)
    return lambda r: share(np.count_nonzero(foostrap(d, boot_samples=r, **options).boot_samples <= 0), r)


@peer("polars Series.sample", "bootstrap", "polars")
def _(a, b):
    import polars

    d = polars.Series(b - a)
    n = len(d)
    return lambda r: share(sum(d.sample(n, with_replacement=True, seed=i).mean() <= 0 for i in range(r)), r)


@functools.cache
def r_process():
    """A process of R; what it uses is counted as the peer's own."""
    script = Path(__file__).with_name("boot.R")
    return subprocess.Popen(["Rscript", "--vanilla", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask_r(word, value):
    process = r_process()
    print(word, value, sep="\t", file=process.stdin, flush=True)
    return float(process.stdout.readline() or "nan")


@peer("R boot", "bootstrap", R_BOOT, note="holds all R x n indices in memory")
def _(a, b):
    with tempfile.NamedTemporaryFile(suffix=".f64") as file:
        (b - a).astype("<f8").tofile(file.name)
        ask_r("load", file.name)
    forget_peak()
    return lambda r: ask_r("run", r)


@functools.cache
def experiment_kernels():
    """Experiments side by side, R resamples of each: the same words as above, one state an experiment."""
    from numba import njit, prange, uint64

    gold, low = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xFFFFFFFF)

    @njit(inline="always")
    def word(z):
        z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
        return z ^ (z >> uint64(31))

    @njit(parallel=True, fastmath=True)
    def drawn(data, experiments, r):
        hits = np.zeros(experiments)
        for e in prange(experiments):
            d = data[e % len(data)]
            n, state, count = uint64(len(d)), word(uint64(e) + gold), 0
            for _ in range(r):
                x, y = 0.0, 0.0
                for _ in range(len(d) // 2):
                    state += gold
                    z = word(state)
                    x += d[((z & low) * n) >> uint64(32)]
                    y += d[((z >> uint64(32)) * n) >> uint64(32)]
                count += x + y <= 0
            hits[e] = (count + 1) / (r + 1) <= 0.05
        return hits.mean()

    @njit(parallel=True, fastmath=True)
    def swapped(data, experiments, r):
        hits = np.zeros(experiments)
        for e in prange(experiments):
            d = data[e % len(data)]
            n, state, count = len(d), word(uint64(e) + gold), 0
            observed = abs(d.sum()) - 1e-9
            for _ in range(r):
                x = 0.0
                for start in range(0, n - 63, 64):
                    state += gold
                    z = word(state)
                    for j in range(64):
                        x += d[start + j] * (1.0 - 2.0 * float((z >> uint64(j)) & uint64(1)))
                state += gold
                z = word(state)
                for j in range(n % 64):
                    x += d[n - n % 64 + j] * (1.0 - 2.0 * float((z >> uint64(j)) & uint64(1)))
                count += abs(x) >= observed
            hits[e] = (count + 1) / (r + 1) <= 0.05
        return hits.mean()

    return drawn, swapped


@peer("Numba, tuned", "power of bootstrap", "numba", threads=(1, 2))
def _(a, b):
    d, (drawn, _) = b - a, experiment_kernels()
    return lambda experiments: drawn(d, experiments, EXPERIMENT_R)


@peer("Numba, tuned: 64 signs a word", "power of permutation", "numba", threads=(1, 2))
def _(a, b):
    d, (_, swapped) = b - a, experiment_kernels()
    return lambda experiments: swapped(d, experiments, EXPERIMENT_R)


@peer("NumPy: index matrix an experiment", "power of bootstrap", "numpy")
def _(a, b):
    data = b - a
    n = data.shape[1]

    def rejects(d):
        count = np.count_nonzero(d[RNG.integers(0, n, (EXPERIMENT_R, n), dtype=np.int32)].mean(1) <= 0)
        return share(count, EXPERIMENT_R) <= 0.05

    return lambda experiments: sum(rejects(data[e % len(data)]) for e in range(experiments)) / experiments


@peer("NumPy: random bits @ differences", "power of permutation", "numpy")
def _(a, b):
    data = b - a
    n, width = data.shape[1], -(-data.shape[1] // 8)

    def rejects(d):
        bits = np.frombuffer(RNG.bytes(EXPERIMENT_R * width), np.uint8).reshape(EXPERIMENT_R, width)
        sums = d.sum() - 2 * (np.unpackbits(bits, axis=1, count=n) @ d)
        return share(np.count_nonzero(abs(sums) >= abs(d.sum()) - 1e-9), EXPERIMENT_R) <= 0.05

    return lambda experiments: sum(rejects(data[e % len(data)]) for e in range(experiments)) / experiments


@peer("SciPy bootstrap (percentile)", "power of bootstrap", "scipy")
def _(a, b):
    from scipy.stats import bootstrap

    data, options = b - a, dict(method="percentile", n_resamples=EXPERIMENT_R, rng=RNG)

    def rejects(d):
        law = bootstrap((d,), np.mean, **options).bootstrap_distribution
        return share(np.count_nonzero(law <= 0), EXPERIMENT_R) <= 0.05

    return lambda experiments: sum(rejects(data[e % len(data)]) for e in range(experiments)) / experiments


@peer("SciPy permutation_test", "power of permutation", "scipy")
def _(a, b):
    from scipy.stats import permutation_test

    def mean(d, axis):
        return np.mean(d, axis=axis)

    data, options = b - a, dict(permutation_type="samples", vectorized=True, n_resamples=EXPERIMENT_R, rng=RNG)

    def rejects(d):
        return permutation_test((d,), mean, **options).pvalue <= 0.05

    return lambda experiments: sum(rejects(data[e % len(data)]) for e in range(experiments)) / experiments


@peer("evaluatio", "power of bootstrap", "evaluatio", note="p is two-sided")
def _(a, b):
    from evaluatio.inference.hypothesis import paired_bootstrap_test

    pairs = list(zip(a.tolist(), b.tolist()))
    p = [lambda pair=pair: paired_bootstrap_test(*pair, EXPERIMENT_R) for pair in pairs]
    return lambda experiments: sum(p[e % len(p)]() <= 0.05 for e in range(experiments)) / experiments


@peer("evaluatio", "power of permutation", "evaluatio", threads=(1, 2))
def _(a, b):
    from evaluatio.inference.hypothesis import paired_permutation_test

    pairs = list(zip(a.tolist(), b.tolist()))
    p = [lambda pair=pair: paired_permutation_test(*pair, EXPERIMENT_R) for pair in pairs]
    return lambda experiments: sum(p[e % len(p)]() <= 0.05 for e in range(experiments)) / experiments


TESTS = {
    "bootstrap": ["--test", "bootstrap-percentile", "--alternative", "better"],
    "permutation": ["--test", "permutation"],
}
SAMPLED = ["--exact", "never", "--interval", "none"]


POWER_TESTS = {f"power of {test}": options for test, options in TESTS.items()}


def power(program, test, experiments):
    """The whole process, which makes its data too: every resample of every experiment."""
    design = ["--model", "continuous", "--effect", "0", "--items", str(EXPERIMENT_ITEMS), "--in-full"]
    sizes = ["--experiments", str(experiments), "--resamples", str(EXPERIMENT_R), "--threads", str(THREADS)]
    start = time.perf_counter()
    command = [program, "power", "compare", *design, *sizes, *POWER_TESTS[test], "--no-progress", "--json"]
    out = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    seconds = time.perf_counter() - start
    return seconds, json.loads(out)["cells"][0]["tests"][0]["rate"]["value"], 0


def calls_of_restrap(arguments, sampled=True):
    """call(r) -> seconds, p-value, peak bytes of whole processes, from files to what they print.

    Without a number of resamples its default, the exact answer; what is not sampled has a score in place of p.
    """
    program = os.environ["PEER_RESTRAP"]
    level = ["--level", os.environ["PEER_LEVEL"]] if os.environ.get("PEER_LEVEL") else []

    def compare(r):
        draws = [*SAMPLED, "--resamples", str(r)] if r else []
        options = [*draws, *level, "--threads", str(THREADS), "--no-progress", "--json"]
        start = time.perf_counter()
        out = subprocess.run([program, *arguments, *options], stdout=subprocess.PIPE, check=True).stdout
        seconds = time.perf_counter() - start
        answer = json.loads(out)
        return seconds, answer["comparisons"][0]["tests"][0]["pvalue"], answer["host"]["peak_bytes"]

    def score(_):
        start = time.perf_counter()
        process = subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, text=True)
        out = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        return seconds, float(out.splitlines()[1].split()[-1]), usage.ru_maxrss * 1024

    return compare if sampled else score


def measured():
    """The process whose memory is the peer's: R, where it runs, else this one."""
    return r_process().pid if r_process.cache_info().currsize else os.getpid()


def forget_peak():
    Path(f"/proc/{measured()}/clear_refs").write_text("5")


def peak_bytes():
    status = Path(f"/proc/{measured()}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


def cpu_seconds():
    """Processor time of this process, of its children that have ended, and of R."""
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(use.ru_utime + use.ru_stime for use in uses)
    if measured() != os.getpid():
        fields = Path(f"/proc/{measured()}/stat").read_text().rpartition(")")[2].split()
        seconds += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return seconds


def timed(run):
    """call(r) -> seconds, p-value, peak bytes of a peer whose data are in memory."""

    def call(r):
        start = time.perf_counter()
        p = run(r)
        return time.perf_counter() - start, p, peak_bytes()

    return call


def load(name, test, files):
    """call(r) -> seconds, p-value, peak bytes, with the data in memory and the code compiled."""
    if name.startswith("restrap") and test in POWER_TESTS:
        return lambda experiments: power(os.environ["PEER_RESTRAP"], test, experiments)
    if name.startswith("restrap"):
        return calls_of_restrap(["compare", *files, *TESTS[test]])
    forget_peak()  # of the last data
    a, b = (np.load(file) for file in files)
    info = PEERS[name, test]
    few = slice(0, 2_000)
    info["make"](a[few], b[few])(min(100, info["unit"](len(a))))
    return timed(info["make"](a, b))


def serve(name, test, load=load):
    """Answer each line of JSON, a list of files or a number of resamples, with one line of JSON."""
    call = None
    for line in sys.stdin:
        request, answer = json.loads(line), {}
        try:
            if isinstance(request, list):
                call = load(name, test, request)
            else:
                before = cpu_seconds()
                seconds, p, peak = call(request)
                answer = dict(seconds=seconds, cpu=cpu_seconds() - before, p=p, peak_mib=round(peak / 2**20))
        except Exception as error:  # of any peer: it becomes a row of the table
            answer = dict(error=f"{type(error).__name__}: {error}")
        print(json.dumps(answer), flush=True)


def once(name, test, baseline, system, r):
    """One call by a process that has just started: imports and compilation included."""
    print(PEERS[name, test]["make"](np.load(baseline), np.load(system))(int(r)))


if __name__ == "__main__":
    (serve if len(sys.argv) == 3 else once)(*sys.argv[1:])
