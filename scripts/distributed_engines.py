"""A comparison, a ranking and a simulation by one engine, as JSON: what scripts/distributed runs."""

import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import restrap

RNG = np.random.default_rng(0)
SYSTEMS = [(name, RNG.random(2000) + gain) for name, gain in (("a", 0.0), ("b", 0.01), ("c", 0.03))]
LABELS = [[("cat", "dog", "bird")[place] for place in RNG.integers(0, 3, 500)] for _ in range(3)]
OUTPUTS = Path(__file__).resolve().parent.parent / "datasets/outputs"
BLEU = {"metric": "bleu", "references": str(OUTPUTS / "reference.txt")}
CALLS = [
    (restrap.compare, SYSTEMS, {"exact": "never", "n_resamples": 20_000, "test": ["permutation", "bootstrap"]}),
    (restrap.compare, SYSTEMS[:2], {"cluster": [f"c{place // 8}" for place in range(2000)], "exact": "never", "n_resamples": 20_000}),
    (restrap.compare, LABELS[:2], {"metric": "f1(average=macro)", "gold": LABELS[2], "exact": "never", "n_resamples": 20_000}),
    (restrap.compare, [str(OUTPUTS / name) for name in ("baseline.txt", "system.txt")], {**BLEU, "n_resamples": 20_000}),
    (restrap.rank, SYSTEMS, {"n_resamples": 20_000}),
    (restrap.power.compare, [], {"model": "continuous", "items": [50], "experiments": 400, "resamples": 99}),
]


class Joblib:
    """Parts by joblib, which has no futures."""

    @staticmethod
    def answer(function, given, asked):
        from joblib import Parallel, delayed

        parts = Parallel(2)(delayed(restrap.distributed.part)(function, given, asked, place, 4) for place in range(1, 5))
        return restrap.distributed.merged(function, given, asked, parts)


def executor(engine):
    if engine == "processes":
        return ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    if engine == "dask":
        from dask.distributed import Client

        return Client(n_workers=2, threads_per_worker=1, dashboard_address=None).get_executor(pure=False)
    if engine == "mpi":
        from mpi4py.futures import MPIPoolExecutor

        return MPIPoolExecutor()
    if engine == "ray":
        import ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        return nullcontext(restrap.distributed.RayExecutor())
    return nullcontext()


def main(engine):
    import restrap.distributed

    with executor(engine) as pool:
        for function, given, asked in CALLS:
            if engine == "joblib":
                print(Joblib.answer(function, given, asked).to_json())
            else:
                print(function(*given, **asked, **({} if pool is None else {"executor": pool})).to_json())


if __name__ == "__main__":
    main(sys.argv[1])
