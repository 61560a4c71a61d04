"""What a caller gives, column by column: read by what an object can do, and never by the name of its class."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from restrap.engines import engine_of
from restrap.error import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Cells = NDArray[Any] | list[bool | None] | list[int | None] | list[str | None]

System = Any
"""A path, a column of `data`, values of items, or a pair of a name and one of these."""


def is_frame(value: Any) -> bool:
    """A table of named columns: a frame of pandas or polars, an Arrow table, a structured array of NumPy."""
    if isinstance(value, Mapping) or not hasattr(value, "__getitem__") or engine_of(value):
        return False
    columns = getattr(value, "column_names", None) or getattr(value, "columns", None)
    return columns is not None and not callable(columns) or getattr(getattr(value, "dtype", None), "names", None) is not None


def names_of(frame: Any) -> list[Hashable]:
    """The names of the columns of a frame or a mapping."""
    for names in (getattr(frame, "column_names", None), getattr(frame, "columns", None), getattr(getattr(frame, "dtype", None), "names", None)):
        if names is not None and not callable(names):
            return list(names)
    return list(frame)


def text_of(name: Hashable) -> str:
    """The name of a column as text: the parts of a name of several levels, joined by blanks."""
    return " ".join(str(part) for part in name if str(part)) if isinstance(name, tuple) else str(name)


def _may_name(value: Any) -> bool:
    """Whether it has a hash, which a tuple of arrays has not."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def has_column(data: Any, name: Hashable) -> bool:
    """Whether a frame, or the index of one, has a column of this name."""
    return _may_name(name) and data is not None and not engine_of(data) and (name in names_of(data) or name in levels(data))


def column(data: Any, name: Hashable) -> Any:
    """A column of a frame or a mapping, or a level of its index."""
    if data is None:
        raise InputError(f"expected the frame that has the column {name}, found none", "add data=")
    check_data(data)
    if not _may_name(name):
        raise InputError(f"expected the name of a column of data, found {type(name).__qualname__}", f"the columns are {', '.join(map(text_of, names_of(data)))}")
    there = names_of(data)
    if name in there:
        return data[name]
    if (level := levels(data).get(name)) is not None:
        return level
    # Other names than texts may be asked for as they are printed.
    for other in there:
        if text_of(other) == name:
            return data[other]
    raise InputError(f"expected a column of data, found no {name}", f"the columns are {', '.join(map(text_of, there))}")


def check_data(data: Any) -> None:
    """Refuse what has no columns."""
    if not (is_frame(data) or isinstance(data, Mapping) or engine_of(data)):
        raise InputError(f"expected a frame or a mapping of columns as data, found {type(data).__qualname__}", 'data={"old": ..., "new": ...}')


def levels(value: Any) -> dict[Hashable, list[Any]]:
    """The labels of the rows of a frame or a series, level by level, by their names; none where rows are counted from 0."""
    labels = _index(value)
    if labels is None or counts_from_zero(labels):
        return {}
    names = list(getattr(getattr(value, "index", None), "names", None) or [None])
    if len(names) > 1:
        return {name or f"item {place}": [label[place] for label in labels] for place, name in enumerate(names)}
    return {names[0] or "item": list(labels)}


def labels_of(value: Any) -> list[Hashable] | None:
    """The labels of values: keys of a mapping, the index of a series, a coordinate; None if values have places only."""
    labels = list(value) if isinstance(value, Mapping) else _index(value)
    return None if labels is None or counts_from_zero(labels) else list(labels)


def _index(value: Any) -> Sequence[Any] | None:
    if hasattr(value, "reindex") and hasattr(value, "index"):
        index = value.index
        if hasattr(index, "step") and (index.start, index.step) == (0, 1):
            # Counted, and not stored.
            return range(len(index))
        return list(index)
    dims: tuple[Any, ...] = getattr(value, "dims", ())
    coordinates = getattr(value, "coords", None)
    if coordinates is not None and len(dims) == 1 and dims[0] in coordinates:
        return list(coordinates[dims[0]].values.tolist())
    return None


def counts_from_zero(labels: Sequence[Hashable]) -> bool:
    """Labels that count rows from 0 say no more than places."""
    return isinstance(labels, range) or all(label == place and not isinstance(label, bool) for place, label in enumerate(labels))


def values_of(name: str, values: Any) -> list[Hashable]:
    """A list of numbers or texts, of any object that has several; of a mapping its values."""
    if isinstance(values, Mapping):
        values = list(values.values())
    several = hasattr(values, "__iter__") and not isinstance(values, (str, bytes)) and not is_frame(values)
    to_list = getattr(values, "tolist", None)
    listed: Any = values if to_list is None else to_list()
    found: list[Hashable] = list(listed) if several else []
    if not several or not all(isinstance(value, Hashable) for value in found):
        raise InputError(f"expected a list of values as {name}, found {type(values).__qualname__}", f"give {name} as a list or an array")
    return found


def name_of(value: Any) -> str | None:
    """The name that a series has of its own."""
    name = getattr(value, "name", None)
    return text_of(name) if isinstance(name, (str, tuple)) and name else None


def length_of(value: Any) -> int:
    """The number of items; 0 of what has none."""
    shape = getattr(value, "shape", None)
    return int(shape[0]) if shape else len(value) if shape is None and hasattr(value, "__len__") else 0


def array_of(name: str, values: Any) -> NDArray[Any]:
    """An array of NumPy that shares memory with `values` where it can; masked numbers are NaN, other masked values None."""
    import numpy as np

    if isinstance(values, (set, frozenset)):
        raise InputError(f"expected values in an order, found a set of {name}", "give a list, or a mapping from items to values")
    if isinstance(values, Mapping):
        values = list(values.values())
    if hasattr(values, "detach"):
        # A tensor that a gradient belongs to lends no memory.
        values = values.detach().cpu()
    if isinstance(values, np.ma.MaskedArray):
        return _unmasked(values)
    if hasattr(values, "__iter__") and not hasattr(values, "__len__") and not hasattr(values, "__array__"):
        values = list(values)
    try:
        array = np.asarray(values)
        is_whole = isinstance(values, (list, tuple)) or getattr(getattr(values, "dtype", None), "kind", "") in ("i", "u")
        if array.dtype.kind == "f" and is_whole and (np.abs(array) >= 2.0**53).any():
            # Whole numbers beside others or none are rounded.
            array = np.array(list(values) if isinstance(values, (list, tuple)) else values.to_numpy(dtype=object), dtype=object)
    except ValueError:
        # Rows of different lengths.
        array = np.empty(len(values), dtype=object)
        array[:] = list(values)
    except (TypeError, RuntimeError) as error:
        raise InputError(f"expected values of items as {name}, found {error}", "give an array of NumPy") from error
    if array.ndim == 0:
        raise InputError(f"expected a value of each item as {name}, found {values!r}", "give a list, an array or a series")
    return array


def _unmasked(values: Any) -> NDArray[Any]:
    import numpy as np

    hidden = np.ma.getmaskarray(values)
    if not hidden.any():
        return np.asarray(values.data)
    if values.dtype.kind == "f":
        return np.asarray(values.filled(np.nan))
    bare = np.empty(values.shape, dtype=object)
    bare[...] = values.data
    bare[hidden] = None
    return bare


def cells(name: str, values: Any) -> Cells:
    """A column as the engine takes it: an array of numbers, or a list in which None is missing."""
    import numpy as np

    array = array_of(name, values)
    if array.ndim != 1:
        raise InputError(
            f"expected one value per item of {name}, found an array of {array.ndim} dimensions",
            "give each system by itself: a one-dimensional array, or a row of this one",
        )
    types: dict[str, Any] = {"b": np.bool_, "i": np.int64, "u": np.uint64, "f": np.float32 if array.itemsize < 8 else np.float64}
    if array.dtype.kind in types:
        # What comes over a network or out of a file may lie at any byte.
        return np.require(array, types[array.dtype.kind], ["C", "A"])
    match array.dtype.kind:
        case "U" | "T":
            return [None if value is None else str(value) for value in array.tolist()]
        case "S":
            return [None if value is None else value.decode() for value in array.tolist()]
        case "M" | "m":
            return [None if text == "NaT" else text for text in array.astype(str).tolist()]
        case "O":
            return _of_objects(name, array.tolist())
    raise InputError(f"expected numbers or texts as {name}, found {array.dtype}", "give one number or text per item")


def holds_texts(name: str, values: Any) -> bool:
    """The first value that is there is a text."""
    array = array_of(name, values)
    if array.dtype.kind != "O":
        return array.dtype.kind in "UT"
    return isinstance(next((value for value in array.flat if not is_missing(value)), None), str)


def is_missing(value: Any) -> bool:
    """None, NaN, and what else is not equal to itself."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except TypeError:
        # The truth of pandas.NA is not known.
        return True
    except ValueError:
        return False


def _of_objects(name: str, values: list[Any]) -> Cells:
    import numbers
    from decimal import Decimal

    values = [None if is_missing(value) else value for value in values]
    known = [value for value in values if value is not None]
    if all(isinstance(value, bool) or getattr(value, "shape", None) == () and getattr(value, "dtype", None) == bool for value in known):
        return [None if value is None else bool(value) for value in values]
    if all(isinstance(value, (numbers.Number, Decimal)) for value in known):
        return _of_numbers(name, values)
    for value in known:
        if isinstance(value, Mapping):
            raise InputError(f"expected numbers or texts as {name}, found a mapping as one of them", "give one number or text per item")
    return [None if value is None else _text(value) for value in values]


def _of_numbers(name: str, values: list[Any]) -> Cells:
    import numpy as np

    if all(value is None or hasattr(value, "__index__") for value in values):
        whole = [None if value is None else value.__index__() for value in values]
        if all(value is None or -(2**63) <= value < 2**63 for value in whole):
            return whole
    doubles = [float("nan") if value is None else float(value) for value in values]
    for place, (value, double) in enumerate(zip(values, doubles)):
        if value is not None and hasattr(value, "__index__") and int(double) != value.__index__():
            raise InputError(
                f"expected scores that a double holds exactly, found {value} for item {place} of {name}",
                "rescale the scores, or give doubles: array.astype(float)",
            )
    return np.asarray(doubles, dtype=np.float64)


def _text(value: Any) -> str:
    """A value as a cell of a table has it: a list of labels in JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=str)
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        import json

        return json.dumps([each if isinstance(each, (str, int, float)) or each is None else str(each) for each in value], ensure_ascii=False)
    return str(value)


def doubles(name: str, values: Any) -> NDArray[np.float64]:
    """Numbers that are all there, as doubles that hold them exactly."""
    import numpy as np

    read = cells(name, values)
    if isinstance(read, list) or read.dtype.kind in "iu" and bool((read.astype(np.float64).astype(read.dtype) != read).any()):
        raise InputError(f"expected numbers that a double holds as {name}, found others", "give an array of doubles")
    return np.asarray(read, dtype=np.float64)
