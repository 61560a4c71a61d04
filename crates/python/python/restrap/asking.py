"""From what a caller gives to what the engine takes: paths, or columns and what their items belong to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from restrap import _native
from restrap.columns import Groups, Note, System, column, columns, frame_of, groups, item_names, names, paths
from restrap.counting import counted
from restrap.error import InputError
from restrap.item_metric import ItemMetric
from restrap.metric import Metric
from restrap.lending import Lent, outputs, rows
from restrap.table import Table

if TYPE_CHECKING:
    from restrap.keywords import Progress

T = TypeVar("T")

RANGES: ContextVar[Mapping[str, Any]] = ContextVar("RANGES", default={})
"""Which part of their draws the calls of this context draw, in the words of the engine; all of them where there is none."""

Given = tuple[Any, Groups | None, Groups | None, Groups | None]
"""Systems, and the sub-populations, clusters and strata of their items."""


class Found(NamedTuple):
    """Columns of the same items."""

    given: Given
    metric: Any
    items: list[str] | None
    notes: list[Note]


def answered(
    given: Sequence[System],
    words: dict[str, Any],
    data: Any,
    native: Callable[[list[str] | Found, dict[str, Any]], T],
    baseline: bool = True,
) -> T:
    """The answer of the engine to paths or columns; `words` are left as it takes them."""
    if not given and ("counts" in words or "table" in words):
        return native([], words)
    if len(given) == 1 and isinstance(table := given[0], Table):
        if "long" in table.words:
            lent = Lent()
            path = lent.table(table.columns)
            return native([f"{name}={path}:{name}" for name in table.systems], {**words, **table.words})
        given, data = [name for name in table.systems if name != words.get("count")], table.columns
    if data is None and (frame := frame_of(given)) is not None:
        lent = Lent()
        return native([lent.table(frame)], words)
    lent = Lent()
    if (rows_of := counted(lent, given, words, data, baseline)) is not None:
        return native(rows_of, words)
    refuse_function(words.get("metric"))
    if isinstance(words.get("metric"), (Metric, ItemMetric)):
        return native(in_memory(given, words, data, baseline), words)
    if data is None and (typed := paths(given)) is not None:
        return native(typed, words)
    if any(name in words for name in ("metric", *SEVERAL)):
        refuse(words, *OF_FILES)
        lent = Lent()
        if "metric" in words:
            files = outputs(lent, _native.kind(words), given, words, data, baseline)
        else:
            files = rows(lent, given, words, data)
        return native(files, words)
    return native(in_memory(given, words, data, baseline), words)


def refuse_function(metric: Any) -> None:
    """Refuse a function where only metrics with a name, or of sums or samples, are taken."""
    if callable(metric) and not isinstance(metric, (Metric, ItemMetric)):
        raise InputError("a function as metric goes with compare and ci, found it in another call", "restrap.compare(baseline, *systems, metric=f)")


def in_memory(given: Sequence[System], words: dict[str, Any], data: Any, baseline: bool = True) -> Found:
    """Scores, counts of a `Metric`, or rows of an `ItemMetric`; what they say is taken out of `words`."""
    refuse(words, *OF_FILES, *AGAINST, *SEVERAL)
    if (first := words.pop("baseline", None)) is not None:
        called = names(given, baseline)
        if first not in [name for name, _ in called]:
            raise InputError(f"expected one of {', '.join(name for name, _ in called)} as the baseline, found {first}")
        given = sorted(called, key=lambda one: one[0] != first)
    metric = words.get("metric")
    if isinstance(metric, ItemMetric):
        refuse(words, "unpaired")
        if "checkpoint" in words:
            # Draws are known by their sums, and these have none: those of other systems would be taken for their own.
            raise InputError("checkpoint goes with scores and sums, found an ItemMetric", "drop checkpoint")
        words.pop("metric")
        rows = [(name, column(data, value) if isinstance(value, str) else value) for name, value in names(given, baseline)]
        return Found((metric.of(rows), *_groups(words, data, None)), None, None, [])
    if isinstance(metric, Metric):
        refuse(words, "unpaired")
        words.pop("metric")
        called = names(given, baseline)
        counts = [(name, metric.counts(name, column(data, value) if isinstance(value, str) else value)) for name, value in called]
        asked = (metric.name, metric.signature, metric.columns, metric.higher_is_better, metric)
        return Found((counts, *_groups(words, data, None)), asked, None, [])
    found = columns(given, data, words.get("missing", "error"), not words.get("unpaired", False), baseline)
    if found.were_missing is not None:
        words["were_missing"] = found.were_missing
    items = found.items or item_names(words.pop("item", None), data, found.kept)
    return Found((found.systems, *_groups(words, data, found.kept, found.labels, not words.get("unpaired", False))), None, items, found.notes)


def _groups(
    words: dict[str, Any], data: Any, kept: Any, labels: list[Any] | None = None, has_labels: bool = False
) -> tuple[Groups | None, Groups | None, Groups | None]:
    """The groups of the items; `has_labels`: the labels of the items are known, if they have any."""
    of = (groups(name, words.pop(name, None), data, kept, labels, has_labels) for name in ("by", "cluster", "stratum"))
    by, cluster, stratum = of
    return by, cluster, stratum


def checked(asked: Mapping[str, Any], of: str, function: str) -> dict[str, Any]:
    """The keywords that were given, all of them known, and the callable that shows the progress."""
    # Types take longer to read than the rest of the package: not before a call.
    from restrap import keywords

    known = getattr(keywords, of).__annotations__
    words = {name: value for name, value in asked.items() if value is not None}
    for name in words:
        if name not in known:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}{_meant(name, known)}")
    if of in DESIGNED:
        _native.go_together(words)
    if (progress := words.get("progress")) is not None and not callable(progress):
        words["progress"] = bar() if progress else None
    words |= RANGES.get()
    return words


DESIGNED = ("Asked", "Described", "Ranked", "Replicated")
"""Functions whose keywords say what the items are a sample of."""


def refuse_unknown(given: Mapping[str, Any], of: str, function: Callable[..., Any]) -> None:
    """Refuse keywords that a function with parameters of its own does not know, before what else it lacks."""
    from restrap import keywords

    known = getattr(keywords, of).__annotations__
    for name in given:
        if name not in known:
            meant = _meant(name, {**known, **(function.__kwdefaults__ or {})})
            raise TypeError(f"{function.__name__}() got an unexpected keyword argument {name!r}{meant}")


ELSEWHERE = {
    **dict.fromkeys(("random_state", "rng", "random_seed"), "seed"),
    **dict.fromkeys(("n_permutations", "n_perm", "n_boot", "n_bootstrap", "num_samples", "iterations", "resamples"), "n_resamples"),
    **dict.fromkeys(("correction", "p_adjust", "multipletests"), "adjust"),
    **dict.fromkeys(("ids", "id", "on"), "item"),
    **dict.fromkeys(("ref", "refs", "reference"), "references"),
    **dict.fromkeys(("y_true", "labels", "target", "truth"), "gold"),
    **dict.fromkeys(("confidence_level", "level", "ci_level"), "confidence"),
    **dict.fromkeys(("groups", "group", "clusters"), "cluster"),
    **dict.fromkeys(("strata", "stratify"), "stratum"),
    **dict.fromkeys(("n_jobs", "workers", "num_threads"), "threads"),
    **dict.fromkeys(("verbose", "tqdm", "show_progress"), "progress"),
    "tests": "test",
    "nan_policy": "missing",
    "effect": "gain",
    "effect_size": "gain",
    "n": "items",
}
"""What other packages call a keyword."""

SENTENCES = {
    "method": "test= is the test, interval= the interval, adjust= the correction",
    "average": 'options of a metric stand in brackets: metric="f1(average=macro)"',
    "pos_label": 'options of a metric stand in brackets: metric="f1(positive=yes)"',
    "paired": "systems are paired where they may be; unpaired=True says that no item is in both",
    "alpha": "confidence= is the level of an interval: 1 - alpha",
}
"""What is said otherwise here."""


def _meant(name: str, known: Mapping[str, Any]) -> str:
    """The keyword that an unknown one may mean, as the end of a sentence."""
    import difflib

    if (here := ELSEWHERE.get(name)) in known:
        return f"; did you mean {here}?"
    if name in SENTENCES:
        return f"; {SENTENCES[name]}"
    close = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {close[0]}?" if close else ""


def completes(*functions: Callable[..., Any]) -> None:
    """Show IPython the keywords of functions, each of which says them by its annotation of ``**asked``."""
    import sys

    if "IPython" not in sys.modules:
        return
    import inspect

    from restrap import keywords

    for function in functions:
        own = inspect.signature(function)
        of = re.search(r"Unpack\[(\w+)\]", str(function.__annotations__.get("asked", "")))
        if of is None:
            continue
        given = [one for one in own.parameters.values() if one.kind is not one.VAR_KEYWORD]
        names = [name for name in getattr(keywords, of[1]).__annotations__ if name not in own.parameters]
        more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in names]
        function.__signature__ = own.replace(parameters=[*given, *more])  # type: ignore[attr-defined]


def bar() -> Progress:
    """A bar of tqdm; without tqdm nothing is shown."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return lambda done, total: None
    shown = tqdm(unit=" resamples", unit_scale=True, leave=False)

    def show(done: int, total: int) -> None:
        shown.total = total
        shown.update(done - shown.n)

    return show


OF_FILES = ("where", "systems", "long", "missing_value", "rows", "words", "same_items", "input_format", "no_mmap", "votes", "human", "against", "unseen")
# Of columns of a frame, which goes to the engine as a table.
SEVERAL = ("repeat", "seed_col", "judge", "mix")
AGAINST = ("gold", "references", "qrels")


def refuse(words: Mapping[str, Any], *names: str) -> None:
    """Refuse keywords that are of files, or of another question."""
    for name in names:
        if name in words:
            raise InputError(f"{name} does not go with values in memory", f"drop {name}, or give paths")
