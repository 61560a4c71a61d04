"""`score`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from restrap import _native
from restrap.asking import refuse_function, warned
from restrap.door import Door
from restrap.result import Scores

if TYPE_CHECKING:
    from typing import Unpack

    from restrap.objects import System
    from restrap.keywords import Scored


def score(
    metric: str,
    *given: System,
    gold: Any = None,
    references: Any = None,
    qrels: Any = None,
    data: Any = None,
    digits: int | None = None,
    **reading: Unpack[Scored],
) -> Scores:
    """A metric of raw outputs, and its statistics item by item.

    Parameters
    ----------
    metric : str
        With its options: ``"f1(average=macro)"``, ``"bleu"``, ``"ndcg@10"``.
    *given : paths, labels, texts or rankings
        Of each system, or pairs of a name and one of these; rankings are, of each query, the scores of documents.
    gold, references, qrels : optional
        What they are compared with: labels; a list of texts, or several; judgements of each query; or paths.
    data : frame, optional
        Where names of columns are looked up.
    item, where, missing, systems, long, input_format, no_mmap : optional
        How files are read, as of `restrap.compare`.

    Examples
    --------
    >>> import restrap
    >>> scores = restrap.score("accuracy", ("new", ["yes", "no", "no"]), gold=["yes", "no", "yes"])
    >>> round(scores["new"], 3)
    0.667
    """
    words = {"metric": metric, "gold": gold, "references": references, "qrels": qrels, "digits": digits, **reading}
    words = {name: value for name, value in words.items() if value is not None}
    refuse_function(metric)
    return _scores(Door(words), given, data)


def _scores(door: Door, given: Sequence[System], data: Any) -> Scores:
    text, page, items, per_item = _native.score(door.paths(given, data, baseline=False), door.words)
    return warned(Scores(text, page, items, {name: dict(columns) for name, columns in per_item}))
