"""Estimators of scikit-learn, compared on the folds of one cross-validation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from restrap.comparing import compare
from restrap.error import InputError

if TYPE_CHECKING:
    from restrap.result import Comparison, Comparisons

__all__ = ["compare_cv"]


def compare_cv(
    first: Any,
    second: Any,
    X: Any = None,
    y: Any = None,
    *,
    cv: Any = None,
    scoring: Any = None,
    groups: Any = None,
    names: tuple[str, str] | None = None,
    test_fraction: float | None = None,
    **asked: Any,
) -> Comparison | Comparisons:
    """Compare two estimators by the scores of the same folds, with the t test that is corrected for what folds share.

    Parameters
    ----------
    first, second : estimators, or dicts of `sklearn.model_selection.cross_validate`
        Which were made with the same splits, if they are dicts.
    X, y : arrays
        The data; not with dicts.
    cv, scoring, groups : optional
        As of `cross_validate`; a scorer of scikit-learn is higher-is-better, whatever its name.
    names : pair of str, optional
        What both are called.
    test_fraction : float, optional
        Share of the items that is tested, which the correction needs (Nadeau and Bengio 2003); by default that of the splits.
    **asked
        Other keywords of `restrap.compare`.

    Examples
    --------
    >>> from restrap.sklearn import compare_cv
    >>> folds = {"test_score": [0.80, 0.82, 0.79, 0.85, 0.81]}, {"test_score": [0.82, 0.83, 0.82, 0.86, 0.84]}
    >>> round(compare_cv(*folds, test_fraction=0.2).difference, 3)
    0.02
    """
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        results = [first, second]
    else:
        from sklearn.model_selection import check_cv, cross_validate  # type: ignore[import-untyped]

        if X is None:
            raise InputError("two estimators need data, found none", "compare_cv(first, second, X, y)")
        splitter: Any = check_cv(cv, y, classifier=hasattr(first, "classes_") or hasattr(first, "predict_proba"))
        splits = list(splitter.split(X, y, groups))
        results = [cross_validate(one, X, y, cv=splits, scoring=scoring) for one in (first, second)]
        tested = [len(test) / (len(test) + len(train)) for train, test in splits]
        test_fraction = test_fraction or sum(tested) / len(tested)
    if test_fraction is None:
        test_fraction = _fraction(first)
    scores = [_scores(result) for result in results]
    called = names or ("first", "second")
    return compare((called[0], scores[0]), (called[1], scores[1]), over="folds", test_fraction=test_fraction, **asked)


def _scores(result: Mapping[str, Any]) -> list[float]:
    """The scores of the folds."""
    found = [name for name in result if str(name).startswith("test_")]
    if len(found) != 1:
        raise InputError(f"expected the test scores of one scorer, found {', '.join(found) or 'none'}", "pass a single scoring, or one test_NAME alone")
    return [float(score) for score in result[found[0]]]


def _fraction(result: Mapping[str, Any]) -> float:
    """The share of items that is tested, of a result with the indices of its splits."""
    indices = result.get("indices")
    if indices is None:
        raise InputError("the correction needs the share of items in a test fold, found no splits", "add test_fraction=, or return_indices=True there")
    shares = [len(test) / (len(test) + len(train)) for train, test in zip(indices["train"], indices["test"])]
    return sum(shares) / len(shares)
