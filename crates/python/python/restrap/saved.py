"""Outcomes that were saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from restrap import _native
from restrap.board import Ranking, Replication
from restrap.result import Answer, Comparison, Comparisons, Estimate, Estimates, comparisons, estimates

if TYPE_CHECKING:
    import os


def load(saved: str | os.PathLike[str]) -> Comparison | Comparisons | Estimate | Estimates | Ranking | Replication | Answer:
    """Read an outcome that was saved as JSON, here or by the command line.

    Parameters
    ----------
    saved : str or path
        The JSON itself, or a file of it.

    Raises
    ------
    InputError
        For anything but an outcome of restrap.

    Examples
    --------
    >>> import restrap
    >>> result = restrap.compare([0, 0, 1, 0, 1, 0], [1, 0, 1, 1, 1, 1])
    >>> restrap.load(result.to_json()).pvalue == result.pvalue
    True
    """
    import json

    if isinstance(saved, str) and saved.lstrip().startswith("{"):
        text = saved
    else:
        with open(saved, encoding="utf-8") as file:
            text = file.read()
    text = _native.checked(text)
    fields = json.loads(text)
    match fields["schema"]:
        case "restrap/compare/1":
            return comparisons(text, len(fields["comparisons"]))
        case "restrap/rank/1":
            return Ranking(text)
        case "restrap/replicate/1":
            return Replication(text)
        case "restrap/adjust/1" | "restrap/power/1" | "restrap/advise/1" | "restrap/correlate/1":
            return Answer(text)
    return estimates(text, len(fields["systems"]))
