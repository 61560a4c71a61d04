"""MLflow: tables of evaluations of several runs in, answers back as artefacts. Tested with mlflow 3.17."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from restrap.comparing import compare
from restrap.error import InputError
from restrap.objects import names_of

if TYPE_CHECKING:
    from restrap.result import Comparison, Comparisons

TABLE = "eval_results_table.json"
"""The artefact in which `mlflow.evaluate` and `mlflow.genai.evaluate` keep a row per item."""


def compare_runs(
    baseline: str, *others: str, scorers: Sequence[str] | None = None, item: str | Sequence[str] | None = None, table: str = TABLE, **asked: Any
) -> Comparison | Comparisons:
    """Compare runs by the scores of their items; all scorers are one family with one correction.

    Parameters
    ----------
    baseline, *others : str
        Ids of runs, the baseline first.
    scorers : names, optional
        Columns of the table; all that end in ``/score`` or ``/value`` where none are named.
    item : name or names, optional
        Columns that identify an item, such as ``"inputs"``; rows are paired in their order where none is named.
    table : str
        The artefact that holds the rows.
    **asked
        Other keywords of `restrap.compare`.
    """
    import mlflow

    client = mlflow.MlflowClient()
    frames = []
    for run in (baseline, *others):
        frame = mlflow.load_table(table, run_ids=[run])
        frames.append((client.get_run(run).info.run_name or run, frame))
    found = list(scorers) if scorers is not None else [name for name in map(str, names_of(frames[0][1])) if name.endswith(("/score", "/value"))]
    if not found:
        raise InputError(f"expected columns of scores in {table}, found {', '.join(map(str, names_of(frames[0][1])))}", "name them: scorers=[...]")
    if len(found) > 1:
        asked = {"family": "all", **asked}
    if item is not None:
        asked["item"] = item
    return compare(*frames, metric=found, **asked)


def log(answer: Comparison | Comparisons | Any, run: str | None = None, folder: str = "restrap") -> None:
    """Log an answer to a run (the active one by default): its numbers as metrics, its page and JSON as artefacts."""
    import mlflow

    client = mlflow.MlflowClient()
    active = mlflow.active_run()
    target = run or (active.info.run_id if active is not None else None)
    if target is None:
        raise InputError("expected a run to log to, found none active", 'name one: run="RUN_ID"')
    for name, value in answer.flat().items():
        client.log_metric(target, name, value)
    client.log_text(target, answer.to_html(), f"{folder}/answer.html")
    client.log_dict(target, answer.to_dict(), f"{folder}/answer.json")
