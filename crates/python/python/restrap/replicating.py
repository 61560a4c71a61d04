"""`replicate`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from restrap import _native
from restrap.asking import answered, checked, completes, placed, warned
from restrap.board import Replication
from restrap.door import Door, named, names
from restrap.error import InputError
from restrap.objects import System
from restrap.table import Table

if TYPE_CHECKING:
    from typing import Unpack

    from restrap.keywords import Replicated


def replicate(baseline: System, /, *others: System, data: Any = None, **asked: Unpack[Replicated]) -> Replication:
    """Compare systems with a baseline on several data sets: on how many, and in the mean.

    Parameters
    ----------
    baseline, *others : mappings from data sets to systems, columns of `data`, or paths
        Of each data set what `restrap.compare` takes: an array, a series, a mapping from items to scores. A path holds ``{dataset}``,
        is a folder of logs, or names a table with `dataset`; a study file is all systems.
    data : frame or mapping of columns, optional
        Where names of columns are looked up.
    cluster : name or array, optional
        Clusters of items that belong together; where systems are mappings, one from data sets to arrays.
    dataset : name or array, optional
        The column that tells the data sets of one frame or table apart.
    micro : bool
        The mean over data sets counts each item alike, rather than each data set.
    test : str
        Of every cell: a system on a data set under a metric.
    adjust : str
        Over all cells together.
    **asked
        The other keywords are the options of ``restrap replicate --help``, with their names and words.

    Returns
    -------
    Replication

    Raises
    ------
    InputError, NotApplicable
        With a `hint`.

    Examples
    --------
    >>> import restrap
    >>> old = {"easy": [0] * 9, "hard": [0, 0, 0]}
    >>> new = {"easy": [1] * 9, "hard": [0, 1, 0]}
    >>> replication = restrap.replicate(("old", old), ("new", new))
    >>> replication.counts[0].k_bonferroni, replication.counts[0].named, replication.cell("easy").pvalue
    (1, ('easy',), 0.00390625)
    """
    if (executor := asked.pop("executor", None)) is not None:
        from restrap.distributed import shared

        return shared(replicate, executor, [baseline, *others], {"data": data, **asked})
    words = checked(asked, "Replicated", "replicate")
    given = [baseline, *others]
    values = [value for _, value in map(named, given)]
    if len(given) > 1 and all(isinstance(value, Mapping) and _is_of_sets(value) for value in values):
        return _by_name(given, words)
    are_typed = isinstance(baseline, Table) or data is not None or all(isinstance(value, (str, os.PathLike)) for value in values)
    if not are_typed and "dataset" not in words:
        raise InputError(
            "expected systems on several data sets, found values of one",
            "give mappings from data sets to systems, or dataset= with the data set of each item",
        )
    return warned(Replication(answered(given, words, data, lambda systems, words: _native.replicate(systems, [], words))))


def _is_of_sets(value: Mapping[Any, Any]) -> bool:
    return not all(isinstance(each, (int, float)) for each in value.values())


def _by_name(given: Sequence[System], words: dict[str, Any]) -> Replication:
    """Of each data set its systems, and the values of its own that keywords hold."""
    called = names(given)
    own = {role: words.pop(role) for role in ("cluster", "gold", "references") if isinstance(words.get(role), Mapping)}
    doors: list[Door] = []
    sets: list[dict[str, Any]] = []
    for dataset in called[0][1]:
        systems = [(name, value[dataset]) for name, value in called if dataset in value]
        if len(systems) < 2:
            continue
        door, typed = placed(systems, {**words, **{role: value[dataset] for role, value in own.items() if dataset in value}}, None)
        doors.append(door)
        roles = {role: door.words[role] for role in ("item", "function", *own) if role in door.words}
        sets.append({"name": str(dataset), "systems": typed, **roles})
    if not sets:
        raise InputError("expected a data set that the baseline and another system have, found none")
    # How all of them are read and scored, the first one says.
    first = {name: value for name, value in doors[0].words.items() if name not in ("item", "cluster", "function")}
    return warned(Replication(_native.replicate(sets[0]["systems"], sets, first)))


completes(replicate)
