"""ir_measures (0.4.3), pytrec_eval (0.5.11) and ranx (0.3.21): scores of queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from restrap.error import InputError


def per_query(evaluated: Any, measure: Any) -> dict[str, float]:
    """The score of every query, by its id.

    Parameters
    ----------
    evaluated : dict or iterator
        What ``pytrec_eval.RelevanceEvaluator.evaluate`` gave, ``run.scores`` of ranx, or what ``ir_measures.iter_calc`` gives.
    measure : str or measure of ir_measures
        Which of the measures.
    """
    if not isinstance(evaluated, Mapping):
        return _of(evaluated, measure)
    if str(measure) in evaluated:
        return {str(query): float(score) for query, score in evaluated[str(measure)].items()}
    known: Mapping[Any, Any] = next(iter(evaluated.values()), {})
    if str(measure) not in known:
        raise InputError(f"expected the measure {measure}, found {', '.join(map(str, known))}")
    return {str(query): float(scores[str(measure)]) for query, scores in evaluated.items()}


def _of(metrics: Iterable[Any], measure: Any) -> dict[str, float]:
    found: dict[str, float] = {}
    others: set[str] = set()
    for metric in metrics:
        if str(metric.measure) == str(measure):
            found[str(metric.query_id)] = float(metric.value)
        else:
            others.add(str(metric.measure))
    if not found:
        raise InputError(f"expected the measure {measure}, found {', '.join(sorted(others)) or 'none'}")
    return found
