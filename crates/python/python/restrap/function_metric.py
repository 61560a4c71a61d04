"""Any function of the right answers and a system's, as a metric: ``f(y_true, y_pred[, sample_weight])``."""

from __future__ import annotations

import contextlib
import functools
import inspect
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from restrap.door import Door, names
from restrap.error import InputError
from restrap.item_metric import ItemMetric, Sampled, _indices, item_rows
from restrap.metric import Metric
from restrap.objects import System, array_of, column, has_column, is_frame, labels_of
from restrap.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Note = tuple[str, str]
"""What must be said of a call: its code and its sentence."""

RESAMPLES = (999, 9_999, 99_999)
"""Draws of a function, where nobody says how many: more of them only while they leave open whether p is at most alpha."""

_TURN = 0.01
"""Seconds of one thread's turn with a function that keeps the lock of the interpreter."""

_BATCH = 256
"""Samples of a turn, at most."""

_AVERAGES = {"binary", "micro", "macro", "weighted", "samples"}


def native(metric: Any) -> str | None:
    """The name of the same metric here, of a function of scikit-learn with keywords that are known here."""
    keywords: dict[str, Any] = {}
    while isinstance(metric, functools.partial):
        if metric.args:
            return None
        keywords, metric = {**metric.keywords, **keywords}, metric.func
    if not str(getattr(metric, "__module__", "")).startswith("sklearn.metrics."):
        return None
    name = getattr(metric, "__name__", "")
    keywords = {key: value for key, value in keywords.items() if value is not None}
    plain = {
        "accuracy_score": "accuracy",
        "balanced_accuracy_score": "balanced-accuracy",
        "matthews_corrcoef": "mcc",
        "cohen_kappa_score": "kappa",
        "mean_absolute_error": "mae",
        "mean_squared_error": "mse",
        "root_mean_squared_error": "rmse",
        "roc_auc_score": "roc-auc",
        "average_precision_score": "pr-auc",
        "brier_score_loss": "brier",
        # Where scikit-learn clips probabilities of doubles.
        "log_loss": "log-loss(floor=2.220446049250313e-16)",
        "top_k_accuracy_score": "top-accuracy@2",
    }
    if name in plain and not keywords:
        return plain[name]
    if name == "top_k_accuracy_score" and list(keywords) == ["k"]:
        return f"top-accuracy@{keywords['k']}"
    if name in ("roc_auc_score", "average_precision_score"):
        known = {"multi_class": ("multi-class", ("ovr", "ovo")), "average": ("average", ("macro", "weighted"))}
        if name == "average_precision_score" or "multi_class" not in keywords:
            del known["multi_class"]
        if not all(key in known and value in known[key][1] for key, value in keywords.items()):
            return None
        return f"{plain[name]}({','.join(f'{known[key][0]}={keywords[key]}' for key in known if key in keywords)})"
    if name not in ("f1_score", "precision_score", "recall_score"):
        return None
    average, positive = keywords.pop("average", "binary"), keywords.pop("pos_label", 1)
    zero = keywords.pop("zero_division", 0)
    if keywords or average not in _AVERAGES or zero not in (0, 1):
        return None
    options = [f"average={average}", *([f"positive={positive}"] if average == "binary" else []), *(["zero-division=1"] if zero == 1 else [])]
    return f"{name.removesuffix('_score')}({','.join(options)})"


def by_function(words: dict[str, Any], data: Any) -> list[Note]:
    """Take a callable among `words` for the metric that it is; what must be said of it."""
    metric = words.get("metric")
    if not callable(metric) or isinstance(metric, (Metric, ItemMetric)):
        return []
    if "gold" not in words:
        raise InputError("a function of answers is called as f(y_true, y_pred), found no right answers", "add gold=")
    name = getattr(metric, "__name__", type(metric).__name__)
    if (known := native(metric)) is not None:
        words["metric"] = known
        return [("computed-natively", f"{name} of scikit-learn is computed as {known}: wrap it in a lambda to have the function called")]
    gold = words.pop("gold")
    words["metric"] = FunctionMetric(metric, column(data, gold) if isinstance(gold, str) and has_column(data, gold) else gold)
    if name.endswith(("_loss", "_error")) and "higher_is_better" not in words:
        words["higher_is_better"] = False
        return [("direction-by-name", f"{name}: lower is taken as better, as its name says; higher_is_better=True says the opposite")]
    return []


def steps(words: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The keywords of each attempt: of a function more draws where fewer leave the decision open."""
    if not isinstance(words.get("metric"), FunctionMetric) or "n_resamples" in words:
        yield dict(words)
        return
    for number in RESAMPLES:
        yield {**words, "n_resamples": number}


def is_settled(found: Any, words: Mapping[str, Any], alpha: float) -> bool:
    """No sampled p-value of a function may lie on either side of alpha."""
    if "n_resamples" not in words:
        return True
    comparisons = found if isinstance(found, Sequence) else [found]
    bounds = [comparison.tests[0].get("pvalue_interval") for comparison in comparisons]
    return not any(of is not None and of[0] <= alpha <= of[1] for of in bounds)


class FunctionMetric(ItemMetric):
    """A function of what is right and what a system says; the samples of `compare` are samples of their pairs."""

    __slots__ = ("given", "gold", "takes_weights")
    given: Any
    gold: NDArray[Any]
    takes_weights: bool

    def __init__(self, fn: Callable[..., Any], gold: Any, higher_is_better: bool = True) -> None:
        import numpy as np

        super().__init__(fn, draws="indices", batch=8, higher_is_better=higher_is_better)
        if isinstance(fn, functools.partial):
            self.name = getattr(fn.func, "__name__", self.name)
        self.given = gold
        self.gold = np.asarray([])
        self.takes_weights = _names_weights(fn)

    @property
    def signature(self) -> str:
        """What a reader needs to find the function."""
        fn = self.fn
        told = []
        while isinstance(fn, functools.partial):
            told += [f"{key}={value!r}" for key, value in fn.keywords.items()]
            fn = fn.func
        where = f"{getattr(fn, '__module__', '?')}.{getattr(fn, '__qualname__', self.name)}"
        return f"{where}({', '.join([*told, 'weights' if self.takes_weights else 'indices'])})"

    def measured(self, names: Sequence[str], rows: Sequence[NDArray[Any]]) -> tuple[str, str, bool, list[str], int, int, Sampled, bool]:
        """What the engine takes: the metric on the right answers, which come first, and on these systems."""
        self.gold, *answers = rows
        sampled = _Called(self, answers)
        self.takes_weights = self.takes_weights and all(sampled.weighs_as_it_repeats(place) for place in range(len(answers)))
        self.batch = sampled.settle()
        return self.name, self.signature, self.higher_is_better, list(names), len(self.gold), self.batch, sampled, True


class _Called(Sampled):
    """The function on samples of pairs of a right answer and a system's."""

    __slots__ = ("turn",)
    metric: FunctionMetric
    turn: AbstractContextManager[Any]

    def settle(self) -> int:
        """Let threads take turns where the function keeps the lock of the interpreter; how many samples a turn is, some 10 ms.

        Threads that ask for that lock at every call wait for each other: a third to twice the time of one thread.
        """
        gold, answers = self.metric.gold, self.rows[0]

        def called(times: int) -> float:
            began = time.perf_counter()
            for _ in range(times):
                self.value(gold, answers)
            return time.perf_counter() - began

        self.turn = threading.Lock()
        try:
            called(1)
            once = max(called(1), 1e-7)
            times = max(1, int(_TURN / once))
            alone = called(times)
            began = time.perf_counter()
            other = threading.Thread(target=called, args=(times,))
            other.start()
            called(times)
            other.join()
            both = time.perf_counter() - began
        except Exception:
            # It is called again, and says it then.
            return 1
        if both < 1.6 * alone:
            self.turn = contextlib.nullcontext()
        return max(1, min(_BATCH, times // 2))

    def value(self, gold: Any, answers: Any, **weights: Any) -> float:
        import numpy as np

        with np.errstate(divide="ignore", invalid="ignore"):
            return self.number(self.metric.fn(gold, answers, **weights))

    def number(self, value: Any) -> float:
        """What the function returned, which is one number."""
        try:
            return float(value)
        except (TypeError, ValueError) as error:
            raise InputError(
                f"expected one number of {self.metric.name}, found {type(value).__name__}",
                "a metric is called as f(y_true, y_pred) and returns a number",
            ) from error

    def weighs_as_it_repeats(self, place: int) -> bool:
        """Weights and repeated rows give one value, on three draws."""
        import numpy as np

        items = len(self.metric.gold)
        draws = np.random.default_rng(0).multinomial(items, np.full(items, 1 / items), size=3)
        for counts in draws:
            rows = np.repeat(np.arange(items), counts)
            try:
                weighed = self.value(self.metric.gold, self.rows[place], sample_weight=counts.astype(np.float64))
                repeated = self.value(self.metric.gold[rows], self.rows[place][rows])
            except Exception:
                return False
            if not (abs(weighed - repeated) <= 1e-9 * max(1.0, abs(repeated)) or np.isnan(weighed) and np.isnan(repeated)):
                return False
        return True

    def samples(self, systems: list[int], counts: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """Values of each system on samples in which items are so often."""
        import numpy as np

        gold, fn, number = self.metric.gold, self.metric.fn, self.number
        with self.turn, np.errstate(divide="ignore", invalid="ignore"):
            if self.metric.takes_weights:
                return [np.array([number(fn(gold, self.rows[system], sample_weight=row)) for row in counts]) for system in systems]
            samples = [np.ravel(rows) for rows in _indices(counts)]
            return [np.array([number(fn(gold[rows], self.rows[system][rows])) for rows in samples]) for system in systems]

    def swaps(self, systems: list[int], swapped: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """Values of two systems after swaps, which exchange answers and never weigh them."""
        import numpy as np

        mine, others = (self.rows[system] for system in systems)
        gold, fn, number = self.metric.gold, self.metric.fn, self.number
        values: list[list[float]] = [[], []]
        with self.turn, np.errstate(divide="ignore", invalid="ignore"):
            there = np.flatnonzero(swapped[0] >= 0)
            if len(there) < len(gold):
                gold, mine, others, swapped = gold[there], mine[there], others[there], swapped[:, there]
            for moved in (swapped == 1).reshape(*swapped.shape, *[1] * (mine.ndim - 1)):
                values[0].append(number(fn(gold, np.where(moved, others, mine))))
                values[1].append(number(fn(gold, np.where(moved, mine, others))))
        return [np.array(own) for own in values]


def _names_weights(fn: Any) -> bool:
    """Whether a function says that it takes weights of items."""
    try:
        return "sample_weight" in inspect.signature(fn).parameters
    except (TypeError, ValueError):
        return False


class Rows:
    """The rows of items that a function computes on: the engine pairs their places, and asks for the metric of those that are left."""

    __slots__ = ("door", "metric", "names")

    def __init__(self, metric: Metric | ItemMetric, door: Door) -> None:
        self.metric = metric
        self.door = door
        self.names: list[str] = []

    def paths(self, given: Sequence[System], data: Any, baseline: bool) -> list[str]:
        """The systems as the engine has them, by the places of their rows; right answers are one more."""
        systems: list[System] = list(given)
        if not isinstance(systems[0], Table):
            called = names(systems, baseline)
            systems = [(name, value if isinstance(value, str) else self._indexed(name, value)) for name, value in called]
            self.names = [name for name, _ in called]
        if isinstance(self.metric, FunctionMetric):
            gold = self.metric.given
            systems.append((_GOLD, gold if isinstance(gold, str) else self._indexed("gold", gold)))
            self.names.append(_GOLD)
        return self.door.paths(systems, data, baseline)

    def measured(self, names: Sequence[str], places: Sequence[NDArray[np.int64]]) -> Any:
        """The metric on the rows at these places, as the engine takes it."""
        known = dict(zip(self.names, self.door.given))
        inner = [known.get(name, value) for name, value in zip(names, self.door.given)]
        rows = [self._rows(name, value)[at] for name, value, at in zip(names, inner, places)]
        metric = self.metric
        if isinstance(metric, FunctionMetric):
            return metric.measured(names[:-1], [rows[-1], *rows[:-1]])
        if isinstance(metric, ItemMetric):
            return metric.measured(names, rows)
        asked = (metric.name, metric.signature, metric.columns, metric.higher_is_better, metric)
        return asked, [(name, metric.whole(name, columns)) for name, columns in zip(names, rows)]

    def _indexed(self, name: str, value: Any) -> _Indexed:
        return _Indexed(self._rows(name, value), labels_of(value) if isinstance(self.metric, FunctionMetric) or is_frame(value) else None)

    def _rows(self, name: str, value: Any) -> NDArray[Any]:
        import numpy as np

        if isinstance(value, _Indexed):
            return value.values
        if isinstance(self.metric, Metric):
            return self.metric.rows(name, value)
        if not isinstance(self.metric, FunctionMetric):
            return item_rows(name, value)
        if isinstance(value, np.ma.MaskedArray) and value.mask.any():
            raise InputError(f"a function takes whole arrays, found masked values in {name}", "leave such items out of every array")
        return array_of(name, value)


_GOLD = "right answers"
"""The name of the right answers among the systems, which none of these has."""


class _Indexed:
    """Rows of items with their labels, as a series has them."""

    __slots__ = ("index", "reindex", "shape", "values")

    def __init__(self, values: NDArray[Any], labels: Sequence[Any] | None) -> None:
        self.values = values
        self.shape = values.shape
        self.index = list(range(len(values))) if labels is None else labels
        self.reindex = None

    def __len__(self) -> int:
        return len(self.values)
