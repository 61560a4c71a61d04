"""Figures of outcomes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from restrap import _native
from restrap.error import InputError, NotApplicable

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Figure:
    """The figure of an outcome: a notebook shows it, `save` writes it."""

    __slots__ = ("_json", "_kind", "_theme", "_width")

    def __init__(self, text: str, width: int, theme: str, kind: str | None = None) -> None:
        self._json = text
        self._kind = kind
        self._width = width
        self._theme = theme
        # What has no figure says so here, and not when a cell is shown.
        self._drawn("svg")

    def svg(self) -> str:
        """The figure as SVG."""
        return self._drawn("svg").decode()

    def png(self) -> bytes:
        """The figure as PNG, at twice its width."""
        return self._drawn("png")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file whose name ends in .svg, .png or .pdf."""
        kind = os.path.splitext(path)[1].lower().removeprefix(".")
        if kind not in ("svg", "png", "pdf"):
            raise InputError(f"expected a name that ends in .svg, .png or .pdf, found {os.fspath(path)}")
        with open(path, "wb") as file:
            file.write(self._drawn(kind))

    def _drawn(self, form: str) -> bytes:
        drawn = _native.picture(self._json, form, self._width, self._theme, self._kind)
        if drawn is None:
            raise NotApplicable("this outcome has no figure")
        return drawn

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Figure {self._width} pixels wide>"


def on_axes(ax: Axes, text: str, kind: str | None = None) -> Axes:
    """Estimates and intervals on axes of matplotlib, in its own style."""
    found = _native.forest(text, kind)
    if found is None:
        raise NotApplicable("this outcome is not estimates and intervals", "without ax its figure is SVG, where it has one")
    title, axis, lines, rows = found
    for line, is_limit in lines:
        ax.axvline(line, color="0.5", linewidth=0.8, linestyle="--" if is_limit else "-", zorder=0)
    low, high = ax.get_xlim() if not rows else _reach(rows, [line for line, _ in lines])
    for place, (_, point, ends, shown) in enumerate(rows):
        if ends is not None:
            ax.plot([max(ends[0], low), min(ends[1], high)], [place, place], color="C0", linewidth=1.5, zorder=1)
        ax.plot([point], [place], "o", color="C0", markerfacecolor="C0" if shown else "white", zorder=2)
    ax.set_yticks(range(len(rows)), [name for name, *_ in rows])
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xlabel(axis)
    ax.set_title(title)
    return ax


def _reach(rows: list[tuple[str, float, tuple[float, float] | None, bool]], lines: list[float]) -> tuple[float, float]:
    """Where the axis ends: an end of an interval that nothing bounds runs as far as the others."""
    finite = [end for _, point, ends, _ in rows for end in (point, *(ends or ())) if abs(end) != float("inf")] + lines
    spare = (max(finite) - min(finite)) / 10
    return min(finite) - spare, max(finite) + spare
