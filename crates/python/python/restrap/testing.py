"""Gates for tests: a system that is worse than its baseline fails, one of which nothing can be said is undecided.

Both functions are `restrap.compare` with a gate, and take its keywords. They return the comparison where the gate passed. Under pytest
the package's plugin counts undecided tests by themselves, and lists every gate at the end of the session.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from restrap.comparing import compare
from restrap.outcome import Record
from restrap.result import Comparison, Comparisons

if TYPE_CHECKING:
    from typing import Unpack

    from restrap.objects import System
    from restrap.keywords import Asked

__all__ = ["GateFailed", "GateUndecided", "assert_better", "assert_not_worse"]

# Items that a message names.
_NAMED = 20

gates: list[tuple[str, str]] = []
"""How gates went since the list was last emptied: passed, failed or undecided, and what was found."""


class _Stopped(AssertionError):
    """A gate that did not pass.

    Attributes
    ----------
    comparison : Comparison or Comparisons
        What was found.
    """

    def __init__(self, message: str, comparison: Comparison | Comparisons | None = None) -> None:
        super().__init__(message)
        self.comparison = comparison


class GateFailed(_Stopped):
    """The opposite of what the gate requires is significant."""


class GateUndecided(_Stopped):
    """Neither the requirement of the gate nor its opposite is significant."""


def assert_not_worse(
    baseline: System, system: System, /, *others: System, margin: float | str, data: Any = None, **asked: Unpack[Asked]
) -> Comparison | Comparisons:
    """Pass if every system is non-inferior to the baseline by a margin, for a population of items like these.

    Parameters
    ----------
    baseline, system, *others, data
        As of `restrap.compare`.
    margin : float or str
        The largest loss that would not matter, fixed beforehand: in score units, or ``"1pt"``, ``"0.5%"`` (of the baseline).

    Raises
    ------
    GateFailed
        If a system is significantly worse by more than the margin.
    GateUndecided
        Where these items cannot tell; the message says how many would.

    Examples
    --------
    >>> from restrap.testing import assert_not_worse
    >>> old = [0, 1] * 200
    >>> assert_not_worse(old, [1] + old[1:], margin="5pt").gate.passed
    True
    """
    __tracebackhide__ = True
    asked["noninferior"], asked["require"] = margin, "noninferior"
    return _passed(compare(baseline, system, *others, data=data, **asked))


def assert_better(
    baseline: System, system: System, /, *others: System, data: Any = None, **asked: Unpack[Asked]
) -> Comparison | Comparisons:
    """Pass if every system is significantly better than the baseline, for a population of items like these.

    Parameters and exceptions are those of `assert_not_worse`, without a margin.
    """
    __tracebackhide__ = True
    asked["require"] = "superior"
    return _passed(compare(baseline, system, *others, data=data, **asked))


def _passed(result: Comparison | Comparisons) -> Comparison | Comparisons:
    __tracebackhide__ = True
    ones = [result] if isinstance(result, Comparison) else list(result)
    gate = result.gate
    assert gate is not None, "it was asked for"
    told = [_told(one, system) for one, system in zip(ones, gate.systems)]
    how = {True: "passed", False: "failed", None: "undecided"}[gate.passed]
    gates.append((how, "; ".join(first for first, *_ in told)))
    if gate.passed:
        return result
    message = "\n".join(line for one, system in zip(told, gate.systems) if system.passed is not True for line in one)
    if gate.passed is False:
        raise GateFailed(f"{gate.require} failed: the opposite is significant\n{message}", result)
    raise GateUndecided(f"{gate.require} is undecided: neither it nor the opposite is significant\n{message}", result)


def _told(one: Comparison, system: Record) -> list[str]:
    """What was found of a system: difference, interval and margin, then items broken and items needed."""
    margin = one.margin
    interval: tuple[float | None, float | None] | None = one.confidence_interval
    first = f"{one.system} − {one.baseline}: {one.difference:+.4g} on {one.n} items"
    if margin is not None and margin.interval is not None:
        interval = margin.interval.low, margin.interval.high
        level = f"{margin.interval.confidence:.0%}"
    else:
        level = f"{one.to_dict()['confidence']:.0%}"
    if interval is not None:
        low, high = ("unbounded" if end is None else f"{end:+.4g}" for end in interval)
        first += f", {level} interval {low} to {high}"
    if margin is not None:
        first += f", margin {margin.asked} ({margin.size:.4g})"
    lines = [first]
    if margin is not None and margin.flips is not None:
        broken = margin.flips.harmful
        named = ", ".join(str(item) for item in broken[:_NAMED]) + (", ..." if len(broken) > _NAMED else "")
        lines.append(f"  broken items: {one.effect.worse}" + (f" ({named})" if broken else ""))
    if (settles := getattr(system, "settles", None)) is not None:
        lines.append(f"  {settles}")
    return lines
