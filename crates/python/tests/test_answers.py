"""Every kind of answer in every form: printed with its warnings, shown, saved, and as a frame of values."""

import json
import pickle
import pydoc
import random
import re
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import restrap
from conftest import ROOT
from restrap import keywords
from restrap.asking import warned

OLD = [0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1]
NEW = [1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1]
THIRD = [0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1]
LABELS = ["a", "b", "a", "b"] * 3
SETS = {"easy": OLD, "hard": NEW}, {"easy": NEW, "hard": THIRD}

ANSWERS = {
    "compare": lambda: restrap.compare(OLD, NEW),
    "several": lambda: restrap.compare(OLD, NEW, THIRD),
    "by": lambda: restrap.compare(OLD, NEW, by=LABELS),
    "unpaired": lambda: restrap.compare(OLD, NEW[:7], unpaired=True),
    "margin": lambda: restrap.compare(OLD, NEW, noninferior="5pt", require="noninferior"),
    "metric": lambda: restrap.compare(LABELS, LABELS[1:] + ["a"], gold=LABELS, metric=["accuracy", "f1(average=macro)"]),
    "counts": lambda: restrap.compare(counts={"plus": 12, "minus": 4, "null": 20}),
    "ci": lambda: restrap.ci(OLD),
    "ci of several": lambda: restrap.ci(OLD, NEW),
    "budget": lambda: restrap.ci([0.5, 0.7, 0.6, 0.9], budget=True),
    "rank": lambda: restrap.rank({"01": OLD, "NA": NEW, "=a": THIRD}),
    "replicate": lambda: restrap.replicate(("old", SETS[0]), ("new", SETS[1])),
    "adjust": lambda: restrap.adjust([0.01, 0.02, 0.03]),
    "advise": lambda: restrap.advise(OLD, NEW),
    "correlate": lambda: restrap.correlate(("near", OLD), ("far", THIRD), gold=NEW, n_resamples=99),
    "plan": lambda: restrap.power.plan(gain=0.02, baseline=0.8, simulations=0),
    "audit": lambda: restrap.power.audit("80.0%", "82.4%", items=500),
    "curve": lambda: restrap.power.curve(items=[100], effect=[0.02], hurt=[0.01], test="permutation"),
    "simulation": lambda: restrap.power.compare(model="accuracy", items=[50], effects=[0.0], methods=["permutation"], experiments=20),
    "score": lambda: restrap.score("accuracy", ("new", LABELS), gold=LABELS),
}


@pytest.fixture(scope="module")
def answers():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {name: make() for name, make in ANSWERS.items()}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_form_of_every_answer(answers, name):
    answer = answers[name]
    assert repr(answer).startswith("<") and repr(answer).endswith(">") and "\n" not in repr(answer)
    assert str(answer) and answer._repr_html_().lstrip().startswith("<")
    again = pickle.loads(pickle.dumps(answer))
    assert again.to_json() == answer.to_json() and repr(again) == repr(answer)
    assert json.loads(answer.to_json()) == answer.to_dict()
    fields = [field for field in dir(answer) if not field.startswith("_")]
    assert len(fields) > 15 and all(field in fields for field in ("to_frame", "to_dict", "warnings"))
    frame = answer.to_frame()
    assert isinstance(frame, pd.DataFrame) and len(frame) > 0 and list(frame) == list(answer.columns())
    assert pa.table(answer).num_rows == len(frame)
    if name != "score":
        assert answer.to_csv().splitlines()[0].split(",") == list(frame)
        assert restrap.load(answer.to_json()).to_json() == answer.to_json()
        assert answer.report_methods()


def test_names_are_names_in_a_frame(answers):
    frame = answers["rank"].to_frame()
    assert sorted(frame.a[frame.element == "system"]) == ["01", "=a", "NA"]
    assert frame.score.dtype == np.float64 and set(frame["shown"].dropna()) <= {True, False}
    assert "'=a" in answers["rank"].to_csv()


def test_what_an_answer_about_power_has_is_found_by_tab(answers):
    assert {"scenarios", "items", "request"} <= set(dir(answers["plan"]))
    assert answers["plan"].scenarios[0].name


CODES = re.findall(r"^\| `([a-z0-9-]+)` \| [A-Z]", (ROOT / "docs" / "json.md").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("code", CODES)
def test_no_warning_is_lost(answers, code):
    fields = answers["compare"].to_dict()
    assert len(CODES) > 100
    fields["warnings"], fields["warning_codes"] = [f"what {code} says"], [code]
    answer = restrap.load(json.dumps(fields))
    told = answer.warnings + answer.assumptions
    assert told == (f"what {code} says",)
    assert f"what {code} says" in str(answer) and f"what {code} says" in answer._repr_html_()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warned(answer)
    heard = [(str(one.message), one.message.code) for one in caught]
    assert heard == ([(f"what {code} says", code)] if answer.warnings else [])


def test_a_warning_is_raised_where_the_call_stands():
    frame = {"doc": [f"d{at // 5}" for at in range(60)], "a": [0.1 * (at % 7) for at in range(60)], "b": [0.1 * (at % 5) for at in range(60)]}
    with pytest.warns(restrap.RestrapWarning, match="are these groups") as caught:
        result = restrap.compare("a", "b", data=frame)
    assert caught[0].filename == __file__ and caught[0].message.code == "seems-grouped"
    assert "are these groups" in " ".join(str(result).split())


FUNCTIONS = {
    restrap.compare: keywords.Asked, restrap.ci: keywords.Described, restrap.rank: keywords.Ranked, restrap.replicate: keywords.Replicated,
    restrap.correlate: keywords.Correlated, restrap.adjust: keywords.Adjusted,
}  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.__name__)
def test_help_describes_every_keyword(function):
    text = pydoc.render_doc(function, renderer=pydoc.plaintext)
    missing = [name for name in FUNCTIONS[function].__annotations__ if not re.search(rf"(^|[ ,*]){name}( :|,)", text, re.MULTILINE)]
    assert missing == []
    assert "--" not in re.sub(r"-{3,}|restrap \w+ --help|--json|--no-host", "", text)


def anything(draw: random.Random, depth: int = 0):
    """Any value that a keyword or a system may be given."""
    texts = ["a", "b", "id", "accuracy", "bleu", "1pt", "", "=x", "none.csv", "f1(average=macro)", "lang=de:0.5", "é\x00", "bootstrap", "holm"]
    kinds = [
        lambda: draw.choice([None, True, False, 0, 1, -1, 2**53 + 1, 0.05, float("nan"), float("inf"), 1e300]),
        lambda: draw.choice(texts),
        lambda: [draw.choice([0, 1, 0.5, None]) for _ in range(draw.randrange(8))],
        lambda: [draw.choice(texts) for _ in range(draw.randrange(8))],
        lambda: np.array([draw.random() for _ in range(8)]).reshape(draw.choice([(8,), (4, 2), (1, 8)])),
        lambda: pd.Series([draw.random() for _ in range(8)], index=draw.choice([list("abcdefgh"), list(range(8)), list("hgfedcba")])),
        lambda: {draw.choice("abcdefgh"): draw.choice([0, 1, None]) for _ in range(8)},
        lambda: pd.DataFrame({"a": [0, 1] * 4, "b": [1, 1, 0, 1] * 2, "id": list("abcdefgh")}),
        lambda: pl.DataFrame({"a": [0.5, None] * 4, "b": ["x"] * 8}),
        lambda: np.array(["a", "b", None, "a", "b", "a", "b", "a"], dtype=object),
        lambda: np.ma.masked_less(np.arange(8.0), 2),
        lambda: {"easy": [0, 1, 1], "hard": {"q": 1, "r": 0}},
        lambda: object(),
        lambda: {1, 2, 3},
    ]
    if depth < 2:
        kinds += [lambda: [anything(draw, depth + 1) for _ in range(draw.randrange(4))], lambda: ("name", anything(draw, depth + 1))]
    return draw.choice(kinds)()


def test_random_calls_end_in_answers_or_errors_of_restrap():
    import os

    draw, calls = random.Random(17), 5_000 if os.environ.get("RESTRAP_LONG") else 500
    names = {function: [*of.__annotations__, "data", "gold"] for function, of in FUNCTIONS.items()}
    names[restrap.advise] = names[restrap.compare]
    names[restrap.score] = ["gold", "references", "metric", "item"]
    names[restrap.power.plan] = ["gain", "items", "baseline", "data", "metric"]
    never = ("threads", "executor", "checkpoint", "progress", "n_resamples", "no_mmap")
    answered = 0
    for _ in range(calls):
        function = draw.choice(list(names))
        given = [anything(draw) for _ in range(draw.randrange(4))]
        asked = {name: anything(draw) for name in draw.sample(names[function], draw.randrange(4)) if name not in never}
        if "gold" not in asked and function is restrap.correlate:
            asked["gold"] = anything(draw)
        if function in (restrap.compare, restrap.rank, restrap.correlate, restrap.replicate):
            asked["n_resamples"] = 99
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                answer = function(*given, **asked)
            assert str(answer) and repr(answer)
            answered += 1
        except restrap.Error:
            pass
        except TypeError as error:
            # What Python itself says of a call with too few arguments.
            assert "positional argument" in str(error) or "multiple values" in str(error), (function.__name__, given, asked)
    assert answered
    print(f"{answered} of {calls} random calls were answered")


def test_keywords_that_are_not_known_are_refused_by_an_error_of_restrap():
    with pytest.raises(restrap.Error, match="did you mean n_resamples") as caught:
        restrap.compare(OLD, NEW, resamples=3)
    assert isinstance(caught.value, TypeError)
    with pytest.raises(restrap.Error, match="alpha does not take 'small'"):
        restrap.compare(OLD, NEW, alpha="small")


@pytest.mark.parametrize(
    "call",
    [
        lambda: restrap.compare(table=False),
        lambda: restrap.correlate(OLD, gold=None),
        lambda: restrap.adjust([("name", np.ma.masked_array([0.1, 0.2], [True, False]))], data={"a": [0.1]}),
    ],
    ids=["a table of one value", "no gold", "a tuple of arrays as a name"],
)
def test_what_random_calls_found_is_refused(call):
    with pytest.raises(restrap.Error):
        call()
