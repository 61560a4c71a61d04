"""`compare` and `ci` say what the command line says, from paths and from columns."""

import csv

import numpy as np
import pandas as pd
import pytest
import restrap
from conftest import DATASETS, in_keywords

TWEETS = DATASETS / "sentiment" / "tweets.csv"
HELPED = DATASETS / "helped-hurt" / "n500-helped10-hurt7.csv"
LABELS = DATASETS / "labels" / "correct.csv"
OUTPUTS = DATASETS / "outputs"

PATHS = [
    ([HELPED], {}, []),
    ([LABELS], {"item": "item"}, ["--id", "item"]),
    ([HELPED], {"test": ["t", "permutation"], "alpha": 0.01}, ["--test", "t,permutation", "--alpha", 0.01]),
    ([HELPED], {"noninferior": "1pt", "require": "noninferior"}, ["--noninferior", "1pt", "--require", "noninferior"]),
    ([HELPED], {"noninferior": 0.01}, ["--noninferior", "abs:0.01"]),
    ([HELPED], {"bayesian": True, "rope": "1pt"}, ["--bayesian", "--rope", "1pt"]),
    ([HELPED], {"bayesian": True, "rope": 0.01}, ["--bayesian", "--rope", "0.01"]),
    ([HELPED], {"exact": "never", "n_resamples": 2000, "seed": 7}, ["--exact", "never", "--resamples", 2000, "--seed", 7]),
    ([HELPED], {"test": "all", "primary": "permutation"}, ["--test", "all", "--primary", "permutation"]),
    ([HELPED], {"profile": "jansen"}, ["--profile", "jansen"]),
    ([HELPED], {"higher_is_better": False, "adjust": "none"}, ["--lower-is-better", "--adjust", "none"]),
    (
        [HELPED],
        {"test": "bootstrap", "subsample": 0.2, "without_replacement": True, "interval": "percentile"},
        ["--test", "bootstrap", "--subsample", 0.2, "--without-replacement", "--interval", "percentile"],
    ),
    (
        [OUTPUTS / "baseline.txt", OUTPUTS / "system.txt"],
        {"metric": ["bleu", "chrf(beta=1)"], "references": str(OUTPUTS / "reference.txt")},
        ["--metric", "bleu,chrf(beta=1)", "--ref", OUTPUTS / "reference.txt"],
    ),
    (
        [f"{OUTPUTS}/labels.csv:baseline", f"{OUTPUTS}/labels.csv:system"],
        {"metric": "f1(average=macro)", "gold": f"{OUTPUTS}/labels.csv:gold"},
        ["--metric", "f1(average=macro)", "--gold", f"{OUTPUTS}/labels.csv:gold"],
    ),
    (
        [f"{OUTPUTS}/labels.csv:baseline", f"{OUTPUTS}/labels.csv:system"],
        {"metric": "accuracy", "gold": f"{OUTPUTS}/labels.csv:gold"},
        ["--metric", "accuracy", "--gold", f"{OUTPUTS}/labels.csv:gold"],
    ),
    (
        [OUTPUTS / "baseline.run", OUTPUTS / "system.run"],
        {"metric": "ndcg@10", "qrels": str(OUTPUTS / "qrels.txt")},
        ["--metric", "ndcg@10", "--qrels", OUTPUTS / "qrels.txt"],
    ),
]


@pytest.mark.parametrize(("systems", "keywords", "words"), PATHS)
def test_paths_give_the_bytes_of_the_command_line(told, systems, keywords, words):
    of_program = told("compare", *systems, *words, "--no-host", "--quiet")
    assert restrap.compare(*systems, **keywords).to_json() == in_keywords(of_program)


def test_one_table_of_several_systems_is_several_comparisons(told):
    result = restrap.compare(TWEETS, item="id")
    assert result.to_json() == in_keywords(told("compare", TWEETS, "--id", "id", "--no-host", "--quiet"))
    assert len(result) == len(result.systems) > 1
    assert result[result.systems[1]] == result[1]
    assert [one.system for one in result] == list(result.systems)


def columns(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: np.array([float(row[name]) for row in rows]) for name in rows[0]}


@pytest.mark.parametrize("keywords", [{}, {"test": "t"}, {"exact": "never", "n_resamples": 1000, "seed": 3}, {"equivalent": "2pt"}])
@pytest.mark.parametrize("kind", ["arrays", "lists", "series", "bools", "frame", "dict", "mappings"])
def test_columns_give_the_outcome_of_their_file(kind, keywords):
    of_file = restrap.compare(HELPED, **keywords).to_dict()
    read = columns(HELPED)
    pairs = list(read.items())
    match kind:
        case "arrays":
            result = restrap.compare(*pairs, **keywords)
        case "lists":
            result = restrap.compare(*[(name, values.tolist()) for name, values in pairs], **keywords)
        case "series":
            result = restrap.compare(*[pd.Series(values, name=name) for name, values in pairs], **keywords)
        case "bools":
            result = restrap.compare(*[(name, values.astype(bool)) for name, values in pairs], **keywords)
        case "frame":
            result = restrap.compare(*read, data=pd.DataFrame(read), **keywords)
        case "dict":
            result = restrap.compare(*read, data=read, **keywords)
        case "mappings":
            # Items have places where files have lines.
            result = restrap.compare(*[(n, dict(enumerate(v.tolist(), 1))) for n, v in pairs], **keywords)
    of_columns = result.to_dict()
    if "equivalent" in keywords:
        # Items of arrays count from 0, rows of files from 1.
        flips = of_columns["comparisons"][0]["margin"]["flips"]
        first = 0 if kind == "mappings" else 1
        flips.update({name: [int(item) + first for item in items] for name, items in flips.items()})
    assert {**of_columns, "inputs": of_file["inputs"]} == of_file


def test_groups_in_a_frame_are_those_of_the_file(tmp_path):
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(
        {
            "document": np.repeat([f"d{i}" for i in range(20)], 5),
            "topic": np.tile(["sport", "news"], 50),
            "old": rng.integers(0, 2, 100),
            "new": rng.integers(0, 2, 100),
        }
    )
    path = tmp_path / "scores.csv"
    for keywords in [
        {"cluster": "document"},
        {"by": "topic"},
        {"stratum": "topic", "test": "bootstrap"},
        {"by": "topic", "cluster": "document"},
    ]:
        frame.to_csv(path, index=False)
        of_file = restrap.compare(f"{path}:old", f"{path}:new", **keywords).to_dict()
        of_frame = restrap.compare("old", "new", data=frame, **keywords).to_dict()
        told = ("warnings", "warning_codes")
        alike = {name: value for name, value in of_file.items() if name not in told}
        assert {**of_frame, "inputs": of_file["inputs"]} == {**alike, **{name: of_frame[name] for name in told}}, keywords
        # A column that looks like groups, and is not asked for, is asked about; values beside each other have none.
        assert of_frame["warning_codes"] == of_file["warning_codes"] == ([] if "cluster" in keywords else ["seems-grouped"])
        named = {name: frame[column] for name, column in keywords.items() if name != "test"}
        of_values = restrap.compare(frame["old"], frame["new"], **{**keywords, **named}).to_dict()
        assert {**of_values, **{name: of_frame[name] for name in told}} == of_frame


def test_sub_populations_are_comparisons_by_their_value():
    result = restrap.compare([0, 1, 0, 1, 0, 0], [1, 1, 1, 1, 1, 0], by=["a", "a", "a", "b", "b", "b"])
    assert list(result.by) == ["a", "b"]
    assert result.by["a"].n == 3
    assert result.by["a"].difference == pytest.approx(2 / 3)
    assert result.by["b"] != result.by["a"]


def test_missing_scores_are_refused_left_out_or_zero():
    old, new = [0.5, float("nan"), 0.25, 1.0], [1.0, 0.5, None, 0.5]
    with pytest.raises(restrap.InputError, match=r"item 1 \(column `baseline`\): expected a number, found `NaN` \(and 1 more\)") as caught:
        restrap.compare(old, new)
    assert "missing" in caught.value.hint or "leave the item out" in caught.value.hint
    dropped = restrap.compare(old, new, missing="drop", by=["x", "y", "x", "y"])
    assert (dropped.n, dropped.difference, dropped.by["y"].n) == (2, 0.0, 1)
    assert "missing-dropped" in dropped.warning_codes and any("2 rows left out" in warning for warning in dropped.warnings)
    assert restrap.compare(old, new, missing="zero").difference == pytest.approx(0.25 / 4)


def test_items_that_a_mapping_lacks_are_named():
    old, new = {"q1": 1, "q2": 0, "q3": 1}, {"q2": 1, "q1": 1}
    with pytest.raises(restrap.InputError, match=r"found 1 id only in baseline \(`q3`") as caught:
        restrap.compare(old, new)
    assert 'missing="drop"' in caught.value.hint
    assert restrap.compare(old, new, missing="drop").n == 2
    assert restrap.compare(old, new, missing="zero").n == 3


def test_single_precision_is_not_taken_for_double():
    values = np.array([0.1, 0.2, 0.7, 0.4], dtype=np.float32)
    grid = restrap.compare(values, values[::-1]).to_dict()["plan"]["grid"]
    assert grid == restrap.compare(np.array([0.1, 0.2, 0.7, 0.4]), np.array([0.4, 0.7, 0.2, 0.1])).to_dict()["plan"]["grid"]


def test_rows_of_one_item_are_no_items():
    frame = {"id": ["a", "a", "b"], "old": [1, 0, 1], "new": [1, 1, 1]}
    with pytest.raises(restrap.InputError, match="expected each id once, found `a` on rows 0 and 1") as caught:
        restrap.compare("old", "new", data=frame, item="id")
    assert 'repeat="order"' in caught.value.hint


def test_ci_is_that_of_the_command_line(told):
    assert restrap.ci(HELPED).to_json() == told("ci", HELPED)
    assert restrap.ci(HELPED, interval="t", confidence=0.9).to_json() == told("ci", HELPED, "--interval", "t", "--confidence", 0.9)
    read = columns(HELPED)
    of_columns = restrap.ci(*read.items()).to_dict()
    assert {**of_columns, "inputs": restrap.ci(HELPED).to_dict()["inputs"]} == restrap.ci(HELPED).to_dict()
    folds = restrap.ci([0.8, 0.82, 0.79, 0.85, 0.81], over="folds")
    assert (folds.n, folds.name) == (5, "system")
    assert folds.confidence_interval.low < folds.score < folds.confidence_interval.high


def test_what_is_wrong_is_said_in_keywords():
    ones = [0, 1, 0, 1]
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'resamples'; did you mean n_resamples\?"):
        restrap.compare(ones, ones, resamples=10)
    with pytest.raises(TypeError, match="alpha does not take 'small'"):
        restrap.compare(ones, ones, alpha="small")
    for keywords, message, hint in [
        ({"test": "tt"}, "test: expected a test (permutation, bootstrap, ", None),
        ({"sign": "normal"}, "sign needs the sign test, and it is not run", 'add test="sign"'),
        (
            {"require": "noninferior"},
            "require needs its own margin, and it is not given",
            'add noninferior="1pt"',
        ),
        (
            {"strict": True, "test": "t"},
            "strict needs a test that resamples, and none is run",
            'add test="bootstrap"',
        ),
        ({"rope": 0.01}, "rope needs a posterior, and none is asked for", "add bayesian=True"),
        ({"aso_threshold": 0.2}, "aso_threshold needs almost stochastic order, and it is not run", 'add test="aso"'),
        ({"bounded": (1, 0)}, "bounded: expected the least and the largest possible score", None),
        ({"test": ["t", "t"]}, "expected each test once, found t twice", "drop one"),
        ({"metric": "bleu"}, "metric needs the references, and none are named", "add references="),
        ({"where": "a=b"}, "data: where asks for the column `a`, which it does not have", "did you mean `baseline`?"),
    ]:
        with pytest.raises(restrap.InputError) as caught:
            restrap.compare(ones, ones[::-1], **keywords)
        assert str(caught.value).startswith(message), caught.value
        assert hint is None or caught.value.hint.startswith(hint), caught.value.hint
        assert "--" not in str(caught.value) + str(caught.value.hint)
    with pytest.raises(restrap.NotApplicable) as caught:
        restrap.compare([0.5, 1.0], [1.0, 0.25], test="mcnemar")
    assert isinstance(caught.value, ValueError) and caught.value.__notes__ == [f"hint: {caught.value.hint}"]
    with pytest.raises(restrap.NotApplicable, match="bayesian needs paired scores of items, or of clusters of one kind"):
        restrap.compare(ones, ones[::-1], bayesian=True, unpaired=True)
    with pytest.raises(restrap.InputError, match="no such file"):
        restrap.compare("a.csv", "b.csv")


def test_what_is_no_column_of_scores_is_refused():
    for values, message in [
        (np.zeros((2, 2)), "expected one value per item of system, found an array of 2 dimensions"),
        (["a word", "another"], "item 0 .*: expected a number, found `a word`"),
        ([], "expected scores, found no items"),
        (np.array([1 + 1j, 2]), "expected numbers or texts as system, found complex128"),
    ]:
        with pytest.raises(restrap.InputError, match=message):
            restrap.compare([0.5, 1.0], values)
    with pytest.raises(restrap.InputError, match="expected a column of data, found no c") as caught:
        restrap.compare("a", "c", data={"a": [1, 2], "b": [2, 3]})
    assert caught.value.hint == "the columns are a, b"


def test_series_of_different_order_are_paired_by_label():
    frame = pd.DataFrame({"old": [0.0, 1.0] * 20, "new": [0.5, 1.5] * 19 + [0.0, 1.0]}, index=[f"q{at}" for at in range(40)])
    apart = frame.new.sample(frac=1, random_state=3)
    result = restrap.compare(frame.old, apart)
    assert result.pvalue == restrap.compare(frame.old, frame.new).pvalue
    assert result.signature.startswith("restrap|v:") and "|n:40|" in result.signature
    # By place, which an array asks for, they are other pairs.
    assert restrap.compare(frame.old.to_numpy(), apart.to_numpy()).pvalue > result.pvalue
    with pytest.raises(restrap.InputError, match=r"found 1 id only in old \(`q0`"):
        restrap.compare(frame.old, apart.drop("q0"))
    with pytest.raises(restrap.InputError, match="expected each id once, found `q0`"):
        restrap.compare(frame.old, pd.concat([frame.new[:39], frame.new[:1]]))
    with pytest.raises(restrap.InputError, match="old has labels, and system 2 has none"):
        restrap.compare(frame.old, apart, frame.new.to_numpy())


def test_systems_in_a_dict_are_one_by_one():
    systems = {"old": [0, 1, 0, 0, 1, 0, 1, 0], "new": [1, 1, 1, 1, 1, 1, 1, 0]}
    result = restrap.compare(systems)
    assert (result.difference, result.pvalue) == (0.5, 0.125) and "old" in str(result)
    assert [one.name for one in restrap.ci(systems)] == ["old", "new"]
    assert restrap.ci(("old", systems["old"])).score == 0.375
    assert restrap.compare(("old", systems["old"]), ("new", systems["new"])) == result


def test_names_of_other_packages_are_understood_or_answered():
    assert restrap.compare([0, 1, 1], [1, 1, 1], test="ttest_rel").tests[0].name == "t"
    with pytest.raises(TypeError, match="did you mean seed"):
        restrap.compare([0, 1, 1], [1, 1, 1], random_state=1)
    plan = restrap.power.plan(noninferior="1pt", baseline=0.8, agreement=0.9, simulations=0)
    assert plan.to_dict() == restrap.power.plan(noninferior=0.01, baseline=0.8, agreement=0.9, simulations=0).to_dict()
    with pytest.raises(restrap.InputError, match="noninferior: expected a difference of scores, such as 0.02"):
        restrap.power.plan(noninferior="1 point", baseline=0.8, agreement=0.9)
