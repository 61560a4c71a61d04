"""How much evidence does a difference between two NLP, IR or LLM systems have?

>>> import restrap
>>> base = [0, 1, 0, 0, 1, 0, 1, 0]
>>> new = [1, 1, 1, 1, 1, 1, 1, 0]
>>> result = restrap.compare(base, new)
>>> result.difference, result.pvalue
(0.5, 0.125)

Scores are of items: one number per item and system, of the same items in the same order (or by their ids). The results
hold for a population of items like these. `docs/python.md` of the project is the guide.
"""

from restrap._native import version as __version__

# Checkers of types take it for that of `typing`, whose import takes longer than this package's.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from restrap import power
    from restrap.advising import advise
    from restrap.board import Ranking, Replication
    from restrap.comparing import ci, compare
    from restrap.adjusting import adjust
    from restrap.correlating import correlate
    from restrap.error import Error, InputError, KeywordError, NotApplicable
    from restrap.inspecting import Inspection, inspect
    from restrap.item_metric import ItemMetric
    from restrap.metric import Metric
    from restrap.outcome import ConfidenceInterval, RestrapWarning
    from restrap.ranking import rank
    from restrap.replicating import replicate
    from restrap.resampling import bootstrap, correlation, mean_difference, permutation_test, ratio
    from restrap.result import Answer, Comparison, Comparisons, Estimate, Estimates, Scores
    from restrap.saved import load
    from restrap.scoring import score
    from restrap.table import Table, from_frame, from_records, read

__all__ = [
    "Answer",
    "Comparison",
    "Comparisons",
    "ConfidenceInterval",
    "Error",
    "Estimate",
    "Estimates",
    "InputError",
    "Inspection",
    "ItemMetric",
    "KeywordError",
    "Metric",
    "NotApplicable",
    "Ranking",
    "Replication",
    "RestrapWarning",
    "Scores",
    "Table",
    "__version__",
    "adjust",
    "advise",
    "bootstrap",
    "ci",
    "compare",
    "correlate",
    "correlation",
    "from_frame",
    "from_records",
    "inspect",
    "load",
    "mean_difference",
    "permutation_test",
    "power",
    "rank",
    "ratio",
    "read",
    "replicate",
    "score",
]

# Where each name stands: its module is imported when it is asked for.
_PLACES = {
    "advising": ("advise",),
    "board": ("Ranking", "Replication"),
    "comparing": ("ci", "compare"),
    "adjusting": ("adjust",),
    "correlating": ("correlate",),
    "error": ("Error", "InputError", "KeywordError", "NotApplicable"),
    "inspecting": ("Inspection", "inspect"),
    "item_metric": ("ItemMetric",),
    "metric": ("Metric",),
    "outcome": ("ConfidenceInterval", "RestrapWarning"),
    "ranking": ("rank",),
    "replicating": ("replicate",),
    "resampling": ("bootstrap", "correlation", "mean_difference", "permutation_test", "ratio"),
    "result": ("Answer", "Comparison", "Comparisons", "Estimate", "Estimates", "Scores"),
    "saved": ("load",),
    "scoring": ("score",),
    "table": ("Table", "from_frame", "from_records", "read"),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in ("adapters", "power", "sklearn", "testing"):
        return import_module(f"restrap.{name}")
    for module, names in _PLACES.items():
        if name in names:
            value: object = getattr(import_module(f"restrap.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'restrap' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
