"""Power is what the command line says of it."""

import pytest
import restrap
from conftest import DATASETS, in_keywords
from restrap import power

PILOT = DATASETS / "helped-hurt" / "n500-helped10-hurt7.csv"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: power.plan(gain=0.02, baseline=0.8, agreement=0.9, simulations=0),
            ["plan", "--gain", "0.02", "--baseline", "0.8", "--agreement", "0.9", "--simulations", 0],
        ),
        (
            lambda: power.plan(gain=0.02, baseline=0.8, items=500, simulations=200, seed=3),
            ["plan", "--gain", "0.02", "--baseline", "0.8", "--items", 500, "--simulations", 200, "--seed", 3],
        ),
        (
            lambda: power.plan(gain=0.03, variance=0.1, within=(0.1, 0.2), repeats=(3, 4)),
            ["plan", "--gain", "0.03", "--variance", "0.1", "--within", "0.1,0.2", "--repeats", "3,4"],
        ),
        (lambda: power.plan(PILOT, gain=0.02, simulations=0), ["plan", PILOT, "--gain", "0.02", "--simulations", 0]),
        (lambda: power.audit("80.0%", "82.4%", items=500), ["audit", "--baseline", "80.0%", "--system", "82.4%", "--items", 500]),
        (lambda: power.curve(items=[100], effect=[0.02]), ["curve", "--items", 100, "--effect", 2]),
        (
            lambda: power.compare(items=[25], effects=[0.0], methods=["sign", "t"], experiments=200),
            ["compare", "--items", 25, "--effect", 0, "--test", "sign,t", "--experiments", 200],
        ),
        (
            lambda: power.compare(PILOT, items=[50], methods=["t"], experiments=100),
            ["compare", PILOT, "--items", 50, "--test", "t", "--experiments", 100],
        ),
    ],
)
def test_the_json_is_that_of_the_command_line(told, call, words):
    answer = call()
    assert answer.to_json() == in_keywords(told("power", *words))
    assert restrap.load(answer.to_json()) == answer
    assert str(answer) and answer.report == answer.to_dict()["report"]


def test_what_is_wrong_is_said():
    with pytest.raises(restrap.InputError, match="a plan needs a baseline, a pilot or a variance"):
        power.plan(gain=0.02)
    with pytest.raises(restrap.InputError, match="unknown field `itmes`"):
        power.compare(itmes=[3])
    with pytest.raises(restrap.InputError, match="expected a share"):
        power.audit("eighty", "82%", items=100)
    assert power.plan([0, 1, 0, 1] * 20, [1, 1, 0, 1] * 20, gain=0.05, simulations=0).known == "pilot"
