"""Your own metric: a function of sums over items."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from restrap.error import InputError
from restrap.objects import array_of, is_frame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Metric:
    """A metric of the whole corpus: a function of counts that are summed over items.

    Parameters
    ----------
    fn : callable
        From sums, an integer array of shape (R, k) with one row per resample, to R values; NaN where there is none.
    columns : sequence of str
        Names of the k counts of an item.
    higher_is_better : bool
        The direction.
    name : str, optional
        In tables; that of the function where nothing else is said.

    Notes
    -----
    Every test, interval and unit of `compare` goes with it. The function is called with many resamples at once, from any thread,
    one call at a time.

    Examples
    --------
    >>> import numpy as np, restrap
    >>> def f1(sums):
    ...     tp, fp, fn = sums.T
    ...     return 2 * tp / (2 * tp + fp + fn)
    >>> rng = np.random.default_rng(0)
    >>> old, new = rng.integers(0, 4, (100, 3)), rng.integers(0, 4, (100, 3))
    >>> result = restrap.compare(old, new, metric=restrap.Metric(f1))
    >>> result.n, result.to_dict()["metric"]["name"]
    (100, 'f1')
    """

    __slots__ = ("columns", "fn", "higher_is_better", "name")

    def __init__(
        self,
        fn: Callable[[NDArray[np.int64]], Any],
        columns: Sequence[str] = ("tp", "fp", "fn"),
        higher_is_better: bool = True,
        name: str | None = None,
    ) -> None:
        if not callable(fn):
            raise TypeError(f"Metric takes a callable, found {fn!r}")
        self.fn = fn
        self.columns = tuple(columns)
        self.higher_is_better = higher_is_better
        self.name = str(name or getattr(fn, "__name__", type(fn).__name__))

    @property
    def signature(self) -> str:
        """What a reader needs to find the function."""
        return f"{getattr(self.fn, '__module__', '?')}.{getattr(self.fn, '__qualname__', self.name)}({', '.join(self.columns)})"

    def __call__(self, sums: NDArray[np.int64]) -> NDArray[np.float64]:
        """The values of rows of sums."""
        import numpy as np

        with np.errstate(divide="ignore", invalid="ignore"):
            values = np.ascontiguousarray(self.fn(sums), dtype=np.float64)
        if values.shape != (len(sums),):
            raise InputError(
                f"expected {len(sums)} values of {self.name}, one per row of sums, found an array of shape {values.shape}",
                "the function takes sums of shape (R, k): a count of every resample is sums[:, 0]",
            )
        return values

    def rows(self, name: str, system: Any) -> NDArray[Any]:
        """The counts of a system, a row per item: of a frame or mapping by their names, or an array of shape (n, k)."""
        import numpy as np

        if isinstance(system, Mapping) or is_frame(system):
            return np.stack([array_of(column, system[column]) for column in self.columns], axis=1)
        rows = array_of(name, system)
        if rows.ndim != 2 or rows.shape[1] != len(self.columns):
            raise InputError(
                f"expected {len(self.columns)} counts per item of {name} ({', '.join(self.columns)}), found shape {rows.shape}",
                "an array of shape (n, k), or a frame with these columns",
            )
        return rows

    def whole(self, name: str, rows: NDArray[Any]) -> list[NDArray[np.int64]]:
        """The columns of counts."""
        return [_whole(name, column, values) for column, values in zip(self.columns, rows.T)]


def _whole(system: str, column: str, values: Any) -> NDArray[np.int64]:
    import numpy as np

    array = np.asarray(values)
    if array.dtype.kind not in "biuf" or (array.dtype.kind == "f" and not np.all(array == np.floor(array))):
        raise InputError(
            f"expected whole numbers as {column} of {system}, found {array.dtype}",
            "counts are summed exactly: scale fractions to whole numbers, such as thousandths",
        )
    return np.require(array, np.int64, ["C", "A"])
