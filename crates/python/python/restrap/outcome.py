"""What every answer is: the JSON that the command line prints (`docs/json.md` of the project), and the forms in which it is read.

Outcomes never change, are equal where their JSON is, and can be pickled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from restrap import _native

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from restrap.figure import Figure


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


def interval(told: Mapping[str, Any] | None) -> ConfidenceInterval | None:
    """An interval of the JSON, in which an end that nothing bounds is null."""
    if told is None:
        return None
    low, high = told["low"], told["high"]
    return ConfidenceInterval(float("-inf") if low is None else low, float("inf") if high is None else high)


def metric_name(*parts: str) -> str:
    """A name that trackers of experiments take: letters, digits and ``_ - . : /`` and spaces."""
    import re

    return "/".join(re.sub(r"[^\w.\- :/]", "_", part) for part in parts)


ELSEWHERE = {
    **dict.fromkeys(("p", "p_value", "pval", "p_val"), "pvalue"),
    **dict.fromkeys(("ci", "interval", "conf_int"), "confidence_interval"),
    **dict.fromkeys(("diff", "delta", "effect_size"), "difference"),
    **dict.fromkeys(("se", "std_err", "stderr"), "standard_error"),
    **dict.fromkeys(("mean", "value"), "score"),
    **dict.fromkeys(("summary", "text"), "report"),
    **dict.fromkeys(("to_dataframe", "to_pandas", "df"), "to_frame"),
    **dict.fromkeys(("significant", "is_significant", "reject"), "shown"),
}
"""What other packages call what an answer has."""


class RestrapWarning(UserWarning):
    """What a careful reader of an answer must know.

    Attributes
    ----------
    code : str
        It keeps its meaning where sentences change (`docs/json.md` of the project).
    """

    def __init__(self, message: str, code: str = "other") -> None:
        super().__init__(message)
        self.code = code


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
        return self._told.get("warnings", ())

    @property
    def warning_codes(self) -> tuple[str, ...]:
        """The codes of the warnings, in the same order: they keep their meaning where sentences change."""
        return self._told.get("warning_codes", ())

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed about items, systems and numbers."""
        return self._told.get("assumptions", ())

    @property
    def assumption_codes(self) -> tuple[str, ...]:
        """The codes of the assumptions, in the same order."""
        return self._told.get("assumption_codes", ())

    @property
    def gate(self) -> Record | None:
        """How the gate went, if there is one; of several systems it is one gate."""
        return self._told.get("gate")

    @property
    def signature(self) -> str:
        """The recipe in one line: two equal lines are two equal recipes."""
        return self._told.get("signature", "")

    @property
    def report(self) -> str:
        """One sentence for the paper."""
        return self._told.get("report", "")

    def to_json(self) -> str:
        """The JSON that the command line prints with `--json --no-host`, without its last line feed."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The same as a dictionary, made anew by every call."""
        import json

        return json.loads(self._json)

    def explain(self) -> dict[str, str]:
        """What each number is, and what it is not, by its name in the tables; empty for advice and power, which are words already."""
        return dict(_native.explained(self._json))

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
        """A page that needs nothing else, with the outcome as JSON at its end."""
        return _native.html(self._json, True)

    def columns(self) -> dict[str, list[Any]]:
        """The columns of `to_frame` by their names, as lists; None where there is no value."""
        names, cells = _native.frame(self._json)
        return dict(zip(names, cells))

    def to_frame(self) -> pandas.DataFrame:
        """A frame of pandas: values with all digits, one row per test or point."""
        import pandas

        return pandas.DataFrame(self.columns())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The same rows for polars, DuckDB and others that take Arrow; needs pyarrow."""
        import pyarrow  # type: ignore[import-untyped]

        return pyarrow.table(self.columns()).__arrow_c_stream__(requested_schema)

    def report_methods(self, style: str = "table") -> str:
        """The paragraph of methods with its bibliography, for a paper: as plain text ("table"), "markdown" or "latex"."""
        return _native.methods(self._json, style)

    def plot(self, ax: Axes | None = None, *, kind: str | None = None, width: int = 720, theme: str = "light") -> Figure | Axes:
        """Draw it: estimates and their intervals, or the lines of a question of power.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Axes to draw estimates and intervals on, and to give back.
        kind : str, optional
            Of a ranking "differences", "critical-difference", "ranks" or "gains"; of several data sets "differences" or "counts".
        width : int
            In pixels, at which letters are of reading size.
        theme : {"light", "dark"}
            Colours.

        Returns
        -------
        Figure
            Which a notebook shows, and which `save` writes; `ax` where it was given.

        Examples
        --------
        >>> import restrap
        >>> figure = restrap.compare([0, 1, 0, 0, 1, 0, 1, 0], [1, 1, 1, 1, 1, 1, 1, 0]).plot()
        >>> figure.svg()[:4]
        '<svg'
        """
        from restrap.figure import Figure, on_axes

        return Figure(self._json, width, theme, kind) if ax is None else on_axes(ax, self._json, kind)

    def _repr_html_(self) -> str:
        return _native.html(self._json, False)

    def __bool__(self) -> bool:
        raise TypeError("an answer is neither true nor false: ask what you mean, such as result.shown or result.pvalue < 0.05")

    def __getattr__(self, name: str) -> Any:
        import difflib

        kind = type(self).__name__
        if name.startswith("_"):
            raise AttributeError(f"{kind!r} object has no attribute {name!r}")
        there = [known for known in dir(type(self)) if not known.startswith("_")]
        close = [ELSEWHERE[name]] if ELSEWHERE.get(name) in there else difflib.get_close_matches(name, there, 1)
        hint = f"; did you mean {close[0]}?" if close else f"; it has {', '.join(there)}"
        raise AttributeError(f"a {kind} has no {name}{hint}")

    def __str__(self) -> str:
        return _native.render(self._json, "table").rstrip("\n")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.to_line()}>"

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Outcome) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        """What equal answers have alike."""
        return self.__reduce__()[1:]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an outcome does not change")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json,)
