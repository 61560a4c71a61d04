"""lm-evaluation-harness (0.4.13): what ``simple_evaluate(..., log_samples=True)`` gives.

Folders that it wrote are paths, which `restrap.compare` reads itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from restrap.error import InputError


def scores(results: Mapping[str, Any], task: str, metric: str = "acc", filter: str | None = None) -> dict[str, float]:
    """The score of every document of a task, by its number.

    Parameters
    ----------
    results : dict
        What ``simple_evaluate`` gave, with its samples.
    task, metric, filter : str
        As in the results; a filter needs a name where samples have several.
    """
    samples = results.get("samples") or {}
    if task not in samples:
        raise InputError(
            f"expected samples of the task {task}, found {', '.join(samples) or 'none'}", "simple_evaluate(..., log_samples=True)"
        )
    filters = sorted({str(sample.get("filter", "none")) for sample in samples[task]})
    if filter is None and len(filters) > 1:
        raise InputError(f"expected one filter of {task}, found {', '.join(filters)}", f"add filter={filters[0]!r}, or another of them")
    found: dict[str, float] = {}
    for sample in samples[task]:
        if filter is not None and str(sample.get("filter", "none")) != filter:
            continue
        if metric not in sample:
            raise InputError(f"expected {metric} of every document of {task}, found {', '.join(sample.get('metrics', sample))}")
        document = str(sample["doc_id"])
        if document in found:
            raise InputError(f"expected one sample of each document of {task}, found document {document} twice")
        found[document] = float(sample[metric])
    return found
