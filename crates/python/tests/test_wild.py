"""The cases of tests/wild through Python: the commands of tests/it/wild.rs as calls, with the same values; the second runner of these files."""

import re
import shlex
import warnings
from pathlib import Path
from typing import Any

import pytest
import restrap

ROOT = Path(__file__).resolve().parents[3]
WILD = ROOT / "tests" / "wild"
NAMES = {"id": "item", "ref": "references", "seed-col": "seed_col", "lower-is-better": "higher_is_better", "same-items": "same_items"}
SWITCHES = {"unpaired": True, "lower-is-better": False, "same-items": True}
# Options of metrics go into the brackets of the metric; numbers and tables are not files.
ELSEWHERE = {"average", "labels", "positive", "multi-label", "lowercase", "columns", "formula", "table", "counts", "scores", "equivalent"}


def cases() -> list[tuple[str, str, list[tuple[str, float]]]]:
    text = (ROOT / "tests" / "it" / "wild.rs").read_text()
    text = text[text.index("const CASES") : text.index("/// Case, what is typed, words of the error")]
    constants = {"P": "/comparisons/0/tests/0/pvalue", "FIRST": "/systems/0/score", "SECOND": "/systems/1/score"}
    found = []
    # Whole literals, so that a comma in a command ends none.
    for match in re.finditer(r'\(\s*"(\w+)",\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)",\s*(?://[^\n]*\n\s*)*&\[(.*?)\],?\s*\)', text, re.DOTALL):
        name, first, second, values = match.groups()
        pairs = []
        for path, number in re.findall(r'\(\s*("[^"]*"|P|FIRST|SECOND),\s*([-\d._/e ]+?)\s*\)', values):
            pairs.append((constants.get(path, path.strip('"')), eval(number.replace("_", ""))))
        found.append((name, second or first, pairs))
    return found


def call(line: str) -> tuple[str, list[str], dict[str, Any]] | None:
    """The call of a command line; None of one that has no call of this kind."""
    command, *words = shlex.split(line)
    if command not in ("compare", "rank", "correlate", "ci"):
        return None
    systems: list[str] = []
    asked: dict[str, Any] = {}
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if not word.startswith("--"):
            systems.append(word)
            continue
        name = word[2:]
        if name in ELSEWHERE:
            return None
        key = NAMES.get(name, name.replace("-", "_"))
        if name in SWITCHES:
            asked[key] = SWITCHES[name]
            continue
        value: Any = words[at]
        at += 1
        if name == "ref":
            # A list of strings is a list of texts.
            asked.setdefault(key, []).append(Path(value))
        elif name in ("against", "missing-value"):
            asked[key] = float(value)
        elif name in ("test", "metric"):
            asked[key] = re.split(r",(?![^(]*\))", value)
        elif name == "where":
            asked[key] = [value]
        elif name == "confidence":
            asked[key] = float(value)
        else:
            asked[key] = value
    if command == "correlate":
        return None
    return command, systems, asked


ALL = [(name, line, values, made) for name, line, values in cases() if (made := call(line)) is not None]


def test_most_cases_have_a_call():
    assert len(ALL) > 90, len(ALL)


def at(found: Any, path: str) -> Any:
    for part in path.strip("/").split("/"):
        found = found[int(part)] if isinstance(found, list) else found.get(part)
        if found is None:
            return None
    return found


@pytest.mark.parametrize(("name", "line", "values", "made"), ALL, ids=[f"{at}-{case[0]}" for at, case in enumerate(ALL)])
def test_a_case_has_its_values(name, line, values, made, monkeypatch):
    monkeypatch.chdir(WILD)
    command, systems, asked = made
    if any("/" in system and not Path(system.split(":")[0]).exists() for system in systems):
        pytest.skip("shares of items are not files")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", restrap.RestrapWarning)
        answer = getattr(restrap, command)(*systems, **asked)
    found = answer.to_dict()
    for path, value in values:
        allowed = 6e-5 if abs(value) < 0.1 else max(6e-4, 2e-4 * abs(value))
        assert at(found, path) == pytest.approx(value, abs=allowed), f"{line}: {path}"
