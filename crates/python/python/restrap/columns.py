"""What a caller gives, as columns: arrays, series and frames without a copy where they hold doubles, mappings by their items."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from restrap.error import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

System = Any
"""A path, a column of `data`, a one-dimensional array or series, a mapping from items to scores; or a pair of a name and one of these."""

Groups = tuple[str, list[str], "NDArray[np.uint32]"]
"""A column of groups: its name, its values, and for each item the number of its value, from 1; 0 is of none."""

Note = tuple[str, str]
"""What must be said of the data: its code and its sentence."""


class Columns(NamedTuple):
    """Scores of the same items in the same order."""

    systems: list[tuple[str, NDArray[np.float64], bool]]
    kept: NDArray[np.bool_] | None
    items: list[str] | None
    notes: list[Note]
    were_missing: bool | None
    """Scores were missing, and count as zero; or were left out."""
    labels: list[Hashable] | None = None
    """The labels of all items, before any is left out; None of items that have places only."""


def paths(systems: Sequence[System]) -> list[str] | None:
    """The systems as the command line has them, or None where none is a path."""
    pairs = [named(system) for system in systems]
    are = [isinstance(value, (str, os.PathLike)) for _, value in pairs]
    if not any(are):
        return None
    if not all(are):
        raise InputError("expected paths or columns, found both", "read the files first: restrap.read(path)")
    return [os.fspath(value) if name is None else f"{name}={os.fspath(value)}" for name, value in pairs]


def one_by_one(given: Sequence[System]) -> list[System]:
    """Systems one by one, in a sequence, or by their names."""
    if len(given) != 1:
        return list(given)
    (one,) = given
    if named(one)[0] is not None:
        return [one]
    if isinstance(one, Mapping) and not all(isinstance(value, (int, float)) for value in one.values()):
        return [(str(name), system) for name, system in one.items()]
    if isinstance(one, Sequence) and not isinstance(one, (str, bytes)) and not all(isinstance(value, (int, float)) for value in one):
        return list(one)
    return [one]


def frame_of(given: Sequence[System]) -> dict[str, Any] | None:
    """The columns of the only thing that was given, a frame of pandas, polars or pyarrow; None of anything else."""
    one: Any = given[0] if len(given) == 1 else None
    if type(one).__name__ not in ("DataFrame", "Table") or type(one).__module__.startswith("restrap"):
        return None
    names = getattr(one, "column_names", None) or list(one.columns)
    return {str(name): one[name].to_pylist() if hasattr(one[name], "to_pylist") else list(one[name]) for name in names}


def named(system: System) -> tuple[str | None, Any]:
    """The name that was given with a system, if one was, and the system."""
    if isinstance(system, tuple) and len(system) == 2 and isinstance(system[0], str) and not _is_number(system[1]):
        return system
    return None, system


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float))


def columns(systems: Sequence[System], data: Any = None, missing: str = "error", paired: bool = True, baseline: bool = True) -> Columns:
    """Scores of systems, of the same items where they are `paired`; the first is a `baseline`, or a system as the others."""
    import numpy as np

    called = names(systems, baseline)
    given = [column(data, value) if isinstance(value, str) else value for _, value in called]
    known = [name for name, _ in called]
    notes: list[Note] = []
    items, values = aligned(known, given, missing, notes, paired)
    arrays = [doubles(name, value) for name, value in zip(known, values)]
    kept, every = None, items
    lost = missing == "drop" and items is not None and any(len(items) < len(value) for value in given)
    lost = lost or missing != "error" and any(np.isnan(array).any() for array, _ in arrays)
    if missing != "error":
        arrays, kept = _without_missing(known, arrays, missing, paired, notes)
        if items is not None and kept is not None:
            items = [item for item, keep in zip(items, kept) if keep]
    found = [(name, array, single) for name, (array, single) in zip(known, arrays)]
    labels = every if items is not None else _labels(given[0]) if paired and given else None
    named = None if items is None else [str(item) for item in items]
    return Columns(found, kept, named, notes, missing == "zero" if lost else None, labels)


def aligned(
    names: list[str], values: list[Any], missing: str, notes: list[Note], paired: bool = True
) -> tuple[list[Hashable] | None, list[Any]]:
    """Values of the same items in one order, and the items where keys or labels pair them: of mappings by key, of series by label."""
    for name, value in zip(names, values):
        if isinstance(value, (set, frozenset)):
            raise InputError(f"expected values in an order, found a set of {name}", "give a list, or a mapping from items to values")
    values = [unmasked(value) for value in values]
    if paired:
        values = _by_label(names, values, notes)
    if not any(isinstance(value, Mapping) for value in values):
        return None, values
    if not all(isinstance(value, Mapping) for value in values):
        other = next(name for name, value in zip(names, values) if not isinstance(value, Mapping))
        raise InputError(
            f"expected mappings from items everywhere or nowhere, found {other} without items",
            f"give {other} as a mapping from the same items",
        )
    return _by_item(names, values, missing, notes) if paired else (None, [[*each.values()] for each in values])


def unmasked(values: Any) -> Any:
    """An array of NumPy without its mask, under which values are missing; anything else as it is."""
    if not hasattr(values, "mask") or not hasattr(values, "filled"):
        return values
    import numpy as np

    if not isinstance(values, np.ma.MaskedArray):
        return values
    if values.dtype.kind == "f":
        return values.filled(np.nan)
    if values.dtype.kind in "biu":
        hidden = np.ma.getmaskarray(values)
        return np.where(hidden, np.nan, values.data.astype(np.float64)) if hidden.any() else values.data
    return [None if hidden else value for value, hidden in zip(values.data.tolist(), np.ma.getmaskarray(values).tolist())]


def names(systems: Sequence[System], baseline: bool = True) -> list[tuple[str, Any]]:
    """Systems with their names: as given, of a column, of a series, or by their places."""
    called = []
    for place, (name, value) in enumerate(map(named, systems)):
        own = value if isinstance(value, str) else getattr(value, "name", None)
        called.append((str(name or own or _default(place, len(systems), baseline)), value))
    return called


def _default(place: int, systems: int, baseline: bool) -> str:
    if baseline and place == 0:
        return "baseline"
    return "system" if systems == 1 + baseline else f"system {place + 1 - baseline}"


def column(data: Any, name: Hashable) -> Any:
    """A column of a frame: of pandas, polars, pyarrow, or a mapping from names to arrays."""
    if data is None:
        raise InputError(f"expected the frame that has the column {name}, found none", "add data=")
    try:
        return data[name]
    except (KeyError, IndexError, TypeError) as error:
        raise _no_column(data, name) from error
    except Exception as error:
        # Polars has a class of its own for this.
        if type(error).__name__ == "ColumnNotFoundError":
            raise _no_column(data, name) from error
        raise


def _no_column(data: Any, name: Hashable) -> InputError:
    there = getattr(data, "column_names", None) or getattr(data, "columns", None)
    names = [str(each) for each in (data if there is None else there)]
    return InputError(f"expected a column of data, found no {name}", f"the columns are {', '.join(names)}")


def doubles(name: str, values: Any) -> tuple[NDArray[np.float64], bool]:
    """A column of doubles, and whether they had single precision; borrowed where it is one already."""
    import numpy as np

    array = np.asarray(values)
    if array.ndim != 1:
        raise InputError(
            f"expected one score per item of {name}, found an array of {array.ndim} dimensions",
            "give each system by itself: a one-dimensional array, or a row of this one",
        )
    if array.dtype.kind not in "biufO":
        raise InputError(f"expected numbers as scores of {name}, found {array.dtype}", "labels are scored with metric= and gold=")
    single = array.dtype == np.float32
    if array.dtype.kind == "O" and any(isinstance(value, str) for value in array):
        raise InputError(f"expected numbers as scores of {name}, found text", "labels are scored with metric= and gold=")
    if array.dtype.kind in "iu" and array.itemsize == 8:
        rounded = np.abs(array.astype(np.float64)) > 2.0**53
        if rounded.any():
            place = int(np.argmax(rounded))
            raise InputError(
                f"expected scores that a double holds exactly, found {array[place]} for item {place + 1} of {name}",
                "rescale the scores, or give doubles: array.astype(float)",
            )
    try:
        # What comes over a network or out of a file may lie at any byte.
        return np.require(array, np.float64, ["C", "A"]), bool(single)
    except (TypeError, ValueError) as error:
        raise InputError(f"expected numbers as scores of {name}, found {error}") from error


def _by_label(names: list[str], values: list[Any], notes: list[Note]) -> list[Any]:
    """Series of pandas whose indexes differ as mappings from label to score: their places say nothing of items then."""
    indexed = [(name, value) for name, value in zip(names, values) if hasattr(value, "reindex") and hasattr(value, "index")]
    alike = all(value.index.equals(indexed[0][1].index) for _, value in indexed)
    if alike and 0 < len(indexed) < len(values) and not _are_places(indexed[0][1].index.tolist()) and not any(isinstance(value, Mapping) for value in values):
        name = indexed[0][0]
        raise InputError(
            f"{name} has labels, and other values have none: they could be in another order",
            "give every one as a series with the same index",
        )
    if len(indexed) < 2 or alike:
        return values
    if len(indexed) < len(values):
        raise InputError(
            "expected series of one index, or arrays alone, found series of different indexes beside arrays",
            "give every one as a series with the same index",
        )
    for name, value in indexed:
        if not value.index.is_unique:
            raise InputError(
                f"the indexes of the series differ, and {name} has a label twice",
                "give each label once, or pair by place: series.to_numpy()",
            )
    labels = [set(value.index.tolist()) for _, value in indexed]
    if not set.intersection(*labels):
        raise InputError(
            f"expected series that share labels, found none in common: {', '.join(name for name, _ in indexed)}",
            "pair by place: series.to_numpy()",
        )
    notes.append(("paired-by-label", f"paired by the labels of the series, whose order differs: {', '.join(names)}"))
    return [dict(zip(value.index.tolist(), value.tolist())) for _, value in indexed]


def _by_item(
    names: list[str], systems: list[Mapping[Hashable, Any]], missing: str, notes: list[Note]
) -> tuple[list[Hashable], list[list[Any]]]:
    """Mappings in the order of the baseline's items."""
    first = systems[0]
    items: list[Hashable] = list(first)
    if missing == "zero":
        for system in systems[1:]:
            items += [item for item in system if item not in first and item not in items]
        nothing = float("nan")
        return items, [[system.get(item, nothing) for item in items] for system in systems]
    shared = [item for item in items if all(item in system for system in systems)]
    for name, system in zip(names, systems):
        left = len(system) - len(shared)
        if left and missing != "drop":
            alone = next(item for item in system if not all(item in other for other in systems))
            raise InputError(
                f"expected every system to score the same items, found item {alone} in {name} and not in every other",
                'missing="drop" leaves such items out',
            )
        if left:
            notes.append(("missing-dropped", f"{name}: {left} items left out: an item needs a score from every system"))
    return shared, [[system[item] for item in shared] for system in systems]


def _without_missing(
    names: list[str], arrays: list[tuple[NDArray[np.float64], bool]], missing: str, paired: bool, notes: list[Note]
) -> tuple[list[tuple[NDArray[np.float64], bool]], NDArray[np.bool_] | None]:
    """Columns without missing scores (NaN): left out of every system, or zero."""
    import numpy as np

    gone = [np.isnan(array) for array, _ in arrays]
    for name, of in zip(names, gone):
        if number := int(of.sum()):
            code, became = ("missing-zeroed", "count as 0") if missing == "zero" else ("missing-dropped", "left out")
            notes.append((code, f"{name}: {number} missing scores {became}"))
    if missing == "zero":
        return [(np.where(of, 0.0, array), single) for (array, single), of in zip(arrays, gone)], None
    if not paired:
        return [(array[~of], single) for (array, single), of in zip(arrays, gone)], None
    if len({len(of) for of in gone}) > 1 or not any(of.any() for of in gone):
        return arrays, None
    kept = ~np.logical_or.reduce(gone)
    return [(array[kept], single) for array, single in arrays], kept


def _labels(values: Any) -> list[Hashable] | None:
    """The labels of values: keys of a mapping, the index of a series; None of what has places only."""
    if isinstance(values, Mapping):
        return list(values)
    if hasattr(values, "reindex") and hasattr(values, "index"):
        return list(values.index.tolist())
    return None


def _are_places(labels: list[Hashable]) -> bool:
    """Labels that count rows from 0, which say no more than places."""
    return labels == list(range(len(labels)))


def by_label(name: str, values: Any, labels: list[Hashable] | None, of: str = "scores") -> Any:
    """Values in the order of the items' labels, where either has labels; refused where only one of them has."""
    own = _labels(values)
    if own is None and (labels is None or _are_places(labels)) or own is not None and labels is None and _are_places(own):
        return [*values.values()] if isinstance(values, Mapping) else values
    if own is None or labels is None:
        labelled, plain = (of, name) if own is None else (name, of)
        raise InputError(
            f"{labelled} have labels, {plain} has none: they could be in another order" if own is None
            else f"{labelled} has labels, {plain} have none: they could be in another order",
            f"give {plain} as a series with the same index, or as a mapping from the same items",
        )
    if own == labels:
        return [*values.values()] if isinstance(values, Mapping) else values
    if len(set(own)) < len(own):
        raise InputError(f"{name} is in another order, and has a label twice", "give each label once")
    found = dict(values) if isinstance(values, Mapping) else dict(zip(own, values.tolist()))
    lacking = [label for label in labels if label not in found]
    if lacking:
        raise InputError(f"expected a value of {name} for every item, found none for {lacking[0]!r}", "add it, or leave the item out")
    return [found[label] for label in labels]


def groups(
    keyword: str, asked: Any, data: Any, kept: NDArray[np.bool_] | None, labels: list[Hashable] | None = None, has_labels: bool = False
) -> Groups | None:
    """A column of groups by its name in `data`, or given as values, in the order of the labels of the items if these are known."""
    import numpy as np

    if asked is None:
        return None
    name, values = (asked, column(data, asked)) if isinstance(asked, str) else (getattr(asked, "name", None) or keyword, asked)
    if has_labels and not (isinstance(asked, str) and labels is None):
        values = by_label(str(name), values, labels)
    array = np.asarray(_whole(name, values))
    if kept is not None and len(kept) == len(array):
        array = array[kept]
    known: dict[str, int] = {}
    texts = (str(value) for value in array.tolist())
    codes = np.fromiter((known.setdefault(text, len(known) + 1) for text in texts), np.uint32, len(array))
    return str(name), list(known), codes


def _whole(name: Any, values: Any) -> Any:
    """Values of which none is masked."""
    import numpy as np

    if isinstance(values, np.ma.MaskedArray):
        if values.mask.any():
            raise InputError(f"expected a value of {name} for every item, found a masked one", "leave such items out of every array")
        return values.data
    return values


def item_names(asked: Any, data: Any, kept: NDArray[np.bool_] | None) -> list[str] | None:
    """The ids of the rows of a frame, each of which must be another one."""
    if asked is None or data is None:
        return None
    names: Iterable[Any] = asked if isinstance(asked, (list, tuple)) else [asked]
    parts = [[str(value) for value in column(data, name)] for name in names]
    ids = ["\t".join(row) for row in zip(*parts)]
    seen: set[str] = set()
    for one in ids:
        if one in seen:
            raise InputError(
                f"expected one row per item, found item {one} twice",
                'sampled answers are repeat="COL", training runs seed_col="COL"; tables of several systems go through restrap.from_frame',
            )
        seen.add(one)
    return ids if kept is None else [one for one, keep in zip(ids, kept) if keep]
