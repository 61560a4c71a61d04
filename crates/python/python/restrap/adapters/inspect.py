"""Inspect AI (0.3.285): logs in memory. Files of logs are paths, which `restrap.compare` reads itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from restrap.error import InputError
from restrap.table import Table

# As `value_to_float` of Inspect has them.
_GRADES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}


def table(logs: Mapping[str, Any], scorer: str | None = None, cluster: str | None = None) -> Table:
    """Logs of several systems, the baseline first, as a table for `restrap.compare`.

    Parameters
    ----------
    logs : dict
        From names of systems to their ``EvalLog``.
    scorer : str, optional
        The scorer whose values are compared, where samples have several.
    cluster : str, optional
        A field of the samples' metadata that tells which of them belong together.

    Notes
    -----
    Epochs are sampled answers of one item, whose mean is taken unless `restrap.compare` is told to `reduce` otherwise. A sample
    without a score is missing.
    """
    columns: dict[str, list[Any]] = {"system": [], "item": [], "epoch": [], "score": []}
    groups: list[Any] = []
    for name, log in logs.items():
        for sample in log.samples or []:
            given = sample.scores or {}
            if scorer is None and len(given) > 1:
                raise InputError(f"expected one scorer in {name}, found {', '.join(given)}", "add scorer=")
            one = given.get(scorer) if scorer is not None else next(iter(given.values()), None)
            row = (name, str(sample.id), sample.epoch, None if one is None else _number(one.value))
            for column, value in zip(columns.values(), row):
                column.append(value)
            groups.append((sample.metadata or {}).get(cluster) if cluster is not None else None)
    words = {"long": "system=system,item=item,score=score"}
    if len(set(columns["epoch"])) > 1:
        words["repeat"] = "epoch"
    if cluster is not None:
        columns["cluster"] = groups
        words["cluster"] = "cluster"
    return Table(list(logs), columns, None, words)


def _number(value: Any) -> float:
    if isinstance(value, str) and value in _GRADES:
        return _GRADES[value]
    try:
        return float(value)
    except (TypeError, ValueError):
        raise InputError(f"expected a number or one of {', '.join(_GRADES)} as a score, found {value!r}") from None
