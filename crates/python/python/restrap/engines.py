"""Engines that count equal rows before anything is read: DuckDB, Polars; and streams of Arrow, which are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from restrap.error import InputError

OF_ITEMS = ("item", "repeat", "seed_col", "judge", "human", "votes", "long", "where")
"""Keywords that look at items one by one: equal rows are not counted then."""


def engine_of(data: Any) -> str | None:
    """What reads the rows of `data`: an engine that has not done so, or a stream of Arrow; None of rows in memory."""
    if hasattr(data, "collect_schema") and hasattr(data, "collect"):
        return "lazy"
    if hasattr(data, "aggregate") and hasattr(data, "fetchnumpy"):
        return "relation"
    return "stream" if hasattr(data, "__arrow_c_stream__") and not hasattr(data, "__getitem__") else None


def counted_rows(data: Any, asked: Sequence[str], words: dict[str, Any]) -> Any:
    """The distinct rows of the columns (of all of them if none is named), with the number of items of each as ``words["count"]``; or all
    rows, where items are looked at one by one.
    """
    engine = engine_of(data)
    if engine == "stream":
        return all_rows(data)
    there = data.collect_schema().names() if engine == "lazy" else list(data.columns)
    given = words.get("count")
    for name in [*asked, *([given] if isinstance(given, str) else [])]:
        if name not in there:
            raise InputError(f"expected a column of data, found no {name}", f"the columns are {', '.join(there)}")
    if any(name in words for name in OF_ITEMS):
        return all_rows(data)
    columns = list(asked) or [name for name in there if name != given]
    count = given
    if count is None:
        count = "items"
        while count in columns:
            count += "_"
        words["count"] = count
    if engine == "lazy":
        import polars as pl

        number = pl.len() if given is None else pl.col(given).sum()
        return data.group_by(columns).agg(number.alias(count)).collect(engine="streaming")
    quoted = [_quoted(name) for name in columns]
    summed = "count(*)" if given is None else f"sum({_quoted(given)})"
    rows = data.aggregate(", ".join([*quoted, f"{summed} AS {_quoted(count)}"]), ", ".join(quoted)).fetchall()
    return {name: [row[place] for row in rows] for place, name in enumerate([*columns, count])}


def all_rows(data: Any) -> Any:
    """All rows of an engine, in memory."""
    match engine_of(data):
        case "lazy":
            return data.collect(engine="streaming")
        case "relation":
            return data.fetchnumpy()
    return _arrow(data)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _arrow(data: Any) -> Any:
    """The table of a stream of Arrow."""
    try:
        import pyarrow as pa  # type: ignore[import-untyped]

        return pa.table(data)
    except ImportError:
        pass
    try:
        import polars as pl
    except ImportError:
        raise InputError("a stream of Arrow is read by pyarrow or polars, found neither", "pip install pyarrow") from None
    return pl.DataFrame(data)
