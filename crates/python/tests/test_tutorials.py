"""The tutorials of docs/ run as they stand, and print what they say (lines that start with `#>`)."""

import contextlib
import io
import re

import pytest
from conftest import ROOT

TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.py"))


def cells(text):
    """The cells of a text notebook in jupytext's percent format, each with whether it is code."""
    for cell in re.split(r"^# %%", text, flags=re.MULTILINE)[1:]:
        head, _, body = cell.partition("\n")
        yield "[markdown]" not in head, body


def test_there_are_three():
    assert [path.stem for path in TUTORIALS] == ["llm_evaluation", "retrieval", "translation"]


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_prints_what_it_says(path, monkeypatch):
    monkeypatch.chdir(ROOT)
    names = {"__name__": "tutorial"}
    for place, (is_code, body) in enumerate(cells(path.read_text(encoding="utf-8"))):
        if not is_code:
            assert all(line.startswith("#") or not line for line in body.splitlines()), f"{path.name}, cell {place}"
            continue
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(body, f"{path.name}, cell {place}", "exec"), names)
        told = [line.removeprefix("#>").removeprefix(" ") for line in body.splitlines() if line.startswith("#>")]
        assert said.getvalue().splitlines() == told, f"{path.name}, cell {place}"
