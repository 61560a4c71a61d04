"""Power: which effects a test can see, at which number of items.

Every function is the command ``restrap power`` of its name, with its words; shares are between 0 and 1, gains in score units.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from restrap import _native
from restrap.asking import RANGES, refuse_function, refuse_unknown, warned
from restrap.door import Door
from restrap.error import InputError
from restrap.objects import System
from restrap.result import Answer

if TYPE_CHECKING:
    import os
    from typing import Unpack

    from numpy.typing import ArrayLike

    from restrap.keywords import Progress, Simulated

_HURT = tuple(share / 100 for share in range(20))

__all__ = ["audit", "compare", "curve", "plan"]


def plan(
    *pilot: System,
    gain: float | str | None = None,
    items: int | None = None,
    baseline: float | str | None = None,
    agreement: float | str | None = None,
    variance: float | None = None,
    within: Sequence[float] = (0.0, 0.0),
    repeats: Sequence[int] = (1, 1),
    noninferior: float | str | None = None,
    cluster_size: float | None = None,
    icc: float | str | None = None,
    cluster: str | ArrayLike | None = None,
    seeds: Sequence[int] | None = None,
    seed_variance: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    comparisons: int = 1,
    alternative: str = "two-sided",
    mcnemar: str = "exact",
    simulations: int | None = None,
    seed: int = 0,
    data: Any = None,
    threads: int | None = None,
    **reading: Unpack[Simulated],
) -> Answer:
    """How many items a gain needs, and which gain a number of items sees.

    Parameters
    ----------
    *pilot : systems, optional
        Scores of a baseline and a system on the items of a pilot, as of `restrap.compare`, or a study file; else one of `baseline` and `variance`.
    gain : float or str, optional
        The gain that matters, system minus baseline, in score units; or ``"2pt"``, points of accuracy.
    items : int, optional
        Items that there are.
    baseline, agreement : float or str, optional
        Accuracy of the baseline (0.8 or ``"80%"``), and the share of items that both systems have right or both have wrong.
    variance : float, optional
        Of an item's difference, between items; `within` an item, and `repeats`, of baseline and system.
    noninferior : float or str, optional
        In units of the score, or ``"1pt"``. The largest loss that would not matter: then the items that show it, and how often equal and worse systems pass such a gate.
    cluster_size, icc : float, optional
        Items of a cluster, where they belong together, and the correlation of the differences of two of them.
    cluster : name of a column or array, optional
        Clusters of the items of a pilot, whose size and correlation are taken.
    seeds, seed_variance : pair of int and float, optional
        Training runs of baseline and system, and the variance between the mean scores of runs of one recipe.
    comparisons : int
        That share the level (Bonferroni).
    metric, gold, references, qrels, item, where, missing, input_format : optional
        How the files of a pilot are scored and read, as of `restrap.compare`.

    Examples
    --------
    >>> import restrap
    >>> restrap.power.plan(gain=0.02, baseline=0.8, agreement=0.975, simulations=0).scenarios[0].methods[0].items_needed
    503
    """
    refuse_unknown(reading, "Simulated", plan)
    known: Any
    if pilot:
        known = "pilot"
    elif baseline is not None:
        known = {"accuracy": {"baseline": _amount("baseline", baseline, True), "agreement": _amount("agreement", agreement, True)}}
    elif variance is not None:
        known = {"variance": {"between": _amount("variance", variance), "within": list(within), "repeats": list(repeats)}}
    else:
        raise InputError("a plan needs a baseline, a pilot or a variance, found none", "add baseline=0.8 for right and wrong answers")
    request = {
        "known": known, "gain": _amount("gain", gain), "items": _whole("items", items), "noninferior": _amount("noninferior", noninferior),
        "cluster_size": _amount("cluster_size", cluster_size), "icc": _amount("icc", icc, True), "seeds": seeds and list(seeds),
        "seed_variance": _amount("seed_variance", seed_variance), "power": _amount("power", power, True), "alpha": _amount("alpha", alpha, True),
        "comparisons": _whole("comparisons", comparisons), "alternative": alternative, "variant": mcnemar,
        "simulations": _whole("simulations", simulations), "seed": _whole("seed", seed),
    }  # fmt: skip
    return _asked("plan", request, pilot, data, {"threads": threads, **reading}, cluster)


def _amount(name: str, given: Any, is_share: bool = False) -> float | None:
    """A number, or the text of a share (``"80%"``) or of a difference (``"2pt"``), as the command line has them."""
    if given is None:
        return None
    if isinstance(given, str):
        return _native.amount(name, given, is_share)
    try:
        return float(given)
    except (TypeError, ValueError):
        raise InputError(f"expected a number as {name}, found {given!r}", f"give {name} as a number{', such as 0.8' if is_share else ''}") from None


def _whole(name: str, given: Any) -> int | None:
    """A whole number."""
    import operator

    if given is None:
        return None
    try:
        return operator.index(given)
    except TypeError:
        raise InputError(f"expected a whole number as {name}, found {given!r}") from None


def audit(
    baseline: str | float,
    system: str | float,
    *,
    items: int,
    alternative: str = "two-sided",
    alpha: float = 0.05,
    power: float = 0.8,
) -> Answer:
    """What two published accuracies allow without per-item scores.

    Parameters
    ----------
    baseline, system : str
        As printed, with all their digits: ``"0.852"``, ``"85.2%"`` or ``"426/500"``.
    items : int
        Items of the test set.

    Examples
    --------
    >>> import restrap
    >>> restrap.power.audit("80.0%", "82.4%", items=500).verdict
    'undecided'
    """
    request = {
        "items": _whole("items", items), "baseline": str(baseline), "system": str(system), "alternative": alternative,
        "alpha": _amount("alpha", alpha, True), "power": _amount("power", power, True),
    }  # fmt: skip
    return _asked("audit", request)


def curve(
    *,
    items: Sequence[int] = (100, 500, 2_000, 10_000),
    effect: Sequence[float] = (0.005, 0.01, 0.02, 0.05, 0.1),
    hurt: Sequence[float] = _HURT,
    test: str | None = None,
    alternative: str | None = None,
    profile: str | None = None,
    mcnemar: str = "exact",
    exact: str = "auto",
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Answer:
    """p against the share of items that a system hurts, for given gains.

    Parameters
    ----------
    items : sequence of int
        A panel each.
    effect, hurt : sequence of float
        Gains and hurt items, as shares of the items.
    test, profile : str, optional
        A test, with the side that is its `alternative`, or a published recipe; ``"jansen"`` where neither is given.
    mcnemar, exact, alpha, n_resamples, seed : optional
        As of `restrap.compare`.

    Examples
    --------
    >>> import restrap
    >>> answer = restrap.power.curve(items=[500], effect=[0.02], hurt=[0.01, 0.05], test="permutation")
    >>> answer.to_dict()["schema"]
    'restrap/power/1'
    """
    import json

    if test is not None and profile is not None:
        raise InputError("test and profile are two recipes, found both", "drop one")
    if alternative is not None and test is None:
        raise InputError("alternative is of a test, found none", "add test=")
    own = json.loads(_native.profiled(None if test else profile or "jansen"))
    own["variants"]["mcnemar"] = mcnemar
    asked = [
        ("compute", "resamples", n_resamples), ("compute", "seed", seed), ("compute", "exact", exact), ("question", "alpha", alpha),
        ("question", "tests", test and [test]), ("question", "alternative", alternative),
    ]  # fmt: skip
    for part, name, value in asked:
        if value is not None:
            own[part][name] = value
    percent = {name: [round(100 * value, 10) for value in values] for name, values in (("effects", effect), ("hurt", hurt))}
    return _asked("curve", {"items": list(items), **percent, "request": own}, (), None, {"threads": threads})


def compare(
    *observed: System,
    data: Any = None,
    grid: str = "auto",
    threads: int | None = None,
    progress: Progress | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    executor: Any = None,
    **asked: Any,
) -> Answer:
    """Type-I error and power of tests, by simulation, on a model or on the scores of two systems.

    Parameters
    ----------
    *observed : systems, optional
        A baseline and a system whose items are resampled; else a `model`.
    model : str
        ``"accuracy"``, ``"graded"`` or ``"continuous"``.
    items, effects, ties, correlations, skews, cluster_sizes : sequences
        A grid of designs; effects are true differences in score units.
    methods : sequence of str
        Tests and profiles; all that the data allow where none are named.
    experiments, resamples, seed : int
        Data sets of each design, and resamples of each sampled test.

    metric, gold, references : optional
        A metric of outputs in files, as of `restrap.compare`: the systems' outputs are then resampled and swapped.
    item, where, missing, input_format : optional
        How files are read, as of `restrap.compare`.
    checkpoint : path, optional
        A folder that keeps finished ranges of draws: the same call goes on after a stop.
    executor : optional
        Anything with ``submit`` whose workers share the experiments out; see `restrap.distributed`.
    **asked
        The other keywords are the fields of ``request`` in JSON ``restrap/power/1``.

    Examples
    --------
    >>> import restrap
    >>> answer = restrap.power.compare(model="accuracy", items=[50], effects=[0.0], methods=["permutation"], experiments=50)
    >>> answer.to_dict()["schema"]
    'restrap/power/1'
    """
    if executor is not None:
        from restrap.distributed import shared

        return shared(compare, executor, observed, {"data": data, "grid": grid, "threads": threads, **asked})
    words = ("item", "where", "missing", "input_format", "metric", "gold", "references", "qrels")
    reading: dict[str, Any] = {name: asked.pop(name) for name in words if name in asked}
    if observed:
        asked = {"model": "files", **asked}
    return _asked(
        "compare", asked, observed, data, {"threads": threads, "progress": progress, "checkpoint": checkpoint, "grid": grid, **reading}
    )


def _asked(
    question: str, request: Any, systems: Sequence[System] = (), data: Any = None, how: dict[str, Any] | None = None, cluster: Any = None
) -> Answer:
    import json

    words = {name: value for name, value in (how or {}).items() if value is not None} | dict(RANGES.get())
    refuse_function(words.get("metric"))
    if cluster is not None:
        words["cluster"] = cluster
    door = Door(words)
    return warned(Answer(_native.power(question, json.dumps(request), door.paths(systems, data) if systems else [], words)))
