"""What tests share: the command that came with the wheel, and where data stand."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DATASETS = ROOT / "datasets"
GOLDEN = ROOT / "tests" / "golden"
DATA = ROOT / "tests" / "data"


def in_keywords(text):
    """JSON of the command line, in which warnings and notes name options as Python does."""
    text = re.sub(r"--(test|exact|interval|adjust|votes) ([a-z-]+(?:=[a-zA-Z=,]+)?)", r'\1=\\"\2\\"', text)
    text = text.replace("--noninferior MARGIN", r'noninferior=\"MARGIN\"')
    text = re.sub(r"--cluster '?([a-z]+)'?", r'cluster=\\"\1\\"', text)
    text = re.sub(r"--test-fraction ([0-9.]+)", r"test_fraction=\1", text)
    return re.sub(r"--([a-z]+)", lambda name: {"resamples": "n_resamples"}.get(name[1], name[1]), text)


@pytest.fixture
def told():
    """Runs the command line; its JSON as text, without the last line feed."""

    def run(*words):
        ran = subprocess.run([sys.executable, "-m", "restrap", *map(str, words), "--json"], capture_output=True, text=True, check=False)
        assert ran.returncode in (0, 10, 11), ran.stderr
        return ran.stdout[:-1]

    return run
