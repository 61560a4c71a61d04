"""Every flag of the command line has its keyword in Python, or stands here with its reason."""

import inspect
import re
import subprocess
import sys

import pytest
import restrap
from conftest import ROOT
from restrap import keywords, power

RENAMED = {
    "id": "item",
    "ref": "references",
    "resamples": "n_resamples",
    "lower-is-better": "higher_is_better",
}

PRINTED = "how it is printed: a method or field of the result (to_json, to_html, plot, to_latex, explain, ...)"
BRACKETS = 'an option of a metric stands in its brackets: metric="f1(average=macro)"'
EVERYWHERE = {
    **dict.fromkeys(["help", "output", "json", "html", "quiet", "verbose", "explain", "no-host", "no-progress"], PRINTED),
    **dict.fromkeys(["plot", "plot-theme", "plot-width", "plot-kind", "per-item", "per-class", "report-methods", "pairs"], PRINTED),
    **dict.fromkeys(["caption", "label", "highlight", "out"], PRINTED),
    **dict.fromkeys(["average", "positive", "labels", "multi-label", "zero-division", "scheme", "unit", "tokenize"], BRACKETS),
    **dict.fromkeys(["lowercase", "smooth", "effective-order", "char-order", "word-order", "chrf-beta", "whitespace"], BRACKETS),
    **dict.fromkeys(["ter", "rouge", "skip-punct", "subtypes", "run-ties", "queries", "columns", "formula"], BRACKETS),
    "list": "prints the metrics and their options; a page of the documentation has them, too",
    "memory": "a limit of the whole process, which a call has no say in",
    "job": "parts of a job are files, which the commands run and merge",
    "shard-size": "granularity of work, for benches: it changes no result",
}
OF_MODEL = "a field of the request by its name there"
IN_MEMORY = "numbers without files: a call takes them as values"
SIMULATED = "a simulation; power.compare gives it, with these names"
OWN = {
    ("ci",): {"scores": IN_MEMORY},
    ("advise",): {"baseline": "the first of the systems", "self-check": SIMULATED, "experiments": SIMULATED},
    ("compare",): {
        "scores": IN_MEMORY,
        "replicates": "a file that the command writes; those of restrap.bootstrap and permutation_test are arrays",
    },
    ("power", "audit"): dict.fromkeys(["means", "sds", "correlation", "sd-difference", "se"], "of published means; the command comes with the package"),
    ("power", "plan"): dict.fromkeys(["metric", "gold", "ref", "qrels", "lower-is-better"], "outputs of a pilot are files: the command comes with the package"),
    ("replicate",): {"pvalues": "restrap.adjust takes them"},
    ("correlate",): {"lower-is-better": "names of metrics: lower_is_better", "count": "people score single items"},
    ("score",): {"grid": "of scores that stand in files, which this computes"},
    ("power", "compare"): {
        **{"null": OF_MODEL, "model": OF_MODEL, "items": OF_MODEL, "icc": OF_MODEL, "alternative": OF_MODEL, "alpha": OF_MODEL},
        **{"effect": "effects", "correlation": "correlations", "skew": "skews", "cluster-size": "cluster_sizes", "ties": OF_MODEL},
        **{"test": "methods", "profile": "methods", "experiments": OF_MODEL, "resamples": OF_MODEL, "seed": OF_MODEL},
        **{"sign-ties": "variants", "mcnemar": "variants", "zeros": "variants", "wilcoxon": "variants"},
        **{"confidence": OF_MODEL, "exact": OF_MODEL, "self-check": "what two systems are asked about where no effect is named"},
        "lower-is-better": BRACKETS,
        "in-full": "draws that decide nothing: it changes no result",
    },
}
WHOLE = {
    "generate": "writes files; the command comes with the package",
    "run": "draws a part of a job; the command comes with the package",
    "merge": "puts parts of a job together; the command comes with the package",
    "sql": "a relation of DuckDB and a lazy frame of Polars are counted where they are; the command comes with the package",
    "completions": "of a shell",
    "man": "of a terminal",
    "help": "of a terminal",
}


def told(*words):
    return subprocess.run([sys.executable, "-m", "restrap", *words], capture_output=True, text=True, check=True).stdout


def flags(*words):
    """The long options of a command, as its help lists them."""
    return set(re.findall(r"^ +(?:-\w, )?--([a-z][a-z0-9-]*)", told(*words, "--help"), re.MULTILINE))


def known(*words):
    """The keywords of the function of a command."""
    function = {"power": power}.get(words[0], restrap)
    parameters = inspect.signature(getattr(function, words[-1])).parameters
    found = {name for name, parameter in parameters.items() if parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)}
    named = {
        ("compare",): keywords.Asked, ("advise",): keywords.Asked, ("rank",): keywords.Ranked, ("replicate",): keywords.Replicated, ("ci",): keywords.Described,
        ("adjust",): keywords.Adjusted, ("correlate",): keywords.Correlated, ("score",): keywords.Scored, ("power", "plan"): keywords.Reading, ("power", "compare"): keywords.Simulated,
    }.get(words)  # fmt: skip
    return found | (set(named.__annotations__) if named else set())


COMMANDS = [
    ("advise",),
    ("compare",),
    ("rank",),
    ("replicate",),
    ("ci",),
    ("score",),
    ("adjust",),
    ("correlate",),
    *(("power", name) for name in ("plan", "audit", "curve", "compare")),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_flag_has_its_keyword_or_a_reason(command):
    found, there = flags(*command), known(*command)
    assert len(found) > 8
    missing = {flag for flag in found if RENAMED.get(flag, flag.replace("-", "_")) not in there}
    excepted = {**EVERYWHERE, **OWN.get(command, {})}
    assert missing - set(excepted) == set()
    # A reason for a flag that is gone, or that has its keyword, is out of date.
    assert set(OWN.get(command, {})) <= missing


# Advice takes every keyword of compare, whose flags are more than those that it looks at.
@pytest.mark.parametrize("command", [command for command in COMMANDS if command != ("advise",)])
def test_every_keyword_is_a_flag_or_of_python(command):
    flagged = {RENAMED.get(flag, flag.replace("-", "_")) for flag in flags(*command)}
    of_python = {"data", "executor", "progress", "profile", "n_resamples", "threads", "baseline", "system", "seeds", "metric", "systems", "lower_is_better", "study", "pvalues"}
    assert known(*command) - flagged - of_python == set()


def test_every_command_has_its_function_or_a_reason():
    commands = set(re.findall(r"^  ([a-z]+) {2,}", told("--help").split("Commands:")[1].split("Options:")[0], re.MULTILINE))
    functions = {command for command in commands if hasattr(restrap, command)}
    assert commands - functions == set(WHOLE)
    assert functions == {"advise", "compare", "rank", "replicate", "score", "ci", "power", "adjust", "correlate", "inspect"}


VALUES = {
    "unpaired": True, "over": "folds", "against": 0.5, "profile": "jansen", "subsample": 0.5, "test": "t", "alternative": "better",
    "raw_p": True, "strict": True, "centre": "replicates", "route": "indexed", "exact": "always", "bayesian": True,
    "votes": "left=l,right=r,winner=w", "mix": "c=equal", "human": "h.csv", "long": "system=s,item=i,score=v",
}  # fmt: skip
"""Of keywords that take other values than the name of a column."""


def _excluded():
    lines = (ROOT / "tests/it/excluded.txt").read_text().splitlines()
    for line in lines:
        first, _, others = line.partition(": ")
        command, _, option = first.partition(" ")
        if not line.startswith("#"):
            yield from ((command, option, other) for other in others.split())


@pytest.mark.parametrize("given", [["lost.csv", "gone.csv"], [[1, 0, 1], [0, 0, 1]]], ids=["paths", "values"])
def test_keywords_that_exclude_each_other_are_refused_before_a_file_is_opened(given):
    tried = 0
    for command, *options in _excluded():
        pair = [RENAMED.get(option, option.replace("-", "_")) for option in options]
        known = getattr(keywords, {"compare": "Asked", "advise": "Asked", "ci": "Described", "rank": "Ranked", "replicate": "Replicated"}[command])
        if not all(name in known.__annotations__ for name in pair):
            continue
        with pytest.raises(restrap.NotApplicable) as refused:
            getattr(restrap, command)(*given, **{name: VALUES.get(name, "column") for name in pair})
        hint = refused.value.hint
        assert hint.startswith("the interval of one") or all(name in hint for name in pair), (command, pair, hint)
        tried += 1
    assert tried > 80
