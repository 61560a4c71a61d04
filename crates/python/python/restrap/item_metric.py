"""Your own metric: any function of which items a sample holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from restrap.error import InputError
from restrap.objects import array_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ItemMetric:
    """A metric that no sums determine: correlations, quantiles, areas under curves, whatever a function computes from items.

    Parameters
    ----------
    fn : callable
        Takes B samples at once, and gives B values; NaN where there is none. What it takes, `draws` says.
    draws : {"counts", "indices", "swaps"}
        ``"counts"``: ``fn(counts, rows)``, where ``counts[b, i]``, a double, is how often sample b holds row i. ``"indices"``:
        ``fn(indices, rows)``, where ``indices[b]`` are the rows of sample b. ``"swaps"``: ``fn(swapped, mine, other)``, where
        ``swapped[b, i]`` says that sample b holds item i of the other system in place of mine; there are no intervals then.
    batch : int
        Samples of a call, at most; they are fewer where counts would take more than 64 MB.
    higher_is_better : bool
        The direction.
    name : str, optional
        In tables; that of the function where nothing else is said.

    Notes
    -----
    A system is an array with a row per item. A permutation test has samples of the rows of both systems, one below the other, and one
    row of each item; every other sample has the rows of one system. Tests, intervals, clusters, sub-populations, margins and profiles
    of `compare` go with it; p-values are sampled. With more than 1,000 items BCa leaves out runs of neighbours.

    The function is called from any thread, one call at a time. Sums of counts are cheaper: see `restrap.Metric`.

    Examples
    --------
    >>> import numpy as np, restrap
    >>> def pearson(counts, rows):
    ...     total = counts.sum(axis=1)
    ...     x, y, xx, yy, xy = (counts @ column / total for column in (*rows.T, *(rows**2).T, rows[:, 0] * rows[:, 1]))
    ...     return (xy - x * y) / np.sqrt((xx - x**2) * (yy - y**2))
    >>> rng = np.random.default_rng(0)
    >>> human = rng.normal(size=60)
    >>> old, new = (np.stack([human, human + noise * rng.normal(size=60)], axis=1) for noise in (1.5, 0.5))
    >>> result = restrap.compare(old, new, metric=restrap.ItemMetric(pearson), n_resamples=2000)
    >>> result.n, result.to_dict()["metric"]["name"], result.shown
    (60, 'pearson', True)
    """

    __slots__ = ("batch", "draws", "fn", "higher_is_better", "name")

    def __init__(
        self,
        fn: Callable[..., Any],
        draws: Literal["counts", "indices", "swaps"] = "counts",
        batch: int = 256,
        higher_is_better: bool = True,
        name: str | None = None,
    ) -> None:
        if not callable(fn):
            raise TypeError(f"ItemMetric takes a callable, found {fn!r}")
        if draws not in ("counts", "indices", "swaps"):
            raise InputError(f"expected draws to be counts, indices or swaps, found {draws!r}")
        if batch < 1:
            raise InputError(f"expected at least 1 sample of a batch, found {batch}")
        self.fn = fn
        self.draws = draws
        self.batch = int(batch)
        self.higher_is_better = higher_is_better
        self.name = str(name or getattr(fn, "__name__", type(fn).__name__))

    @property
    def signature(self) -> str:
        """What a reader needs to find the function."""
        return f"{getattr(self.fn, '__module__', '?')}.{getattr(self.fn, '__qualname__', self.name)}({self.draws})"

    def measured(self, names: Sequence[str], rows: Sequence[NDArray[Any]]) -> tuple[str, str, bool, list[str], int, int, Sampled, bool]:
        """What the engine takes: the metric on rows of these systems."""
        return self.name, self.signature, self.higher_is_better, list(names), len(rows[0]), self.batch, Sampled(self, list(rows)), False


def item_rows(name: str, system: Any) -> NDArray[Any]:
    """A row per item of a system."""
    if isinstance(system, Mapping):
        raise InputError(
            f"expected rows as the items of {name}, found a mapping", "an array with a row per item, the same ones of every system"
        )
    return array_of(name, system)


class Sampled:
    """The rows of several systems, and what a metric makes of samples of them: the engine calls it with batches."""

    __slots__ = ("_stacked", "metric", "rows")

    def __init__(self, metric: ItemMetric, rows: list[NDArray[Any]]) -> None:
        self.metric = metric
        self.rows = rows
        self._stacked: tuple[list[int], Any] = ([], None)

    @property
    def takes_samples(self) -> bool:
        """There are values of samples of one system's items."""
        return self.metric.draws != "swaps"

    def differs(self, one: int, other: int) -> NDArray[np.bool_]:
        """Which items of two systems are not alike."""
        import numpy as np

        mine, others = self.rows[one], self.rows[other]
        if mine.shape != others.shape:
            return np.ones(len(mine), dtype=bool)
        alike = np.asarray(mine == others, dtype=bool)
        return np.logical_not(alike.reshape(len(mine), -1).all(axis=1), dtype=bool)

    def samples(self, systems: list[int], counts: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """Values of each system on samples in which items are so often."""
        taken = counts if self.metric.draws == "counts" else _indices(counts)
        return [self._values(taken, self.rows[system]) for system in systems]

    def swaps(self, systems: list[int], swapped: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """Values of two systems after swaps: 1 where an item is swapped, 0 where it stays, and -1 where neither has it."""
        import numpy as np

        mine, others = (self.rows[system] for system in systems)
        if self.metric.draws == "swaps":
            marks = swapped == 1
            return [self._called(len(marks), marks, mine, others), self._called(len(marks), marks, others, mine)]
        # Threads that find another pair here make their own.
        known, stacked = self._stacked
        if known != systems:
            stacked = np.concatenate([mine, others])
            self._stacked = (systems, stacked)
        if self.metric.draws == "counts":
            kept, moved = ((swapped == mark).astype(np.float64) for mark in (0, 1))
            return [self._values(np.hstack(both), stacked) for both in ((kept, moved), (moved, kept))]
        there = np.flatnonzero(swapped[0] >= 0)
        moved = (swapped[:, there] == 1) * len(mine)
        return [self._values(there + moved, stacked), self._values(there + len(mine) - moved, stacked)]

    def _values(self, taken: Any, rows: NDArray[Any]) -> NDArray[np.float64]:
        import numpy as np

        if isinstance(taken, list):
            # Clusters make samples of different sizes.
            return np.concatenate([self._called(1, one, rows) for one in taken])
        return self._called(len(taken), taken, rows)

    def _called(self, samples: int, *given: Any) -> NDArray[np.float64]:
        import numpy as np

        with np.errstate(divide="ignore", invalid="ignore"):
            values = np.ascontiguousarray(self.metric.fn(*given), dtype=np.float64)
        if values.shape != (samples,):
            raise InputError(
                f"expected {samples} values of {self.metric.name}, one per sample, found an array of shape {values.shape}",
                f"the function takes {self.metric.draws} of shape {given[0].shape}: a row per sample",
            )
        return values


def _indices(counts: NDArray[np.float64]) -> Any:
    """The rows of each sample in their order: an array, or a list of arrays where samples are not of one size."""
    import numpy as np

    whole = counts.astype(np.intp)
    sizes = whole.sum(axis=1)
    indices = np.repeat(np.tile(np.arange(counts.shape[1]), len(counts)), whole.ravel())
    if (sizes == sizes[0]).all():
        return indices.reshape(len(counts), sizes[0])
    return [one[np.newaxis] for one in np.split(indices, np.cumsum(sizes)[:-1])]
