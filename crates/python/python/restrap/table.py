"""Tables of scores: what a file holds, or a tidy frame of one row per system and item."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from restrap import _native
from restrap.error import InputError
from restrap.objects import array_of, column

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Table:
    """Scores of several systems, the baseline first. `compare`, `rank`, `replicate` and `ci` take it in place of systems.

    Attributes
    ----------
    systems : tuple of str
        Their names.
    columns : dict
        Columns by their names: one for each system, or those of a tidy frame.
    items : list of str or None
        The items, where they have names.
    words : dict
        Keywords that say what the columns are.
    """

    __slots__ = ("columns", "items", "systems", "words")

    def __init__(
        self,
        systems: Sequence[str],
        columns: Mapping[str, Any],
        items: list[str] | None = None,
        words: Mapping[str, str] | None = None,
    ) -> None:
        self.systems = tuple(systems)
        self.columns = dict(columns)
        self.items = items
        self.words = dict(words or {})

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.columns[name]

    def __repr__(self) -> str:
        return f"<Table of {', '.join(self.systems)}>"


def read(*paths: str | os.PathLike[str], **asked: Any) -> Table:
    """Read scores as the command line reads them.

    Parameters
    ----------
    *paths : path
        ``"[NAME=]FILE[:COLUMN]"``; a table alone has a system in each column.
    item, where, missing, systems, long, input_format : optional
        As of `restrap.compare`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import restrap
    >>> file = pathlib.Path(tempfile.mkdtemp(), "scores.csv")
    >>> _ = file.write_text("id,base,new\\nq1,0,1\\nq2,1,1\\n")
    >>> restrap.read(file, item="id").systems
    ('base', 'new')
    """
    found, items = _native.read_scores([os.fspath(path) for path in paths], asked)
    return Table([name for name, _ in found], dict(found), items)


def from_frame(
    frame: Any,
    *,
    system: str = "model",
    item: str = "qid",
    score: str = "score",
    repeat: str | None = None,
    seed_col: str | None = None,
    judge: str | None = None,
    dataset: str | None = None,
    cluster: str | None = None,
    baseline: str | None = None,
) -> Table:
    """A tidy frame, one row per system and item (and answer, and training run), as a table.

    Parameters
    ----------
    frame : frame or mapping of columns
        Of pandas, polars or pyarrow, or a dictionary of lists.
    system, item, score, repeat, seed_col, judge, dataset, cluster : str
        Names of its columns; a table of several data sets is for `restrap.replicate`.
    baseline : str, optional
        The system that goes first; else the first one of the frame.

    Examples
    --------
    >>> import restrap
    >>> tidy = {"model": ["old", "old", "new", "new"], "qid": [1, 2, 1, 2], "acc": [0, 1, 1, 1]}
    >>> restrap.compare(restrap.from_frame(tidy, score="acc")).difference
    0.5
    """
    roles = {"repeat": repeat, "seed_col": seed_col, "judge": judge, "dataset": dataset, "cluster": cluster}
    words = {role: name for role, name in roles.items() if name is not None}
    columns = {name: column(frame, name) for name in (system, item, score, *words.values())}
    systems = list(dict.fromkeys(map(str, array_of(system, columns[system]).tolist())))
    if baseline is not None:
        systems.sort(key=lambda name: name != baseline)
    words["long"] = f"system={system},item={item},score={score}"
    return Table(systems, columns, None, words)


def from_records(
    records: Iterable[Mapping[str, Any]] | Mapping[str, Iterable[Mapping[str, Any]]],
    *,
    system: str = "model",
    item: str = "id",
    score: str = "score",
    repeat: str | None = None,
    seed_col: str | None = None,
    judge: str | None = None,
    dataset: str | None = None,
    cluster: str | None = None,
    baseline: str | None = None,
) -> Table:
    """Records as other programs write them (a list of nested dictionaries, the lines of a JSONL file) as a table.

    Parameters
    ----------
    records : iterable of dict, or dict of them
        One record per system and item, or of each system its own records.
    system, item, score, repeat, seed_col, judge, dataset, cluster : str
        Where in a record each stands, with a dot between steps: ``"metrics.acc"``, ``"results.0.score"``. True and False are 1 and 0. A
        record without a score has a missing one; everything else must be there.
    baseline : str, optional
        The system that goes first; else the first one.

    Examples
    --------
    >>> import restrap
    >>> record = lambda model, test, passed: {"provider": {"id": model}, "test": test, "grade": {"pass": passed}}
    >>> records = [record("old", 1, False), record("old", 2, True), record("new", 1, True), record("new", 2, True)]
    >>> restrap.compare(restrap.from_records(records, system="provider.id", item="test", score="grade.pass")).difference
    0.5
    """
    roles = {"item": item, "score": score, "repeat": repeat, "seed_col": seed_col, "judge": judge, "dataset": dataset, "cluster": cluster}
    places = {role: place for role, place in roles.items() if place is not None}
    columns: dict[str, list[Any]] = {name: [] for name in ("system", *places)}
    named = records.items() if isinstance(records, Mapping) else [(None, records)]
    number = 0
    for name, own in named:
        for record in own:
            number += 1
            columns["system"].append(_at(record, system, number) if name is None else name)
            for role, place in places.items():
                value = _at(record, place, number, may_lack=role == "score")
                columns[role].append(_score(value, number) if role == "score" else value)
    given = {role: role for role in places if role not in ("item", "score")}
    return from_frame(columns, system="system", item="item", score="score", baseline=baseline, **given)


def _at(record: Any, place: str, number: int, may_lack: bool = False) -> Any:
    """Returns the value at a place of a record."""
    value = record
    for step in place.split("."):
        try:
            value = value[int(step)] if isinstance(value, (list, tuple)) else value[step]
        except (KeyError, IndexError, TypeError, ValueError):
            if may_lack:
                return None
            there = ", ".join(map(str, value)) if isinstance(value, Mapping) else repr(value)
            raise InputError(f"expected {place} in record {number}, found no {step} in {there}") from None
    return value


def _score(value: Any, number: int) -> float | None:
    if value is None:
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        raise InputError(f"expected a number as the score of record {number}, found {value!r}") from None
