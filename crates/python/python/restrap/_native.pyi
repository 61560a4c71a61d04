"""The engine: requests in, outcomes as JSON out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "checked", "command", "compare_paths", "compare_scores", "compare_sums", "describe_paths", "describe_scores", "kind", "power",
    "profiled", "read_scores", "render", "resampled_means", "score_paths", "version",
]  # fmt: skip

version: str

_Column = tuple[str, NDArray[np.float64], bool]
_Groups = tuple[str, list[str], NDArray[np.uint32]]
_Words = Mapping[str, Any]

def command(words: Sequence[str]) -> int: ...
def compare_paths(systems: Sequence[str], asked: _Words) -> tuple[str, int]: ...
def compare_scores(
    columns: Sequence[_Column],
    by: _Groups | None,
    cluster: _Groups | None,
    stratum: _Groups | None,
    items: Sequence[str] | None,
    notes: Sequence[str],
    asked: _Words,
) -> tuple[str, int]: ...
def compare_sums(
    systems: Sequence[tuple[str, Sequence[NDArray[np.int64]]]],
    metric: tuple[str, str, Sequence[str], bool, Callable[[NDArray[np.int64]], NDArray[np.float64]]],
    by: _Groups | None,
    cluster: _Groups | None,
    notes: Sequence[str],
    asked: _Words,
) -> tuple[str, int]: ...
def describe_paths(systems: Sequence[str], asked: _Words) -> tuple[str, int]: ...
def describe_scores(columns: Sequence[_Column], clusters: Sequence[_Groups], notes: Sequence[str], asked: _Words) -> tuple[str, int]: ...
def checked(json: str) -> str: ...
def kind(asked: _Words) -> str: ...
def power(question: str, request: str, columns: Sequence[_Column], paths: Sequence[str], asked: _Words) -> str: ...
def profiled(profile: str | None) -> str: ...
def read_scores(systems: Sequence[str], asked: _Words) -> tuple[list[tuple[str, NDArray[np.float64]]], list[str] | None]: ...
def resampled_means(values: NDArray[np.float64], resamples: int, seed: int, asked: _Words) -> NDArray[np.float64]: ...
def render(json: str, form: str) -> str: ...
def score_paths(
    systems: Sequence[str], asked: _Words
) -> tuple[str, str, list[str] | None, list[tuple[str, list[tuple[str, NDArray[Any]]]]]]: ...
