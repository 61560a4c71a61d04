"""The keywords of each function, in the words of the command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from restrap.item_metric import ItemMetric
    from restrap.metric import Metric

Progress = Callable[[int, int], object]
"""Called with the number of resamples done and their total."""


class Reading(TypedDict, total=False):
    """How tables are read."""

    item: str | Sequence[Any] | None
    count: str | Sequence[int] | None
    where: str | Sequence[str] | None
    missing: Literal["error", "drop", "zero"]
    missing_value: float | None
    rows: str | None
    words: str | None
    same_items: bool | None
    input_format: str | None


class Simulated(Reading, total=False):
    """Keywords of `power.compare` and `power.plan` that say what is read: scores, or outputs and their metric."""

    metric: str | None
    gold: Any
    references: Any
    qrels: Any


class Scored(Reading, total=False):
    """Keywords of `score` that say how outputs are read."""

    systems: str | Sequence[str] | None
    unseen: str | None
    long: str | None
    no_mmap: bool
    higher_is_better: bool


class _Systems(Scored, total=False):
    """Systems, and what their scores are."""

    metric: str | Sequence[str] | Callable[..., Any] | Metric | ItemMetric | None
    gold: Any
    references: Any
    qrels: Any
    cluster: str | Sequence[str] | ArrayLike | None
    repeat: str | None
    reduce: str
    seed_col: str | None
    interval: str
    confidence: float | None
    grid: str
    range: tuple[float, float] | str | None
    digits: int | None
    threads: int | None


class _Decided(_Systems, total=False):
    """What is decided, and drawn."""

    adjust: str
    exact: str
    n_resamples: int | None
    seed: int
    alpha: float
    require: str | None
    forbid: str | None
    progress: bool | Progress | None
    checkpoint: str | os.PathLike[str] | None
    executor: Any


class Asked(_Decided, total=False):
    """Keywords of `compare`."""

    counts: str | Mapping[str, int] | None
    table: str | Sequence[int] | None
    by: str | ArrayLike | None
    stratum: str | ArrayLike | None
    mix: str | None
    judge: str | None
    votes: str | None
    human: Any
    against: float | None
    over: str
    test_fraction: float | None
    cluster_weight: str
    unpaired: bool
    test: str | Sequence[str]
    primary: str | None
    alternative: str
    profile: str | None
    family: Literal["primary", "all"]
    bayesian: bool
    rope: float | str | None
    noninferior: float | str | Sequence[str] | Mapping[str, str] | None
    equivalent: float | str | Sequence[str] | Mapping[str, str] | None
    superior: float | str | Sequence[str] | Mapping[str, str] | None
    bounded: tuple[float, float] | str | None
    sign_ties: str
    sign: str
    mcnemar: str
    zeros: str
    wilcoxon: str
    aso_threshold: float | None
    subsample: int | float | None
    without_replacement: bool
    raw_p: bool
    strict: bool
    centre: str | None
    route: str | None


class Ranked(_Decided, total=False):
    """Keywords of `rank`."""

    baseline: str | None
    dataset: str | ArrayLike | None
    votes: str | None
    over: str
    test_fraction: float | None


class Replicated(_Decided, total=False):
    """Keywords of `replicate`."""

    baseline: str | None
    dataset: str | ArrayLike | None
    test: str
    alternative: str
    micro: bool
    mcnemar: str
    noninferior: float | str | None
    equivalent: float | str | None
    superior: float | str | None


class Described(_Systems, total=False):
    """Keywords of `ci`."""

    by: str | ArrayLike | None
    stratum: str | ArrayLike | None
    judge: str | None
    human: Any
    mix: str | None
    over: str
    test_fraction: float | None
    plus_minus: float | None
    budget: bool
    estimator: Literal["v", "u"]


class Correlated(TypedDict, total=False):
    """Keywords of `correlate`."""

    item: str | Sequence[str] | None
    where: str | Sequence[str] | None
    missing: Literal["error", "drop", "zero"]
    metrics: str | Sequence[str] | None
    system: str | ArrayLike | None
    segment: str | ArrayLike | None
    lower_is_better: str | Sequence[str] | None
    baseline: str | None
    agreement: str
    level: str | None
    redrawn: str
    tie_threshold: float | None
    alternative: str
    adjust: str
    alpha: float
    confidence: float
    n_resamples: int | None
    seed: int
    missing_value: float | None
    rows: str | None
    words: str | None
    same_items: bool | None
    input_format: str | None
    no_mmap: bool
    threads: int | None
    progress: bool | Progress | None


class Adjusted(TypedDict, total=False):
    """Keywords of `adjust`."""

    item: str | Sequence[str] | None
    input_format: str | None
    adjust: str
    alpha: float
    independent: bool
