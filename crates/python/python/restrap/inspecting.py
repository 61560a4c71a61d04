"""`inspect`."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from restrap import _native
from restrap.door import Door
from restrap.error import InputError
from restrap.objects import cells, column, is_frame, labels_of, names_of, text_of, values_of
from restrap.outcome import Record


class Inspection(Record):
    """What files, folders and tables hold: the fields of ``restrap inspect --json``, and the page when it is printed.

    Attributes
    ----------
    files : tuple of Record
        Each with `columns`, of which each has `name`, `type`, `missing`, `distinct`, `least`, `most`, `first`, `role` and `why`.
    columns, pairs : tuple of Record
        The scores that a comparison could take, and how they compare with the first.
    next : Record
        The command that answers, or the error and the hint of one that asks.
    """

    __slots__ = ("_page",)
    _page: str

    def __init__(self, fields: Mapping[str, Any], page: str) -> None:
        super().__init__(fields)
        object.__setattr__(self, "_page", page)

    def __repr__(self) -> str:
        return self._page.rstrip("\n")

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(self._page)}</pre>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Inspection, (self._fields, self._page)


def inspect(*given: Any) -> Inspection:
    """Look at what files, folders and objects hold, and at what restrap takes each column for. Nothing that can be opened is refused.

    Parameters
    ----------
    *given : path, frame, mapping of columns, mapping of items to scores, array, list
        What a comparison could be given, and what it refuses.

    Returns
    -------
    Inspection
        Printed, a table with a row for each column, and the call or the question that follows.

    Examples
    --------
    >>> import restrap
    >>> seen = restrap.inspect({"id": ["a", "b", "c"], "base": [0, 1, 0], "new": [1, 1, 0]})
    >>> [(column.name, column.role) for column in seen.files[0].columns]
    [('id', 'id'), ('base', 'score'), ('new', 'score')]
    """
    if not given:
        raise InputError("expected something to look at, found nothing", "give a path, a frame or a list")
    door = Door({})
    paths = [os.fspath(one) if isinstance(one, (str, os.PathLike)) else _held(door, one) for one in given]
    text, page = _native.inspect(paths)
    return Inspection(json.loads(text), page)


def _held(door: Door, value: Any) -> str:
    """A table of what an object holds, as far as it can be read."""
    if is_frame(value) or isinstance(value, Mapping) and _has_columns(value):
        columns = {text_of(name): column(value, name) for name in names_of(value)}
        return door.table("data", {name: values for name, values in columns.items() if _is_readable(name, values)})
    values = values_of("score", value)
    labels = labels_of(value)
    columns = {"score": values} if labels is None else {"id": [str(label) for label in labels], "score": values}
    return door.table("data", columns)


def _has_columns(value: Mapping[Any, Any]) -> bool:
    """Whether a mapping is of names to columns, rather than of items to scores."""
    first = next(iter(value.values()), None)
    return hasattr(first, "__len__") and not isinstance(first, (str, bytes))


def _is_readable(name: str, values: Any) -> bool:
    try:
        cells(name, values)
    except (InputError, OverflowError):
        return False
    return True
