"""Keywords: those that a function knows, and what other packages call them; and the call of the engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar

from restrap import _native
from restrap.door import Door
from restrap.error import InputError, KeywordError
from restrap.function_metric import Rows
from restrap.item_metric import ItemMetric
from restrap.metric import Metric
from restrap.objects import System
from restrap.outcome import Outcome, RestrapWarning

if TYPE_CHECKING:
    from restrap.keywords import Progress

T = TypeVar("T")
A = TypeVar("A", bound=Outcome)

RANGES: ContextVar[Mapping[str, Any]] = ContextVar("RANGES", default={})
"""Which part of their draws the calls of this context draw, in the words of the engine; all of them where there is none."""


def answered(
    given: Sequence[System],
    words: dict[str, Any],
    data: Any,
    native: Callable[[list[str], dict[str, Any]], T],
    baseline: bool = True,
) -> T:
    """The answer of the engine to what a caller gives; `words` are left as it takes them."""
    if not given and ("counts" in words or "table" in words):
        return native([], words)
    door, systems = placed(given, words, data, baseline)
    return native(systems, door.words)


def placed(given: Sequence[System], words: dict[str, Any], data: Any, baseline: bool = True) -> tuple[Door, list[str]]:
    """The tables of what a caller gives, which live as long as the door, and the systems in them."""
    metric = words.get("metric")
    refuse_function(metric)
    if not isinstance(metric, (Metric, ItemMetric)):
        door = Door(words)
        return door, door.paths(given, data, baseline)
    del words["metric"]
    refuse(words, metric.name, *NOT_OF_FUNCTIONS)
    if isinstance(metric, ItemMetric):
        # Draws are known by their sums, and these have none: those of other systems would be taken for their own.
        refuse(words, metric.name, "checkpoint")
    if words.get("missing") == "zero":
        raise InputError(f"{metric.name} is a function of items, none of which has a worst value", 'missing="drop" leaves items out')
    rows = Rows(metric, Door(words, numbered=True))
    systems = rows.paths(given, data, baseline)
    words["function"] = rows
    return rows.door, systems


def warned(answer: A) -> A:
    """The answer, after its warnings were raised where this package was called; workers leave that to their caller."""
    if not answer.warnings or "part" in RANGES.get():
        return answer
    import sys
    import warnings

    depth, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] == "restrap":
        depth, frame = depth + 1, frame.f_back
    for text, code in zip(answer.warnings, answer.warning_codes):
        warnings.warn(RestrapWarning(text, code), stacklevel=depth)
    return answer


def refuse_function(metric: Any) -> None:
    """Refuse a function where only metrics with a name, or of sums or samples, are taken."""
    if callable(metric) and not isinstance(metric, (Metric, ItemMetric)):
        raise InputError("a function as metric goes with compare and ci, found it in another call", "restrap.compare(baseline, *systems, metric=f)")


def checked(asked: Mapping[str, Any], of: str, function: str) -> dict[str, Any]:
    """The keywords that were given, all of them known, and the callable that shows the progress."""
    # Types take longer to read than the rest of the package: not before a call.
    from restrap import keywords

    known = getattr(keywords, of).__annotations__
    words = {name: value for name, value in asked.items() if value is not None}
    for name in words:
        if name not in known:
            raise KeywordError(f"{function}() got an unexpected keyword argument {name!r}{_meant(name, known)}")
    if isinstance(words.get("seed"), str):
        raise KeywordError(f"seed= is the number of what is sampled, found {words['seed']!r}; a column of training runs is seed_col=")
    if isinstance(words.get("metric"), str):
        words["metric"] = SCORERS.get(words["metric"], words["metric"])
    if of in DESIGNED:
        _native.go_together(words)
    if (progress := words.get("progress")) is not None and not callable(progress):
        words["progress"] = bar() if progress else None
    words |= RANGES.get()
    return words


SCORERS = {
    **{f"{name}_{average}": f"{name}(average={average})" for name in ("f1", "precision", "recall") for average in ("macro", "micro", "weighted")},
    "balanced_accuracy": "balanced-accuracy",
    "matthews_corrcoef": "mcc",
    "roc_auc": "roc-auc",
    "average_precision": "pr-auc",
    "neg_brier_score": "brier",
    "neg_log_loss": "log-loss",
    "neg_mean_absolute_error": "mae",
    "neg_mean_squared_error": "mse",
    "neg_root_mean_squared_error": "rmse",
}
"""Scorers of scikit-learn, whose losses have no minus sign here."""

DESIGNED = ("Asked", "Described", "Ranked", "Replicated")
"""Functions whose keywords say what the items are a sample of."""


def refuse_unknown(given: Mapping[str, Any], of: str, function: Callable[..., Any]) -> None:
    """Refuse keywords that a function with parameters of its own does not know, before what else it lacks."""
    from restrap import keywords

    known = getattr(keywords, of).__annotations__
    for name in given:
        if name not in known:
            meant = _meant(name, {**known, **(function.__kwdefaults__ or {})})
            raise KeywordError(f"{function.__name__}() got an unexpected keyword argument {name!r}{meant}")


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


RENAMED = {"id": "item", "ref": "references", "resamples": "n_resamples", "lower-is-better": "higher_is_better"}
"""Options that Python calls otherwise than by their letters."""


def completes(*functions: Callable[..., Any], of: str = "") -> None:
    """Show the keywords of functions: in `help`, with type, default and meaning; and by Tab, where IPython runs.

    Each function says its keywords by its annotation of ``**asked``, and is the command of its name.
    """
    import inspect
    import sys

    from restrap import keywords

    for function in functions:
        named = re.search(r"Unpack\[(\w+)\]", " ".join(map(str, function.__annotations__.values())))
        if named is None:
            continue
        types = getattr(keywords, named[1]).__annotations__
        own = inspect.signature(function)
        names = [name for name in types if name not in own.parameters]
        told = {RENAMED.get(name, name.replace("-", "_")): rest for name, *rest in _native.options(of + function.__name__)}
        known = re.findall(r"^    ([a-z_*, ]+) : ", inspect.cleandoc(function.__doc__ or "").replace("\n", "\n    "), re.MULTILINE)
        written = {name.strip(" *") for line in known for name in line.split(",")}
        lines = []
        for name in names:
            default, meaning = told.get(name, ("", MEANINGS.get(name, "")))
            if name not in written and meaning:
                kind = str(types[name]).removeprefix("ForwardRef(").strip("')\"").split(", module=")[0].strip("'\"")
                lines.append(f"    {name} : {kind}{f', default {default}' if default else ''}\n        {_in_keywords(meaning)}")
        if lines and function.__doc__:
            head, mark, tail = function.__doc__.partition("\n\n    Returns\n")
            function.__doc__ = f"{head}\n\n    Other Parameters\n    ----------------\n" + "\n".join(lines) + mark + tail
        if "IPython" in sys.modules:
            given = [one for one in own.parameters.values() if one.kind is not one.VAR_KEYWORD]
            more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in names]
            function.__signature__ = own.replace(parameters=[*given, *more])  # type: ignore[attr-defined]


MEANINGS = {
    "executor": "Anything with submit whose workers share the draws out, such as a ProcessPoolExecutor",
    "progress": "Called with the number of resamples done and their total; True shows a bar of tqdm",
    "qrels": "Judgements of the documents of each query",
    "threads": "Threads; they never change a result",
    "family": "Whether the p-values of several metrics are adjusted together",
}
"""Keywords that the command line has not, or not by their names."""


def _in_keywords(text: str) -> str:
    """A sentence of the command line with keywords in the place of flags."""
    return re.sub(r"--([a-z][a-z-]*)", lambda flag: RENAMED.get(flag[1], flag[1].replace("-", "_")), text)


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


NOT_OF_FUNCTIONS = (
    "unpaired", "repeat", "seed_col", "judge", "human", "mix", "against", "votes", "count", "long", "range", "words",
)  # fmt: skip
"""Keywords of scores, and of metrics with a name."""


def refuse(words: Mapping[str, Any], metric: str, *names: str) -> None:
    """Refuse keywords that do not go with a function."""
    for name in names:
        if name in words:
            raise InputError(
                f"{name} goes with scores and with metrics that have a name, found the function {metric}", f"drop {name}, or compute a score per item"
            )
