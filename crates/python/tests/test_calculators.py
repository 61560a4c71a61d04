"""What the calculators of the site say: the Python call has the numbers of the command."""

import json
import re
import subprocess
import sys

import pytest
import restrap
from conftest import DATA

PAGE = DATA / "calculators.snap"
ASKED = re.findall(r"^\$ (.*)\n>>> (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def numbers(value):
    """The numbers of a document, without the digests and paths of inputs and what depends on the machine."""
    if isinstance(value, dict):
        return {key: numbers(each) for key, each in value.items() if key not in ("inputs", "host", "plan", "items", "warnings")}
    if isinstance(value, list):
        return [numbers(each) for each in value]
    return value if isinstance(value, (int, float)) else None


def test_there_are_calls():
    assert len(ASKED) == 7


@pytest.mark.parametrize(("command", "call"), ASKED)
def test_a_call_has_the_numbers_of_its_command(command, call):
    line = re.sub(r"(^|\| )restrap ", rf"\1{sys.executable} -m restrap ", command) + " --json"
    printed = json.loads(subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False).stdout)
    answer = json.loads(eval(call, {"restrap": restrap}).to_json())  # noqa: S307 - a line of our own tests
    assert numbers(answer) == numbers(printed)
