"""Metrics beside a gold score, as the command line has them, and of columns."""

import json
import subprocess
import sys

import numpy as np
import pytest
import restrap
from conftest import DATASETS
from scipy.stats import kendalltau, pearsonr, spearmanr

RATINGS = f"{DATASETS}/sentiment/tweets-ratings.csv"


def told(*words):
    line = [sys.executable, "-m", "restrap", "correlate", *words, "--json"]
    return json.loads(subprocess.run(line, capture_output=True, text=True, check=True).stdout)


def test_metrics_of_files_are_those_of_the_command():
    found = restrap.correlate(RATINGS, gold="people", item="id", n_resamples=200)
    assert json.loads(found.to_json()) == told(RATINGS, "--gold", "people", "--id", "id", "--resamples", "200")
    assert repr(found).startswith("<Answer: vader: pearson 0.872")
    assert json.loads(restrap.load(found.to_json()).to_json()) == json.loads(found.to_json())


@pytest.mark.parametrize(("agreement", "function"), [("pearson", pearsonr), ("spearman", spearmanr), ("kendall", kendalltau)])
def test_columns_agree_as_scipy_says(agreement, function):
    draws = np.random.default_rng(3)
    people = draws.integers(0, 5, 60)
    near, far = people + draws.normal(size=60).round(1), draws.normal(size=60).round(1)
    data = {"people": people, "near": near, "far": far}
    found = restrap.correlate("near", "far", gold="people", data=data, agreement=agreement, n_resamples=300)
    for metric in found.metrics:
        assert metric.value == pytest.approx(function(people, data[metric.name]).statistic, abs=1e-9)
        assert metric.low <= metric.value <= metric.high
    # The metric that follows people agrees more, and the files of the call are forgotten.
    assert found.pairs[0].difference < 0
    assert found.pairs[0].pvalue < 0.05
    assert json.loads(found.to_json())["inputs"] == []
    arrays = restrap.correlate(("near", near), ("far", far), gold=people, agreement=agreement, n_resamples=300)
    assert [metric.value for metric in arrays.metrics] == [metric.value for metric in found.metrics]


def test_outputs_of_systems_on_segments():
    draws = np.random.default_rng(5)
    data = {"who": np.repeat(["a", "b", "c", "d"], 12), "doc": np.tile(np.arange(12), 4), "people": draws.integers(0, 4, 48)}
    data["near"] = data["people"] + draws.normal(size=48)
    found = restrap.correlate("near", gold="people", data=data, system="who", segment="doc", agreement="pairwise-accuracy", n_resamples=100)
    assert (found.systems, found.segments, found.level) == (4, 12, "segment")
    with pytest.raises(restrap.InputError, match="one of them"):
        restrap.correlate("near", gold="people", data=data, system="who")
