"""What `compare`, `ci`, `power` and `score` give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from restrap.outcome import ConfidenceInterval, Outcome, Record, interval, metric_name

if TYPE_CHECKING:
    from numpy.typing import NDArray


class _Several(Outcome):
    """Answers of one call, each of which has numbers."""

    __slots__ = ()

    def flat(self, prefix: str = "restrap") -> dict[str, float]:
        """Numbers by name, for trackers of experiments."""
        several: Any = self
        return {name: value for one in several for name, value in one.flat(prefix).items()}


class Comparison(Outcome):
    """A system beside a baseline.

    Differences are system minus baseline, in score units; *n* is of items. The results hold for a population of items like these.
    """

    __slots__ = ("_place", "_population")
    _place: int
    _population: int | None

    def __init__(self, text: str, place: int = 0, population: int | None = None) -> None:
        super().__init__(text)
        object.__setattr__(self, "_place", place)
        object.__setattr__(self, "_population", population)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json, self._place, self._population)

    def __iter__(self) -> Any:
        raise TypeError("a Comparison is not a pair: take result.statistic and result.pvalue")

    def __getitem__(self, name: str) -> Any:
        """A field by its name: ``result["pvalue"]`` is ``result.pvalue``."""
        if name.startswith("_"):
            raise KeyError(name)
        return getattr(self, name)

    @property
    def _part(self) -> Record:
        told = self._told
        return told if self._population is None else told.by.populations[self._population]

    @property
    def _own(self) -> Record:
        return self._part.comparisons[self._place]

    @property
    def _primary(self) -> Record:
        tests: tuple[Record, ...] = self._own.tests
        return next(test for test in tests if test.primary)

    @property
    def baseline(self) -> str:
        """Name of the baseline."""
        return str(self._own.baseline)

    @property
    def system(self) -> str:
        """Name of the system."""
        return str(self._own.system)

    @property
    def difference(self) -> float:
        """System minus baseline, in score units."""
        return float(self._own.difference)

    @property
    def improvement(self) -> float:
        """The difference, positive where the system is better."""
        return float(self._own.improvement)

    @property
    def standard_error(self) -> float | None:
        """Interval of the difference, over the units of inference."""
        return self._own.standard_error

    @property
    def confidence_interval(self) -> ConfidenceInterval | None:
        """Of the difference, at the level that was asked for."""
        return interval(self._own.interval)

    @property
    def pvalue(self) -> float | None:
        """Of the primary test, before any adjustment; None where it is not defined."""
        return self._primary.pvalue

    @property
    def p_adjusted(self) -> float | None:
        """The same, adjusted over all systems; None where there is one system."""
        return self._primary.p_adjusted

    @property
    def statistic(self) -> float | None:
        """Of the primary test."""
        return self._primary.statistic

    @property
    def tests(self) -> tuple[Record, ...]:
        """All tests, the primary one first."""
        return self._own.tests

    @property
    def effect(self) -> Record:
        """Effect sizes, and items for, against and tied."""
        return self._own.effect

    @property
    def margin(self) -> Record | None:
        """The margin test, if one was asked for."""
        return self._own.margin

    @property
    def order(self) -> Record | None:
        """Almost stochastic order, where it was tested: its violation ratio, and the bound `epsilon_min`."""
        return self._own.get("order")

    @property
    def posterior(self) -> Record | None:
        """The posterior of the difference, if it was asked for: probabilities given the items, which are not p-values."""
        return self._own.get("posterior")

    @property
    def verdict(self) -> str:
        """In words."""
        return str(self._own.verdict)

    @property
    def shown(self) -> bool:
        """Whether the primary test is at or below alpha, after adjustment."""
        return bool(self._own.shown)

    @property
    def n(self) -> int:
        """Items that were compared."""
        return int(self._part["items"])

    @property
    def by(self) -> dict[str, Comparison]:
        """The same comparison on each sub-population, by its value."""
        told = self._told.get("by")
        if told is None or self._population is not None:
            return {}
        return {part.value: Comparison(self._json, self._place, at) for at, part in enumerate(told.populations)}

    def flat(self, prefix: str = "restrap") -> dict[str, float]:
        """Numbers by name, for trackers of experiments."""
        ends = self.confidence_interval
        numbers = {
            "difference": self.difference,
            "low": ends and ends.low,
            "high": ends and ends.high,
            "pvalue": self.pvalue,
            "p_adjusted": self.p_adjusted,
            "shown": float(self.shown),
            "n": float(self.n),
        }
        return {metric_name(prefix, self.system, name): value for name, value in numbers.items() if value is not None}

    def __str__(self) -> str:
        if self._population is None and len(self._told.comparisons) == 1:
            return super().__str__()
        return f"{self.system} − {self.baseline}: {self.verdict}"

    def __repr__(self) -> str:
        ends = self.confidence_interval
        told = "" if ends is None else f", confidence_interval=({ends.low:g}, {ends.high:g})"
        return f"<Comparison {self.system} − {self.baseline}: difference={self.difference:g}{told}, pvalue={self.pvalue}>"


class Comparisons(_Several, Sequence[Comparison]):
    """Several systems beside one baseline: a sequence, also by the name of a system."""

    __slots__ = ()

    @overload
    def __getitem__(self, place: int | str) -> Comparison: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Comparison, ...]: ...
    def __getitem__(self, place: int | str | slice) -> Comparison | tuple[Comparison, ...]:
        if isinstance(place, slice):
            return tuple(self[at] for at in range(*place.indices(len(self))))
        if isinstance(place, str):
            if place not in self.systems:
                raise KeyError(f"expected one of {', '.join(self.systems)}, found {place}")
            place = self.systems.index(place)
        return Comparison(self._json, range(len(self))[place])

    def __len__(self) -> int:
        return len(self._told.comparisons)

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems, without the baseline."""
        return tuple(one.system for one in self._told.comparisons)

    def __repr__(self) -> str:
        return f"<Comparisons of {', '.join(self.systems)} with {self._told.comparisons[0].baseline}>"


class Estimate(Outcome):
    """A system on its own: its score, with an interval over the units of inference."""

    __slots__ = ("_place",)
    _place: int

    def __init__(self, text: str, place: int = 0) -> None:
        super().__init__(text)
        object.__setattr__(self, "_place", place)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json, self._place)

    def __iter__(self) -> Any:
        raise TypeError("an Estimate is not a pair: take result.score and result.confidence_interval")

    @property
    def _own(self) -> Record:
        return _of_metrics(self._told)[self._place][1]

    @property
    def metric(self) -> str:
        """What the score is of: ``"mean"`` of scores, or the metric."""
        told = _of_metrics(self._told)[self._place][0].get("metric")
        return "mean" if told is None else str(told.name)

    @property
    def group(self) -> str | None:
        """The sub-population of its items; None of all of them."""
        return self._own.get("population")

    @property
    def name(self) -> str:
        """Name of the system."""
        return str(self._own.name)

    @property
    def score(self) -> float:
        """The mean score, or the metric where statistics were given."""
        return float(self._own.score)

    @property
    def standard_error(self) -> float | None:
        """Of the score."""
        return self._own.standard_error

    @property
    def confidence_interval(self) -> ConfidenceInterval | None:
        """Of the score, at the level that was asked for."""
        return interval(self._own.interval)

    @property
    def n(self) -> int:
        """Items, replications or folds."""
        return int(self._own["count"])

    def flat(self, prefix: str = "restrap") -> dict[str, float]:
        """Numbers by name, for trackers of experiments."""
        ends = self.confidence_interval
        numbers = {"score": self.score, "low": ends and ends.low, "high": ends and ends.high, "n": float(self.n)}
        own = [self.name, *([self.metric] if "further" in self._told else []), *([] if self.group is None else [self.group])]
        return {metric_name(prefix, *own, name): value for name, value in numbers.items() if value is not None}

    def __repr__(self) -> str:
        ends = self.confidence_interval
        told = "" if ends is None else f", confidence_interval=({ends.low:g}, {ends.high:g})"
        return f"<Estimate {self.name}: score={self.score:g}{told}>"


def _of_metrics(told: Any) -> list[tuple[Any, Any]]:
    """Every system by every metric, the metrics of a system together."""
    metrics = [told, *told.get("further", [])]
    return [(metric, metric.systems[place]) for place in range(len(told.systems)) for metric in metrics]


class Estimates(_Several, Sequence[Estimate]):
    """Several systems, each on its own."""

    __slots__ = ()

    @overload
    def __getitem__(self, place: int) -> Estimate: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Estimate, ...]: ...
    def __getitem__(self, place: int | slice) -> Estimate | tuple[Estimate, ...]:
        if isinstance(place, slice):
            return tuple(self[at] for at in range(*place.indices(len(self))))
        return Estimate(self._json, range(len(self))[place])

    def __len__(self) -> int:
        return len(_of_metrics(self._told))

    def __repr__(self) -> str:
        return f"<Estimates of {', '.join(one.name for one in self)}>"


class Answer(Outcome):
    """An answer about power or metrics, or advice: the fields of its JSON (``restrap/power/1``, ``restrap/advise/1``, ...)."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._told, name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._told]


class Scores(Outcome):
    """What systems score by a metric, item by item.

    Attributes
    ----------
    per_item : dict
        Of each system, the columns of every item by their names: integers that are summed, or scores that are averaged.
    items : list of str or None
        The items, where they have names.
    """

    __slots__ = ("_page", "items", "per_item")
    _page: str
    items: list[str] | None
    per_item: dict[str, dict[str, NDArray[Any]]]

    def __init__(self, text: str, page: str, items: list[str] | None, per_item: dict[str, dict[str, NDArray[Any]]]) -> None:
        super().__init__(text)
        for name, value in (("_page", page), ("items", items), ("per_item", per_item)):
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json, self._page, self.items, self.per_item)

    def _key(self) -> tuple[Any, ...]:
        return (self._json,)

    def __getitem__(self, system: str) -> float:
        return float(next(one.score for one in self._told.systems if one.name == system))

    def _repr_html_(self) -> str:
        import html

        return f'<pre class="restrap">{html.escape(str(self))}</pre>'

    def __str__(self) -> str:
        return self._page.rstrip("\n")

    def __repr__(self) -> str:
        return f"<Scores {self._told.metric.name}: {', '.join(f'{one.name}={one.score:g}' for one in self._told.systems)}>"


def comparisons(text: str, number: int) -> Comparison | Comparisons:
    """The outcome of a comparison of so many systems."""
    return Comparison(text) if number == 1 else Comparisons(text)


def estimates(text: str, number: int) -> Estimate | Estimates:
    """The outcome of so many systems on their own."""
    return Estimate(text) if number == 1 else Estimates(text)
