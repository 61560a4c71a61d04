"""`adjust`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from restrap import _native
from restrap.asking import checked, completes, warned
from restrap.error import InputError
from restrap.objects import column, values_of
from restrap.result import Answer

if TYPE_CHECKING:
    from typing import Unpack

    from restrap.keywords import Adjusted


def adjust(pvalues: Any, *, data: Any = None, **asked: Unpack[Adjusted]) -> Answer:
    """Adjust p-values for their number, and count the data sets with an effect.

    Parameters
    ----------
    pvalues : path, array, list, Series, or mapping of names to p-values
        Numbers, or texts as papers have them: ``"<.001"`` is taken as its bound, and 0 is refused.
    data : frame, optional
        Where the name of a column is looked up.
    adjust : {"holm", "bonferroni", "hochberg", "hommel", "sidak", "holm-sidak", "bh", "by"}
        The correction: of the chance of any false finding, or with ``bh`` and ``by`` of the share of false findings.
    alpha : float
        Level after the correction.
    independent : bool
        The p-values are of data that share nothing: they are combined (Fisher, Stouffer), and data sets are counted by Fisher, too.
    item : str or list, optional
        What was tested: the column of a file, or names.

    Returns
    -------
    Answer
        `rows` with `pvalue`, `p_adjusted` and `shown`; `replicated` with `k`, the data sets with an effect at least (Dror et al. 2017,
        of one-sided p-values); `combined`.

    Examples
    --------
    >>> import restrap
    >>> answer = restrap.adjust({"mnli": 0.01, "qnli": 0.03, "rte": "<.001"})
    >>> [row.p_adjusted for row in answer.rows]
    [0.02, 0.03, 0.003]
    """
    words = checked(asked, "Adjusted", "adjust")
    if data is not None:
        pvalues = column(data, pvalues)
    if isinstance(pvalues, str) or hasattr(pvalues, "__fspath__"):
        return warned(Answer(_native.adjust_path(str(pvalues), words)))
    names = words.pop("item", None)
    if isinstance(pvalues, Mapping):
        names, pvalues = list(pvalues), list(pvalues.values())
    elif names is None:
        # A Series has names of its own.
        names = getattr(pvalues, "index", None)
        names = None if callable(names) else names
    values = values_of("pvalues", pvalues)
    names = [*map(str, values_of("item", names))] if names is not None else [str(place) for place in range(1, len(values) + 1)]
    if len(names) != len(values):
        raise InputError(f"expected a name of each p-value, found {len(names)} of {len(values)}")
    return warned(Answer(_native.adjust_values(list(zip(names, (str(value) for value in values))), words)))


completes(adjust)
