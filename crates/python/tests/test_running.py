"""Runs leave the interpreter free, hear Ctrl-C, tell progress, and live through forks and threads."""

import concurrent.futures
import os
import subprocess
import sys
import textwrap
import threading
import tracemalloc

import numpy as np
import pytest
import restrap

RNG = np.random.default_rng(0)
OLD, NEW = RNG.random(20_000), RNG.random(20_000)
LONG = {"exact": "never", "n_resamples": 20_000_000, "test": "bootstrap", "interval": "none"}
SHORT = {**LONG, "n_resamples": 5_000}


def test_other_threads_go_on_while_a_run_draws():
    ticks, done = 0, threading.Event()

    def tick():
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    other = threading.Thread(target=tick)
    other.start()
    restrap.compare(OLD, NEW, **{**LONG, "n_resamples": 200_000})
    done.set()
    other.join()
    assert ticks > 10


def interrupted(body):
    """Runs a program that sends itself Ctrl-C; what it prints."""
    program = textwrap.dedent("""
        import os, signal, threading, time
        import numpy as np, restrap
        # A shell that starts something in the background lets it ignore Ctrl-C, and Python then leaves that as it is.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        rng = np.random.default_rng(0)
        old, new = rng.random(20_000), rng.random(20_000)
        long = {"exact": "never", "n_resamples": 200_000_000, "test": "bootstrap", "interval": "none"}
        def press(after=0.5):
            def send():
                time.sleep(after)
                globals()["pressed"] = time.monotonic()
                os.kill(os.getpid(), signal.SIGINT)
            threading.Thread(target=send).start()
    """) + textwrap.dedent(body)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120).stdout.split()


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_a_run_at_once_with_what_is_finished():
    seconds, kind, finished = interrupted("""
        press(2.0)
        try:
            restrap.compare(old, new, **long)
        except KeyboardInterrupt as stopped:
            partial = stopped.partial
            print(time.monotonic() - pressed, type(partial).__name__, partial.to_dict()["interrupted_after"])
    """)
    # All of its resamples would take minutes.
    assert float(seconds) < 10
    print(f"Ctrl-C was heard in {seconds} s")
    assert kind == "Comparison" and int(finished) > 0


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_a_run_of_a_metric_of_python():
    seconds, kind = interrupted("""
        mean = restrap.ItemMetric(lambda counts, rows: counts @ rows / counts.sum(axis=1))
        press(2.0)
        try:
            restrap.compare(old, new, metric=mean, **{**long, "n_resamples": 20_000_000})
        except KeyboardInterrupt as stopped:
            print(time.monotonic() - pressed, type(stopped.partial).__name__)
    """)
    assert float(seconds) < 10
    assert kind == "Comparison"


def test_eight_callers_with_metrics_of_python_get_what_one_gets():
    def sums(rows):
        return rows[:, 0] / rows[:, 1]

    def counts(counts, rows):
        return sums(counts @ rows)

    rows = RNG.integers(1, 9, (2, 500, 2))
    for metric in (
        restrap.Metric(sums, ("a", "b")),
        restrap.ItemMetric(counts),
        restrap.ItemMetric(lambda at, of: sums(of[at].sum(axis=1)), "indices"),
    ):
        asked = {"metric": metric, "n_resamples": 600, "exact": "never"}
        expected = [restrap.compare(*rows, seed=seed, **asked) for seed in range(8)]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            got = list(pool.map(lambda seed, asked=asked: restrap.compare(*rows, seed=seed, **asked), range(8)))
        assert got == expected


def test_progress_is_told_and_may_stop_a_run():
    seen = []
    restrap.compare(OLD, NEW, progress=lambda done, total: seen.append((done, total)), **{**LONG, "n_resamples": 100_000})
    assert seen[-1] == (100_000, 100_000)
    assert seen == sorted(seen)

    def refuse(done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        restrap.compare(OLD, NEW, progress=refuse, **LONG)


def test_eight_callers_at_once_get_what_one_gets():
    expected = [restrap.compare(OLD, NEW, seed=seed, **SHORT) for seed in range(8)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda seed: restrap.compare(OLD, NEW, seed=seed, **SHORT), range(8)))
    assert got == expected
    assert len({one.pvalue for one in expected}) > 1


def test_threads_never_change_a_result():
    assert restrap.compare(OLD, NEW, threads=1, **SHORT) == restrap.compare(OLD, NEW, threads=3, **SHORT)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_in_mid_run_leaves_both_with_threads():
    answers = interrupted("""
        expected = restrap.compare(old, new, **{**long, "n_resamples": 2_000})
        running = threading.Thread(target=lambda: restrap.compare(old, new, **{**long, "n_resamples": 300_000}))
        running.start()
        time.sleep(0.05)
        for _ in range(3):
            child = os.fork()
            if child == 0:
                again = restrap.compare(old, new, **{**long, "n_resamples": 2_000})
                once_more = restrap.compare(old, new, **{**long, "n_resamples": 2_000})
                os._exit(0 if again == once_more == expected else 1)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        running.join()
        print(restrap.compare(old, new, **{**long, "n_resamples": 2_000}) == expected)
    """)
    assert answers == ["0", "0", "0", "True"]


@pytest.mark.parametrize("call", [lambda old, new: restrap.compare(old, new, test="t", interval="none"), restrap.ci])
def test_no_array_is_copied_before_the_engine_has_it(call):
    """NumPy tells tracemalloc of every array that it makes."""
    peak = {}
    for kind in (np.float64, np.float32):
        old, new = OLD.astype(kind), NEW.astype(kind)
        call(old[:10], new[:10])
        tracemalloc.start()
        call(old, new)
        peak[kind] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert max(peak.values()) < OLD.nbytes / 4


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="there is no /proc")
def test_ten_thousand_calls_leave_nothing_behind():
    old, new = OLD[:1000].round(1), NEW[:1000].round(1)

    def resident():
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def call(times):
        for _ in range(times):
            restrap.compare(old, new, test="t", interval="none").pvalue  # noqa: B018
        return resident()

    warm = call(1_000)
    # A leak of one outcome a call would be some 30 MB.
    assert call(10_000) - warm < 8_000_000


def test_importing_it_imports_neither_numpy_nor_typing():
    program = "import sys; before = {*sys.modules}; import restrap; print(*sorted({*sys.modules} - before))"
    told = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {program}"], capture_output=True, text=True, check=True
    )
    assert set(told.stdout.split()) <= {"restrap", "restrap._native"}
    every = "import restrap; [getattr(restrap, name) for name in dir(restrap)]; from restrap import *; print(compare.__module__)"
    told = subprocess.run([sys.executable, "-c", every], capture_output=True, text=True, check=True)
    assert told.stdout == "restrap.comparing\n"
    with pytest.raises(AttributeError, match="no attribute 'compares'"):
        getattr(restrap, "compares")


def test_a_call_goes_on_where_a_stopped_one_was(tmp_path):
    asked = {**LONG, "n_resamples": 40_000, "checkpoint": tmp_path / "draws"}
    whole = restrap.compare(OLD, NEW, **{**asked, "checkpoint": None})

    class Enough(Exception):
        pass

    def stop(done, total):
        if done > 5_000:
            raise Enough

    with pytest.raises(Enough):
        restrap.compare(OLD, NEW, progress=stop, **{**asked, "n_resamples": 10_000_000})
    seen = []
    assert restrap.compare(OLD, NEW, progress=lambda done, total: seen.append(done), **asked) == whole
    assert list((tmp_path / "draws").iterdir())
    again = restrap.compare(OLD, NEW, **asked)
    assert again == whole
    with pytest.raises(restrap.InputError, match="draws"):
        restrap.compare(NEW, OLD, **asked)
    with pytest.raises(restrap.InputError, match="checkpoint goes with scores"):
        restrap.compare(OLD, NEW, metric=restrap.ItemMetric(lambda counts, rows: counts @ rows), **asked)


def test_an_array_may_lie_at_any_byte():
    def moved(array):
        return np.frombuffer(b"x" + array.tobytes(), array.dtype, offset=1).reshape(array.shape)

    assert not moved(OLD).flags.aligned
    assert restrap.compare(moved(OLD), moved(NEW), **SHORT).to_json() == restrap.compare(OLD, NEW, **SHORT).to_json()
    counts = np.random.default_rng(1).integers(0, 4, (2, 50, 3))
    metric = restrap.Metric(lambda sums: sums[:, 0] / sums.sum(1))
    moved_counts = [moved(system) for system in counts]
    assert restrap.compare(*moved_counts, metric=metric).to_json() == restrap.compare(*counts, metric=metric).to_json()
