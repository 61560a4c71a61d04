"""Tables whose rows stand for several items, and engines that count equal rows before anything is read: DuckDB, Polars, Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from restrap.columns import System, column, names
from restrap.error import InputError
from restrap.lending import Lent

ROLES = ("gold", "by", "cluster", "stratum", "dataset", "mix", "count")
"""Keywords that name a column of a table."""

OF_ITEMS = ("item", "repeat", "seed_col", "judge", "human", "votes")
"""Keywords that look at items one by one."""


def counted(lent: Lent, given: Sequence[System], words: dict[str, Any], data: Any, baseline: bool = True) -> list[str] | None:
    """The systems as columns of a table with a column of counts, which `words` names; None where a row is an item."""
    is_whole = data is None and len(given) == 1 and engine_of(given[0]) is not None
    frame = given[0] if is_whole else data
    if engine_of(frame) is not None:
        frame = _rows(frame, [] if is_whole else _columns_of(given, words), words)
    elif "count" not in words:
        return None
    if not isinstance(words.get("metric", ""), (str, list, tuple)):
        raise InputError("count goes with a mean and with metrics that have a name, found a function", "give one row per item")
    if is_whole:
        return [lent.table(frame)]
    if data is None and all(isinstance(value, str) for _, value in names(given)):
        return None
    columns: dict[str, Any] = {}
    for role in ROLES:
        asked = words.get(role)
        if asked is None:
            continue
        if role == "mix":
            asked = asked.split("=")[0]
        if not isinstance(asked, str) and not all(isinstance(name, str) and data is not None for name in asked):
            columns[role], words[role] = list(asked), role
            continue
        for name in [asked] if isinstance(asked, str) else asked:
            columns[name] = list(column(frame, name))
    systems = names(given, baseline)
    columns |= {name: list(column(frame, value) if isinstance(value, str) else value) for name, value in systems}
    path = lent.table(columns)
    if "gold" in words:
        words["gold"] = f"{path}:{words['gold']}"
    return [f"{name}={path}:{name}" for name, _ in systems]


def engine_of(data: Any) -> str | None:
    """The engine that counts the rows of `data` itself."""
    of = type(data)
    engine = {("DuckDBPyRelation", "duckdb"): "duckdb", ("DuckDBPyRelation", "_duckdb"): "duckdb", ("LazyFrame", "polars"): "polars"}.get(
        (of.__name__, of.__module__.split(".")[0])
    )
    if engine is None and hasattr(data, "__arrow_c_stream__") and not hasattr(data, "__getitem__"):
        return "arrow"
    return engine


def _columns_of(given: Sequence[System], words: Mapping[str, Any]) -> list[str]:
    """The columns that are asked for, each once."""
    asked: list[str] = []
    for name, value in names(given):
        if not isinstance(value, str):
            raise InputError(f"expected the name of a column of data as {name}, found values", "put the values into the table")
        asked.append(value)
    for role in ROLES[:-1]:
        one = words.get(role)
        if one is None:
            continue
        if not isinstance(one, str) and not all(isinstance(name, str) for name in one):
            raise InputError(f"expected the name of a column of data as {role}, found values", "put the values into the table")
        if role == "mix":
            one = one.split("=")[0]
        asked += [one] if isinstance(one, str) else one
    return list(dict.fromkeys(asked))


def _rows(data: Any, columns: list[str], words: dict[str, Any]) -> dict[str, Iterable[Any]]:
    """The distinct rows of the columns (of all of them where none is named), with the number of items of each as `words["count"]`."""
    engine = engine_of(data)
    for name in OF_ITEMS:
        if name in words:
            raise InputError(f"{name} looks at items one by one, and equal rows of data are counted", "give data= as a frame in memory")
    read = _arrow(data) if engine == "arrow" else {}
    there = data.collect_schema().names() if engine == "polars" else data.columns if engine == "duckdb" else list(read)
    for name in [*columns, *([words["count"]] if isinstance(words.get("count"), str) else [])]:
        if name not in there:
            raise InputError(f"expected a column of data, found no {name}", f"the columns are {', '.join(there)}")
    given = words.get("count")
    if engine == "arrow":
        if given is None:
            raise InputError("expected the column that says how many items a row stands for, found none", 'add count="COL"')
        return read
    columns = columns or [name for name in there if name != given]
    count = given
    if count is None:
        count = "items"
        while count in columns:
            count += "_"
        words["count"] = count
    if engine == "polars":
        import polars as pl

        number = pl.len() if given is None else pl.col(given).sum()
        frame = data.group_by(columns).agg(number.alias(count)).collect(engine="streaming")
        return {name: frame[name].to_list() for name in [*columns, count]}
    quoted = [_quoted(name) for name in columns]
    summed = "count(*)" if given is None else f"sum({_quoted(given)})"
    rows = data.aggregate(", ".join([*quoted, f"{summed} AS {_quoted(count)}"]), ", ".join(quoted)).fetchall()
    return {name: [row[place] for row in rows] for place, name in enumerate([*columns, count])}


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _arrow(data: Any) -> dict[str, Iterable[Any]]:
    """The columns of a stream of Arrow."""
    try:
        import pyarrow as pa  # type: ignore[import-untyped]

        table = pa.table(data)
        return {name: table[name].to_pylist() for name in table.column_names}
    except ImportError:
        pass
    try:
        import polars as pl
    except ImportError:
        raise InputError("a stream of Arrow is read by pyarrow or polars, found neither", "pip install pyarrow") from None
    frame = pl.DataFrame(data)
    return {name: frame[name].to_list() for name in frame.columns}
