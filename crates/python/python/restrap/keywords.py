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
    """How files of scores are read."""

    item: str | Sequence[str] | None
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


class Asked(TypedDict, total=False):
    """Keywords of `compare`."""

    item: str | Sequence[str] | None
    count: str | Sequence[int] | None
    where: str | Sequence[str] | None
    missing: Literal["error", "drop", "zero"]
    counts: str | Mapping[str, int] | None
    table: str | Sequence[int] | None
    by: str | ArrayLike | None
    cluster: str | Sequence[str] | ArrayLike | None
    stratum: str | ArrayLike | None
    mix: str | None
    unseen: str | None
    repeat: str | None
    reduce: str
    seed_col: str | None
    judge: str | None
    votes: str | None
    human: str | None
    against: float | None
    over: str
    test_fraction: float | None
    cluster_weight: str
    unpaired: bool
    metric: str | Sequence[str] | Callable[..., Any] | Metric | ItemMetric | None
    gold: Any
    references: Any
    qrels: Any
    higher_is_better: bool
    test: str | Sequence[str]
    primary: str | None
    alternative: str
    profile: str | None
    exact: str
    n_resamples: int | None
    seed: int
    alpha: float
    adjust: str
    family: Literal["primary", "all"]
    interval: str
    confidence: float | None
    bayesian: bool
    rope: float | str | None
    noninferior: float | str | Sequence[str] | Mapping[str, str] | None
    equivalent: float | str | Sequence[str] | Mapping[str, str] | None
    superior: float | str | Sequence[str] | Mapping[str, str] | None
    bounded: tuple[float, float] | str | None
    require: str | None
    forbid: str | None
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
    grid: str
    range: tuple[float, float] | str | None
    digits: int | None
    systems: str | Sequence[str] | None
    long: str | None
    missing_value: float | None
    rows: str | None
    words: str | None
    same_items: bool | None
    input_format: str | None
    no_mmap: bool
    threads: int | None
    progress: bool | Progress | None
    checkpoint: str | os.PathLike[str] | None
    executor: Any


class Ranked(TypedDict, total=False):
    """Keywords of `rank`."""

    baseline: str | None
    item: str | Sequence[str] | None
    count: str | Sequence[int] | None
    where: str | Sequence[str] | None
    unseen: str | None
    missing: Literal["error", "drop", "zero"]
    cluster: str | Sequence[str] | ArrayLike | None
    dataset: str | ArrayLike | None
    repeat: str | None
    reduce: str
    seed_col: str | None
    votes: str | None
    over: str
    test_fraction: float | None
    metric: str | Sequence[str] | Metric | ItemMetric | None
    gold: Any
    references: Any
    qrels: Any
    higher_is_better: bool
    adjust: str
    exact: str
    n_resamples: int | None
    seed: int
    alpha: float
    interval: Literal["auto", "none"]
    confidence: float | None
    require: str | None
    forbid: str | None
    grid: str
    range: tuple[float, float] | str | None
    digits: int | None
    systems: str | Sequence[str] | None
    long: str | None
    missing_value: float | None
    rows: str | None
    words: str | None
    same_items: bool | None
    input_format: str | None
    no_mmap: bool
    threads: int | None
    progress: bool | Progress | None
    checkpoint: str | os.PathLike[str] | None
    executor: Any


class Replicated(TypedDict, total=False):
    """Keywords of `replicate`."""

    baseline: str | None
    dataset: str | ArrayLike | None
    item: str | Sequence[str] | None
    count: str | Sequence[int] | None
    where: str | Sequence[str] | None
    unseen: str | None
    missing: Literal["error", "drop", "zero"]
    cluster: str | Sequence[str] | ArrayLike | None
    repeat: str | None
    reduce: str
    seed_col: str | None
    metric: str | Sequence[str] | Metric | ItemMetric | None
    gold: Any
    references: Any
    qrels: Any
    higher_is_better: bool
    test: str
    alternative: str
    micro: bool
    exact: str
    n_resamples: int | None
    seed: int
    alpha: float
    adjust: str
    mcnemar: str
    interval: str
    confidence: float | None
    noninferior: float | str | None
    equivalent: float | str | None
    superior: float | str | None
    require: str | None
    forbid: str | None
    grid: str
    range: tuple[float, float] | str | None
    digits: int | None
    systems: str | Sequence[str] | None
    long: str | None
    missing_value: float | None
    rows: str | None
    words: str | None
    same_items: bool | None
    input_format: str | None
    no_mmap: bool
    threads: int | None
    progress: bool | Progress | None
    checkpoint: str | os.PathLike[str] | None
    executor: Any


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


class Described(TypedDict, total=False):
    """Keywords of `ci`."""

    item: str | Sequence[str] | None
    count: str | Sequence[int] | None
    where: str | Sequence[str] | None
    unseen: str | None
    missing: Literal["error", "drop", "zero"]
    metric: str | Sequence[str] | Callable[..., Any] | Metric | ItemMetric | None
    gold: Any
    references: Any
    qrels: Any
    by: str | ArrayLike | None
    stratum: str | ArrayLike | None
    cluster: str | Sequence[str] | ArrayLike | None
    repeat: str | None
    seed_col: str | None
    judge: str | None
    human: str | None
    mix: str | None
    reduce: str
    over: str
    test_fraction: float | None
    interval: str
    confidence: float
    plus_minus: float | None
    budget: bool
    estimator: Literal["v", "u"]
    higher_is_better: bool
    grid: str
    range: tuple[float, float] | str | None
    digits: int | None
    systems: str | Sequence[str] | None
    long: str | None
    missing_value: float | None
    rows: str | None
    words: str | None
    same_items: bool | None
    input_format: str | None
    no_mmap: bool
    threads: int | None
