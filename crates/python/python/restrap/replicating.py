"""`replicate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from restrap import _native
from restrap.asking import Found, answered, checked, completes, in_memory
from restrap.board import Replication
from restrap.columns import System, column, named, names, paths, unmasked
from restrap.counting import engine_of
from restrap.error import InputError
from restrap.item_metric import ItemMetric
from restrap.metric import Metric
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
        return Replication(_of_sets(_by_name(given, words), words))
    of_rows = ("repeat", "seed_col", "gold", "count")
    is_of_frame = data is not None and "dataset" in words and engine_of(data) is None and not any(name in words for name in of_rows)
    if is_of_frame or isinstance(words.get("metric"), (Metric, ItemMetric)):
        return Replication(_of_sets(_by_column(given, words, data), words))
    if data is None and not isinstance(baseline, Table) and paths(given) is None:
        raise InputError(
            "expected systems on several data sets, found values of one",
            "give mappings from data sets to systems, or columns of data= and dataset=",
        )
    return Replication(answered(given, words, data, _of_files))


def _of_files(found: list[str] | Found, words: dict[str, Any]) -> str:
    if isinstance(found, Found):
        raise _of_one()
    return _native.replicate(found, words)


def _of_one() -> InputError:
    return InputError("several data sets need dataset=, found none", "name the column that tells them apart")


def _is_of_sets(value: Mapping[Any, Any]) -> bool:
    return not all(isinstance(each, (int, float)) for each in value.values())


Sets = dict[str, tuple[list[System], dict[str, Any], Any]]
"""Of each data set its systems, keywords that differ between data sets, and the frame of its own."""


def _by_name(given: Sequence[System], words: dict[str, Any]) -> Sets:
    called = names(given)
    cluster = words.pop("cluster", {})
    sets: Sets = {}
    for dataset in called[0][1]:
        systems = [(name, value[dataset]) for name, value in called if dataset in value]
        if len(systems) > 1:
            own = {"cluster": cluster[dataset]} if dataset in cluster else {}
            sets[str(dataset)] = (systems, own, None)
    return sets


def _by_column(given: Sequence[System], words: dict[str, Any], data: Any) -> Sets:
    """Rows of a frame by the data set that they are of."""
    import numpy as np

    def whole(value: Any) -> Any:
        return np.asarray(unmasked(column(data, value) if isinstance(value, str) else value))

    if "dataset" not in words:
        raise _of_one()
    datasets = whole(words.pop("dataset"))
    systems = [(name, whole(value)) for name, value in names(given)]
    own: dict[str, Any] = {name: words.pop(name) for name in ("item", "cluster") if name in words}
    roles = [name for asked in own.values() for name in ([asked] if isinstance(asked, str) else asked) if isinstance(name, str)]
    frame = {name: whole(name) for name in roles}
    sets: Sets = {}
    for dataset in dict.fromkeys(datasets.tolist()):
        rows = datasets == dataset
        at = {name: value if isinstance(value, str) or name == "item" else whole(value)[rows] for name, value in own.items()}
        sets[str(dataset)] = ([(name, values[rows]) for name, values in systems], at, {name: of[rows] for name, of in frame.items()})
    return sets


def _of_sets(sets: Sets, words: dict[str, Any]) -> str:
    asked = words.get("metric")
    if isinstance(asked, (list, tuple)) or isinstance(asked, str) and not asked.startswith("mean"):
        raise InputError(
            f"{asked} on several data sets is computed from files, found values", "give paths, with {dataset} in their names or dataset="
        )
    if not sets:
        raise InputError("expected a data set that the baseline and another system have, found none")
    found = {}
    for dataset, (systems, own, frame) in sets.items():
        found[dataset] = in_memory(systems, {**words, **own}, frame)
    left = {name: value for name, value in words.items() if name not in ("cluster", "item")}
    left["notes"] = [(code, f"{dataset}, {note}") for dataset, of in found.items() for code, note in of.notes]
    if not isinstance(left.get("metric", ""), str):
        del left["metric"]
    return _native.replicate(list(found.items()), left)


completes(replicate)
