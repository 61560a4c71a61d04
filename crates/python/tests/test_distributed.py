"""Draws that workers share out, and draws that go on after a kill: the bytes of one long run."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
import restrap
from restrap import distributed

RNG = np.random.default_rng(5)
OLD, NEW, OTHER = (RNG.random(300) + gain for gain in (0.0, 0.03, 0.08))
CLUSTERS = [f"c{place // 5}" for place in range(300)]
LABELS = RNG.integers(0, 3, (3, 300)).astype(str)
OUTPUTS = str(Path(__file__).resolve().parents[3] / "datasets/outputs") + "/"
SAMPLED = {"exact": "never", "n_resamples": 3000}


def f1(sums):
    tp, fp, fn = sums.T
    return 2 * tp / (2 * tp + fp + fn)


COUNTS = RNG.integers(0, 4, (2, 300, 3))

CALLS = {
    "means": (restrap.compare, [OLD, NEW], {**SAMPLED, "test": ["permutation", "bootstrap"], "interval": "bca"}),
    "clusters": (restrap.compare, [OLD, NEW], {**SAMPLED, "cluster": CLUSTERS}),
    "f1 of labels": (restrap.compare, [list(LABELS[0]), list(LABELS[1])], {"metric": "f1(average=macro)", "gold": list(LABELS[2]), **SAMPLED}),
    "bleu": (restrap.compare, [OUTPUTS + "baseline.txt", OUTPUTS + "system.txt"], {"metric": "bleu", "references": OUTPUTS + "reference.txt", **SAMPLED}),
    "a metric of one's own": (restrap.compare, [*COUNTS], {"metric": restrap.Metric(f1), "n_resamples": 3000}),
    "a ranking": (restrap.rank, [("a", OLD), ("b", NEW), ("c", OTHER)], {"n_resamples": 3000}),
    "power": (restrap.power.compare, [], {"model": "continuous", "items": [20], "experiments": 60, "resamples": 99}),
}


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.parametrize("name", CALLS)
def test_processes_share_the_draws(pool, name):
    function, given, asked = CALLS[name]
    assert function(*given, **asked, executor=pool).to_json() == function(*given, **asked).to_json()


@pytest.mark.parametrize("name", CALLS)
def test_parts_in_any_order_are_one_run(name):
    function, given, asked = CALLS[name]
    parts = [distributed.part(function, given, asked, place, 7) for place in range(1, 8)]
    whole = distributed.merged(function, given, asked, parts[3:] + parts[:3])
    assert whole.to_json() == function(*given, **asked).to_json()


def test_dask_shares_the_draws():
    dask = pytest.importorskip("dask.distributed")
    with dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, dask.Client(cluster) as client:
        executor = client.get_executor(pure=False)
        for name, (function, given, asked) in CALLS.items():
            assert function(*given, **asked, executor=executor).to_json() == function(*given, **asked).to_json(), name


def fatal(sums):
    """A metric whose worker is killed while there is a file to say so."""
    for name in ("first", "second") if os.environ.get("RESTRAP_TEST_WORKER") else ():
        try:
            Path(os.environ["RESTRAP_TEST_FATAL"], name).unlink()
        except FileNotFoundError:
            # Another worker took it.
            continue
        os.kill(os.getpid(), signal.SIGKILL)
    return f1(sums)


def worker():
    os.environ["RESTRAP_TEST_WORKER"] = "1"


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_dask_draws_again_what_killed_workers_lost(tmp_path, monkeypatch):
    dask = pytest.importorskip("dask.distributed")
    monkeypatch.setenv("RESTRAP_TEST_FATAL", str(tmp_path))
    asked = {"metric": restrap.Metric(fatal), "n_resamples": 3000}
    for name in ("first", "second"):
        (tmp_path / name).touch()
    with (
        dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, env={"RESTRAP_TEST_WORKER": "1"}) as cluster,
        dask.Client(cluster) as client,
    ):
        found = restrap.compare(*COUNTS, **asked, executor=client.get_executor(pure=False))
    assert not list(tmp_path.iterdir()), "two workers were killed"
    assert found.to_json() == restrap.compare(*COUNTS, **asked).to_json()


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_workers_that_are_killed_are_replaced(tmp_path, monkeypatch):
    monkeypatch.setenv("RESTRAP_TEST_FATAL", str(tmp_path))
    asked = {"metric": restrap.Metric(fatal), "n_resamples": 3000}
    for name in ("first", "second"):
        (tmp_path / name).touch()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn"), initializer=worker) as executor:
        found = restrap.compare(*COUNTS, **asked, executor=executor)
    assert not list(tmp_path.iterdir()), "two workers were killed"
    assert found.to_json() == restrap.compare(*COUNTS, **asked).to_json()
    # As often as it is tried.
    monkeypatch.setattr(distributed, "TRIES", 1)
    (tmp_path / "first").touch()
    with (
        ProcessPoolExecutor(2, mp_context=get_context("spawn"), initializer=worker) as executor,
        pytest.raises(restrap.Error, match="expected all of 2 parts from the workers, lost"),
    ):
        restrap.compare(*COUNTS, **asked, executor=executor)


def test_a_checkpoint_grows_and_lives_through_kills(tmp_path):
    asked = {"exact": "never", "interval": "none", "n_resamples": 200_000}
    program = (
        "import numpy as np, restrap\nrng = np.random.default_rng(1)\n"
        f"print(restrap.compare(rng.random(3000), rng.random(3000), checkpoint={str(tmp_path / 'kept')!r}, **{asked!r}).to_json())"
    )
    for wait in (0.2, 0.35, 0.5):
        child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.DEVNULL)
        time.sleep(wait)
        child.kill()
        child.wait()
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()
    rng = np.random.default_rng(1)
    old, new = rng.random(3000), rng.random(3000)
    assert found == restrap.compare(old, new, **asked).to_json()
    more = {**asked, "n_resamples": 300_000}
    assert restrap.compare(old, new, checkpoint=tmp_path / "kept", **more).to_json() == restrap.compare(old, new, **more).to_json()
    with pytest.raises(restrap.InputError, match="of other scores, or of another request") as refused:
        restrap.compare(new, old, checkpoint=tmp_path / "kept", **asked)
    assert refused.value.hint


def test_parts_that_do_not_belong_together_are_refused():
    function, given, asked = CALLS["means"]
    parts = [distributed.part(function, given, asked, place, 3) for place in (1, 2, 3)]
    with pytest.raises(restrap.InputError, match="expected all of 3 parts, found no part 2"):
        distributed.merged(function, given, asked, [parts[0], parts[2]])
    with pytest.raises(restrap.InputError, match="part 2: .*changed"):
        distributed.merged(function, given, asked, [parts[0], parts[1][:-1] + b"x", parts[2]])
    with pytest.raises(restrap.InputError, match="of other scores, or of another request"):
        distributed.merged(function, [NEW, OLD], asked, parts)
