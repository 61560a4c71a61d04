"""Advice is what the command line says, of files, columns and words."""

import json
import subprocess
import sys

import numpy as np
import pytest
import restrap
from conftest import DATASETS, in_keywords

TWEETS = [f"{DATASETS}/sentiment/tweets.csv:textblob", f"{DATASETS}/sentiment/tweets.csv:vader"]


def told(*words):
    line = [sys.executable, "-m", "restrap", "advise", *words, "--json"]
    return json.loads(subprocess.run(line, capture_output=True, text=True, check=True).stdout)


def test_advice_on_files_is_that_of_the_command():
    advice = restrap.advise(*TWEETS, item="id")
    # Commands hold flags in both; sentences hold keywords here.
    both = [advice.to_json(), json.dumps(told(*TWEETS, "--id", "id"))]
    of_python, of_program = (json.loads(in_keywords(text)) for text in both)
    assert of_python == of_program
    assert advice.leaf == "binary"


def test_the_call_that_is_recommended_gives_what_was_said():
    advice = restrap.advise(*TWEETS, item="id")
    result = eval(advice.python, {"restrap": restrap})
    interval = json.loads(result.to_json())["comparisons"][0]["interval"]
    assert (result.tests[0].name, interval["method"]) == (advice.test, advice.interval)


def test_columns_have_a_design_too():
    draws = np.random.default_rng(1)
    base, new = draws.normal(size=40), draws.normal(size=40)
    assert restrap.advise(base, new).leaf == "graded"
    advice = restrap.advise(base, new, cluster=np.repeat(np.arange(10), 4))
    assert (advice.leaf, advice.unit) == ("clusters", "cluster")
    assert advice.python == "restrap.compare(baseline, system, cluster=cluster)"


def test_words_are_those_of_the_command():
    assert json.loads(restrap.advise(facts=["corpus", "clusters"]).to_json()) == told("--data", "corpus,clusters")
    assert restrap.advise(metric="bleu").leaf == "corpus"
    with pytest.raises(restrap.InputError):
        restrap.advise()
    with pytest.raises(restrap.InputError):
        restrap.advise(facts="sideways")


def test_advice_is_saved_and_read():
    advice = restrap.advise(facts="votes")
    assert restrap.load(advice.to_json()) == advice
