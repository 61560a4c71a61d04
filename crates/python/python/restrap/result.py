"""What comes back: outcomes as values.

An outcome is the JSON that the command line prints (`docs/json.md` of the project), and objects that read it. They never change,
are equal where their JSON is, and can be pickled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from restrap import _native

if TYPE_CHECKING:
    import os

    import pandas
    from numpy.typing import NDArray


class ConfidenceInterval(NamedTuple):
    """An interval, in score units.

    Attributes
    ----------
    low, high : float
        Its ends; infinite where nothing bounds them.
    """

    low: float
    high: float


class Record(Mapping[str, Any]):
    """A part of an outcome: the fields of its JSON, as attributes and as keys."""

    __slots__ = ("_fields",)
    _fields: dict[str, Any]

    def __init__(self, fields: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_fields", {name: _frozen(value) for name, value in fields.items()})

    def __getattr__(self, name: str) -> Any:
        try:
            return self._fields[name]
        except KeyError:
            raise AttributeError(f"expected one of {', '.join(self._fields)}, found {name}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an outcome does not change")

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def __hash__(self) -> int:
        return hash(tuple(self._fields.items()))

    def __reduce__(self) -> tuple[type[Record], tuple[dict[str, Any]]]:
        return Record, (self._fields,)

    def __repr__(self) -> str:
        return f"Record({', '.join(f'{name}={value!r}' for name, value in self._fields.items())})"


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return value if isinstance(value, Record) else Record(value)
    if isinstance(value, list):
        return tuple(_frozen(each) for each in value)
    return value


def _interval(told: Mapping[str, Any] | None) -> ConfidenceInterval | None:
    """An interval of the JSON, in which an end that nothing bounds is null."""
    if told is None:
        return None
    low, high = told["low"], told["high"]
    return ConfidenceInterval(float("-inf") if low is None else low, float("inf") if high is None else high)


class Outcome:
    """An answer of restrap, whole: its JSON, and the forms in which it is printed."""

    __slots__ = ("_json", "_read")
    _json: str
    _read: Record | None

    def __init__(self, text: str) -> None:
        object.__setattr__(self, "_json", text)
        object.__setattr__(self, "_read", None)

    @property
    def _told(self) -> Record:
        if self._read is None:
            import json

            object.__setattr__(self, "_read", Record(json.loads(self._json)))
        assert self._read is not None
        return self._read

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a careful reader must know."""
        told: tuple[str, ...] = self._told.get("warnings", ())
        return told

    @property
    def report(self) -> str:
        """One sentence for the paper."""
        told: str = self._told.get("report", "")
        return told

    def to_json(self) -> str:
        """The JSON that the command line prints with `--json --no-host`, without its last line feed."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The same as a dictionary, made anew by every call."""
        import json

        fields: dict[str, Any] = json.loads(self._json)
        return fields

    def to_markdown(self) -> str:
        """A table in GitHub's Markdown."""
        return _native.render(self._json, "markdown")

    def to_latex(self) -> str:
        """A table for LaTeX, with the rules of booktabs."""
        return _native.render(self._json, "latex")

    def to_csv(self) -> str:
        """All digits, one row per test or point."""
        return _native.render(self._json, "csv")

    def to_line(self) -> str:
        """One line, for logs and the messages of commits."""
        return _native.render(self._json, "line").rstrip("\n")

    def to_html(self) -> str:
        """A fragment of HTML: the table as it stands in a terminal."""
        import html

        return f'<pre class="restrap">{html.escape(str(self))}</pre>'

    def to_frame(self) -> pandas.DataFrame:
        """A frame of pandas: all digits, one row per test or point."""
        import io

        import pandas

        return pandas.read_csv(io.StringIO(self.to_csv()))

    def _repr_html_(self) -> str:
        return self.to_html()

    def __str__(self) -> str:
        return _native.render(self._json, "table").rstrip("\n")

    def __eq__(self, other: object) -> bool:
        return self._json == other._json if isinstance(other, Outcome) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._json)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an outcome does not change")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json,)


class Comparison(Outcome):
    """A system beside a baseline.

    Differences are system minus baseline, in score units; *n* is of items. What is shown holds for items that were drawn like these.
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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Comparison):
            return NotImplemented
        return self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    @property
    def _part(self) -> Record:
        told = self._told
        part: Record = told if self._population is None else told.by.populations[self._population]
        return part

    @property
    def _own(self) -> Record:
        own: Record = self._part.comparisons[self._place]
        return own

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
        """Of the difference, over the units that were drawn."""
        return self._optional(self._own.standard_error)

    @property
    def confidence_interval(self) -> ConfidenceInterval | None:
        """Of the difference, at the level that was asked for."""
        return _interval(self._own.interval)

    @property
    def pvalue(self) -> float | None:
        """Of the primary test, before any adjustment; None where it is not defined."""
        return self._optional(self._primary.pvalue)

    @property
    def p_adjusted(self) -> float | None:
        """The same, adjusted over all systems; None where there is one system."""
        return self._optional(self._primary.p_adjusted)

    @property
    def statistic(self) -> float | None:
        """Of the primary test."""
        return self._optional(self._primary.statistic)

    @property
    def tests(self) -> tuple[Record, ...]:
        """All tests, the primary one first."""
        tests: tuple[Record, ...] = self._own.tests
        return tests

    @property
    def effect(self) -> Record:
        """Effect sizes, and items for, against and tied."""
        effect: Record = self._own.effect
        return effect

    @property
    def margin(self) -> Record | None:
        """The margin test, if one was asked for."""
        margin: Record | None = self._own.margin
        return margin

    @property
    def gate(self) -> Record | None:
        """How the gate went, if there is one; of several systems it is one gate."""
        gate: Record | None = self._told.get("gate")
        return gate

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
        interval = self.confidence_interval
        numbers = {
            "difference": self.difference,
            "low": interval and interval.low,
            "high": interval and interval.high,
            "pvalue": self.pvalue,
            "p_adjusted": self.p_adjusted,
            "shown": float(self.shown),
            "n": float(self.n),
        }
        return {f"{prefix}/{self.system}/{name}": value for name, value in numbers.items() if value is not None}

    def __str__(self) -> str:
        if self._population is None and len(self._told.comparisons) == 1:
            return super().__str__()
        return f"{self.system} − {self.baseline}: {self.verdict}"

    def __repr__(self) -> str:
        interval = self.confidence_interval
        told = "" if interval is None else f", confidence_interval=({interval.low:g}, {interval.high:g})"
        return f"<Comparison {self.system} − {self.baseline}: difference={self.difference:g}{told}, pvalue={self.pvalue}>"

    @staticmethod
    def _optional(value: float | None) -> float | None:
        return None if value is None else float(value)


class Comparisons(Outcome, Sequence[Comparison]):
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

    @property
    def gate(self) -> Record | None:
        """How the gate went, if there is one."""
        gate: Record | None = self._told.get("gate")
        return gate

    def flat(self, prefix: str = "restrap") -> dict[str, float]:
        """Numbers by name, for trackers of experiments."""
        return {name: value for one in self for name, value in one.flat(prefix).items()}

    def __repr__(self) -> str:
        return f"<Comparisons of {', '.join(self.systems)} with {self._told.comparisons[0].baseline}>"


class Estimate(Outcome):
    """A system on its own: its score, and an interval over the units that were drawn."""

    __slots__ = ("_place",)
    _place: int

    def __init__(self, text: str, place: int = 0) -> None:
        super().__init__(text)
        object.__setattr__(self, "_place", place)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json, self._place)

    def __eq__(self, other: object) -> bool:
        return self.__reduce__() == other.__reduce__() if isinstance(other, Estimate) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    @property
    def _own(self) -> Record:
        own: Record = self._told.systems[self._place]
        return own

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
        error: float | None = self._own.standard_error
        return error

    @property
    def confidence_interval(self) -> ConfidenceInterval | None:
        """Of the score, at the level that was asked for."""
        return _interval(self._own.interval)

    @property
    def n(self) -> int:
        """Items, replications or folds."""
        return int(self._own["count"])

    def __repr__(self) -> str:
        interval = self.confidence_interval
        told = "" if interval is None else f", confidence_interval=({interval.low:g}, {interval.high:g})"
        return f"<Estimate {self.name}: score={self.score:g}{told}>"


class Estimates(Outcome, Sequence[Estimate]):
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
        return len(self._told.systems)

    def __repr__(self) -> str:
        return f"<Estimates of {', '.join(one.name for one in self)}>"


class Answer(Outcome):
    """An answer about power: the fields of its JSON (``restrap/power/1``), as attributes."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._told, name)

    def __repr__(self) -> str:
        return f"<Answer of power {self._told.kind}>"


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

    def __getitem__(self, system: str) -> float:
        return float(next(one.score for one in self._told.systems if one.name == system))

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


def load(saved: str | os.PathLike[str]) -> Comparison | Comparisons | Estimate | Estimates | Answer:
    """Read an outcome that was saved as JSON, here or by the command line.

    Parameters
    ----------
    saved : str or path
        The JSON itself, or a file of it.

    Raises
    ------
    InputError
        For anything but an outcome of restrap.
    """
    import json

    if isinstance(saved, str) and saved.lstrip().startswith("{"):
        text = saved
    else:
        with open(saved, encoding="utf-8") as file:
            text = file.read()
    text = _native.checked(text)
    fields = json.loads(text)
    if fields["schema"] == "restrap/compare/1":
        return comparisons(text, len(fields["comparisons"]))
    if fields["schema"] == "restrap/power/1":
        return Answer(text)
    return estimates(text, len(fields["systems"]))
