"""Draws shared out between workers: processes of this machine, of a cluster, of MPI.

``restrap.compare``, ``rank``, ``replicate`` and ``power.compare`` take ``executor=``: anything with ``submit(function, *arguments)`` that
gives futures, such as `concurrent.futures.ProcessPoolExecutor`, ``dask.distributed.Client(...).get_executor(pure=False)`` or
``mpi4py.futures.MPIPoolExecutor``. Every worker draws one part of the resamples, and the answer has the bytes of one long run.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from restrap.asking import RANGES
from restrap.error import Error

__all__ = ["RayExecutor", "part"]

T = TypeVar("T")

#: How often a part whose worker was lost is drawn again.
TRIES = 3


class RayExecutor:
    """Ray as an executor: ``restrap.compare(a, b, executor=restrap.distributed.RayExecutor())``.

    Parameters
    ----------
    workers : int, optional
        Parts that the draws are cut into; the processors of the cluster by default.
    """

    def __init__(self, workers: int | None = None) -> None:
        import ray

        self._ray = ray
        self._max_workers = workers or int(ray.cluster_resources().get("CPU", 1))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """A future of ``function(*arguments)`` on some worker."""
        return self._ray.remote(function).remote(*arguments).future()


def part(function: Callable[..., Any], given: Sequence[Any], asked: Mapping[str, Any], place: int, of: int) -> bytes:
    """Part `place` (from 1) of `of` of what ``function(*given, **asked)`` draws: what a worker does.

    Parameters
    ----------
    function : callable
        `restrap.compare`, `restrap.rank`, `restrap.replicate` or `restrap.power.compare`.
    given, asked : sequence, mapping
        Its arguments. A worker has one thread, unless they say how many.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "part")
        with _drawing(part=(place, of), part_file=str(path)):
            function(*given, **{"threads": 1, **asked})
        return path.read_bytes()


def merged(function: Callable[..., T], given: Sequence[Any], asked: Mapping[str, Any], parts: Sequence[bytes]) -> T:
    """The answer of ``function(*given, **asked)`` from all its parts, in any order."""
    with _drawing(parts=list(parts)):
        return function(*given, **asked)


def shared(function: Callable[..., T], executor: Any, given: Sequence[Any], asked: Mapping[str, Any]) -> T:
    """The answer of ``function(*given, **asked)``, drawn by the workers of an executor."""
    of = _workers(executor)
    # A progress bar stays with the caller, and so does a folder.
    alone = {name: value for name, value in asked.items() if name not in ("progress", "checkpoint")}
    found: dict[int, bytes] = {}
    for attempt in range(TRIES):
        missing = [place for place in range(1, of + 1) if place not in found]
        futures = {place: executor.submit(part, function, given, alone, place, of) for place in missing}
        lost: Exception | None = None
        for place, future in futures.items():
            try:
                found[place] = future.result()
            except BrokenExecutor as broken:
                lost = broken
        if lost is None:
            return merged(function, given, asked, list(found.values()))
        if attempt + 1 < TRIES:
            executor = _again(executor, lost)
    left = ", ".join(str(place) for place in range(1, of + 1) if place not in found)
    raise Error(f"expected all of {of} parts from the workers, lost {left} {TRIES} times")


@contextmanager
def _drawing(**words: Any) -> Iterator[None]:
    token = RANGES.set(words)
    try:
        yield
    finally:
        RANGES.reset(token)


def _workers(executor: Any) -> int:
    """How many workers there are, where an executor tells; else the processors of this machine."""
    client = getattr(executor, "_client", None)
    if client is not None and hasattr(client, "nthreads"):
        return max(1, len(client.nthreads()))
    return int(getattr(executor, "_max_workers", None) or os.cpu_count() or 1)


def _again(executor: Any, lost: Exception) -> Any:
    """A pool like one whose worker was killed, which takes no more work."""
    if not isinstance(executor, ProcessPoolExecutor):
        raise lost
    pool: Any = executor
    return ProcessPoolExecutor(pool._max_workers, pool._mp_context, pool._initializer, pool._initargs)
