"""Tables of scores: what a file holds, or a tidy frame of one row per system and item."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from restrap import _native
from restrap.columns import column

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
        return self.columns[name]  # type: ignore[no-any-return]

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
    columns = {name: list(column(frame, name)) for name in (system, item, score, *words.values())}
    systems = list(dict.fromkeys(str(name) for name in columns[system]))
    if baseline is not None:
        systems.sort(key=lambda name: name != baseline)
    words["long"] = f"system={system},item={item},score={score}"
    return Table(systems, columns, None, words)
