"""What `rank` and `replicate` give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from restrap.outcome import Outcome, Record, metric_name


class Ranking(Outcome, Sequence[Record]):
    """Systems on the same items, best score first: which pairs differ significantly, and the leaderboard that restates it.

    A sequence of systems, also by their names. Each is a `Record` with `name`, `score`, `interval`, `rank` (`low`, `high`), `tier`,
    `letters`, `level_with` and `to_best`. The results hold for a population of items like these.
    """

    __slots__ = ()

    @overload
    def __getitem__(self, place: int | str) -> Record: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, place: int | str | slice) -> Record | tuple[Record, ...]:
        if isinstance(place, str):
            names = [system.name for system in self.systems]
            if place not in names:
                raise KeyError(f"expected one of {', '.join(names)}, found {place}")
            place = names.index(place)
        return self.systems[place]

    def __len__(self) -> int:
        return len(self.systems)

    @property
    def systems(self) -> tuple[Record, ...]:
        """Systems, best score first."""
        return self._told.systems

    @property
    def pairs(self) -> tuple[Record, ...]:
        """Pairs by every metric: `a` and `b`, `difference` of b minus a, `interval`, `pvalue`, `p_adjusted` over the family, `shown`."""
        pairs: tuple[Record, ...] = self._told.pairs
        return sum((other.pairs for other in self.further), pairs)

    @property
    def further(self) -> tuple[Record, ...]:
        """The same systems by each further metric: `metrics`, `systems`, `pairs`, in the same family."""
        return self._told.get("further", ())

    @property
    def maybe_best(self) -> tuple[str, ...]:
        """Names of the systems than which no other is significantly better."""
        return tuple(system.name for system in self.systems if system.rank.low == 1)

    @property
    def tiers(self) -> tuple[tuple[str, ...], ...]:
        """Names of the systems of each tier, best first."""
        numbers = dict.fromkeys(system.tier for system in self.systems)
        return tuple(tuple(system.name for system in self.systems if system.tier == number) for number in numbers)

    @property
    def family(self) -> Record:
        """Which decisions share a correction, and which one."""
        return self._told.family

    @property
    def omnibus(self) -> tuple[Record, ...]:
        """Tests of all systems being alike, which no pair waits for."""
        return self._told.omnibus

    @property
    def verdict(self) -> str:
        """In words."""
        return str(self._told.verdict)

    @property
    def n(self) -> int:
        """Items that were compared."""
        return int(self._told["items"])

    def flat(self, prefix: str = "restrap") -> dict[str, float]:
        """Numbers by name, for trackers of experiments."""
        numbers: dict[str, float] = {}
        for system in self.systems:
            own = {"score": system.score, "rank_low": system.rank.low, "rank_high": system.rank.high, "tier": system.tier}
            numbers |= {metric_name(prefix, system.name, name): float(value) for name, value in own.items()}
        return numbers

    def __repr__(self) -> str:
        told = ", ".join(f"{system.name} {system.rank.low}-{system.rank.high}" for system in self.systems)
        return f"<Ranking on {self.n} items: {told}>"


class Replication(Outcome):
    """Systems beside a baseline on several data sets, each of which counts alike."""

    __slots__ = ()

    @property
    def baseline(self) -> str:
        """Name of the baseline."""
        return str(self._told.baseline)

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems, without the baseline."""
        return self._told.systems

    @property
    def datasets(self) -> tuple[Record, ...]:
        """Data sets: `name`, `items`, and the unit of inference."""
        return self._told.datasets

    @property
    def cells(self) -> tuple[Record, ...]:
        """A system on a data set under a metric: `difference`, `interval`, `pvalue`, `p_adjusted` over all cells, `shown`."""
        return self._told.cells

    @property
    def means(self) -> tuple[Record, ...]:
        """The mean difference over data sets of each system and metric, on items like these of these data sets."""
        return self._told.macro

    @property
    def counts(self) -> tuple[Record, ...]:
        """The number of data sets on which each system is significantly better: `k_bonferroni`, and which are `named`."""
        return self._told.counts

    @property
    def heterogeneity(self) -> tuple[Record, ...]:
        """Whether the difference is the same on all data sets: `q`, `pvalue`, `i2`, `tau2`."""
        return self._told.heterogeneity

    @property
    def verdict(self) -> tuple[str, ...]:
        """In words, a sentence each."""
        return self._told.verdict

    def cell(self, dataset: str, system: str | None = None, metric: str | None = None) -> Record:
        """The cell of a data set; system and metric may be left out where there is one."""
        for cell in self.cells:
            if cell.dataset == dataset and system in (None, cell.system) and metric in (None, cell.metric):
                return cell
        asked = " and ".join(str(name) for name in (dataset, system, metric) if name is not None)
        raise KeyError(f"expected a data set, a system and a metric of this outcome, found {asked}")

    def flat(self, prefix: str = "restrap") -> dict[str, float]:
        """Numbers by name, for trackers of experiments."""
        numbers: dict[str, float] = {}
        for mean in self.means:
            ends = mean.interval or {"low": None, "high": None}
            own = {"difference": mean.difference, "low": ends["low"], "high": ends["high"], "pvalue": mean.pvalue, "shown": mean.shown}
            place = (prefix, mean.system, mean.metric)
            numbers |= {metric_name(*place, name): float(value) for name, value in own.items() if value is not None}
        return numbers

    def __repr__(self) -> str:
        told = ", ".join(f"{mean.system} {mean.metric} {mean.difference:+g}" for mean in self.means)
        return f"<Replication on {len(self.datasets)} data sets, mean difference with {self.baseline}: {told}>"
