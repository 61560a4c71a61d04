"""How much evidence does a difference between two NLP, IR or LLM systems have?

>>> import restrap
>>> base = [0, 1, 0, 0, 1, 0, 1, 0]
>>> new = [1, 1, 1, 1, 1, 1, 1, 0]
>>> result = restrap.compare(base, new)
>>> result.difference, result.pvalue
(0.5, 0.125)

Scores are of items: one number per item and system, of the same items in the same order (or by their ids). What is said holds for
items that were drawn like these. `docs/python.md` of the project is the guide.
"""

from restrap import power
from restrap._native import version as __version__
from restrap.board import Ranking, Replication
from restrap.comparing import ci, compare
from restrap.error import Error, InputError, NotApplicable
from restrap.metric import Metric
from restrap.outcome import ConfidenceInterval
from restrap.ranking import rank
from restrap.replicating import replicate
from restrap.resampling import bootstrap, correlation, permutation_test, ratio
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
    "Metric",
    "NotApplicable",
    "Ranking",
    "Replication",
    "Scores",
    "Table",
    "__version__",
    "bootstrap",
    "ci",
    "compare",
    "correlation",
    "from_frame",
    "from_records",
    "load",
    "permutation_test",
    "power",
    "rank",
    "ratio",
    "read",
    "replicate",
    "score",
]


def __getattr__(name: str) -> object:
    """`restrap.testing`, when it is asked for."""
    if name == "testing":
        from importlib import import_module

        return import_module("restrap.testing")
    raise AttributeError(f"module 'restrap' has no attribute {name!r}")
