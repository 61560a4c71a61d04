"""What is given in memory: paired by key or label, with what is masked missing, and never answered for by something else."""

import itertools
import subprocess
import sys
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import restrap

GOLD = ["a", "b", "a", "b", "a", "b", "b", "a"]
OLD = ["a", "b", "b", "a", "a", "a", "b", "b"]
NEW = ["a", "b", "a", "b", "a", "a", "b", "b"]
KEYS = [f"q{at}" for at in range(len(GOLD))]


def keyed(values: list[Any], order: list[int] | None = None) -> dict[str, Any]:
    return {KEYS[at]: values[at] for at in (order or range(len(values)))}


SHUFFLED = [3, 1, 7, 0, 2, 6, 5, 4]


@pytest.mark.parametrize("metric", ["accuracy", "f1(average=macro)", "mcc", "exact-match", "bleu"])
def test_mappings_of_outputs_pair_by_key(metric):
    role = "references" if metric in ("exact-match", "bleu") else "gold"
    right = [GOLD] if role == "references" else GOLD
    shuffled = [keyed(GOLD, SHUFFLED)] if role == "references" else keyed(GOLD, SHUFFLED)
    listed = restrap.compare(OLD, NEW, metric=metric, **{role: right}).to_dict()
    by_key = restrap.compare(keyed(OLD), keyed(NEW, SHUFFLED), metric=metric, **{role: shuffled}).to_dict()
    assert listed["systems"] == by_key["systems"] and listed["comparisons"] == by_key["comparisons"]
    scored = restrap.score(metric, ("old", keyed(OLD)), ("new", keyed(NEW, SHUFFLED)), **{role: shuffled})
    assert scored["new"] == pytest.approx(listed["systems"][1]["score"])


def test_a_mapping_is_the_answers_of_one_system_or_of_several_by_name():
    one = restrap.ci(keyed(NEW, SHUFFLED), metric="accuracy", gold=keyed(GOLD))
    assert one.score == restrap.ci(NEW, metric="accuracy", gold=GOLD).score
    several = restrap.ci({"old": keyed(OLD), "new": keyed(NEW, SHUFFLED)}, metric="accuracy", gold=keyed(GOLD))
    assert [each.score for each in several][1] == one.score
    told = restrap.ci(keyed(NEW), metric="exact-match", references=[keyed(GOLD, SHUFFLED)])
    assert told.score == one.score


def test_a_mapping_beside_a_list_and_a_set_are_refused():
    with pytest.raises(restrap.InputError, match="baseline has labels, and gold has none"):
        restrap.compare(keyed(OLD), keyed(NEW), metric="accuracy", gold=GOLD)
    with pytest.raises(restrap.InputError, match="found a set of gold"):
        restrap.score("accuracy", OLD[:2], gold={"a", "b"})
    with pytest.raises(restrap.InputError, match="found a set"):
        restrap.compare([1, 2, 3], {1.0, 2.0, 3.0})
    with pytest.raises(restrap.InputError, match=r"found 1 id only in \w+ \(`q7`"):
        restrap.compare(keyed(OLD), keyed(NEW[:7]), metric="accuracy", gold=keyed(GOLD))
    fewer = restrap.compare(keyed(OLD), keyed(NEW[:7]), metric="accuracy", gold=keyed(GOLD), missing="drop")
    assert fewer.n == 7


def test_series_pair_by_label_whatever_they_hold():
    def series(values, order):
        return pd.Series([values[at] for at in order], index=[KEYS[at] for at in order])

    plain = range(8)
    listed = restrap.compare(OLD, NEW, metric="accuracy", gold=GOLD)
    by_label = restrap.compare(series(OLD, plain), series(NEW, SHUFFLED), metric="accuracy", gold=series(GOLD, SHUFFLED))
    assert by_label.difference == listed.difference and by_label.pvalue == listed.pvalue
    numbers = [1.0, 2.0, 4.0, 3.0, 2.5, 1.5, 0.5, 3.5]
    other = [2.0, 2.5, 3.0, 4.0, 3.5, 2.5, 1.0, 4.5]
    assert restrap.compare(series(numbers, plain), series(other, SHUFFLED)).difference == restrap.compare(numbers, other).difference
    with pytest.raises(restrap.InputError, match="`q0`|in common|everywhere") as caught:
        restrap.compare(series(numbers, plain), pd.Series(other, index=[f"x{at}" for at in plain]))
    assert "paired" in caught.value.hint


def test_what_is_masked_is_missing():
    mask = [False, True, False, False, False]
    masked = np.ma.array([1.0, 2.0, 3.0, 4.0, 7.0], mask=mask)
    whole = [1.0, 5.0, 3.0, 4.0, 9.0]
    for given in (masked, np.ma.array([1, 2, 3, 4, 7], mask=mask)):
        with pytest.raises(restrap.InputError, match=r"item 1 .*expected a number"):
            restrap.compare(given, whole)
        assert restrap.compare(given, whole, missing="drop").n == 4
        with pytest.raises(restrap.InputError, match=r"item 1.*expected a number"):
            restrap.ci(given)
        assert restrap.ci(given, missing="drop").score == 3.75
        frame = {"old": given, "new": whole}
        assert restrap.compare("old", "new", data=frame, missing="drop").n == 4
    unmasked = np.ma.array([1.0, 2.0, 3.0, 4.0, 7.0])
    assert restrap.compare(unmasked, whole) == restrap.compare([1.0, 2.0, 3.0, 4.0, 7.0], whole)
    labels = np.ma.array(GOLD, mask=[True] + 7 * [False])
    with pytest.raises(restrap.InputError, match="label"):
        restrap.compare(OLD, NEW, metric="f1(average=macro)", gold=labels)
    assert restrap.compare(OLD, NEW, metric="f1(average=macro)", gold=labels, missing="drop").n == 7
    with pytest.raises(restrap.InputError, match="masked"):
        restrap.compare(OLD, NEW, metric=lambda right, told: float(np.mean(right == told)), gold=labels)
    with pytest.raises(restrap.InputError, match="cluster needs a value for every item"):
        restrap.compare(whole, whole[::-1], cluster=np.ma.array([1, 1, 2, 2, 3], mask=mask))


def test_no_metric_is_answered_for_by_the_mean():
    skewed = [1.0, 2.0, 3.0, 10.0, 50.0]
    for metric in ("median", "quantile(p=0.9)"):
        with pytest.raises(restrap.InputError, match="has no interval for one system"):
            restrap.ci(skewed, metric=metric)
    sets = [{"easy": [1.0, 2.0, 3.0, 40.0], "hard": [1.0, 2.0, 3.0, 4.0]}, {"easy": [2.0, 3.0, 4.0, 50.0], "hard": [2.0, 3.0, 4.0, 5.5]}]
    old, new = (("old", sets[0]), ("new", sets[1]))
    assert restrap.replicate(old, new, metric="quantile(p=0.9)").to_dict()["metrics"][0]["name"] == "quantile(p=0.9)"
    lower = restrap.replicate(old, new, metric="mean(lower)").to_dict()
    assert lower["metrics"][0]["higher_is_better"] is False


DESIGNS: dict[str, Any] = {
    "by": "g",
    "stratum": "s",
    "cluster": "c",
    "mix": "g=a:0.5,b:0.5",
    "unpaired": True,
    "over": "folds",
    "repeat": "rep",
    "seed_col": "seed",
    "judge": "judge",
    "human": "human.csv",
    "bayesian": True,
    "subsample": "half",
    "profile": "koehn",
    "against": 0.5,
    "bounded": "0,1",
    "item": "item",
}
FLAGS = {"seed_col": "seed-col", "item": "id"}


@pytest.mark.parametrize("command", ["compare", "ci"])
def test_what_the_command_line_refuses_together_python_refuses_too(command, tmp_path, monkeypatch):
    number = range(24)
    table = pd.DataFrame({
        "item": [f"i{at}" for at in number],
        "g": [("a", "b")[at % 2] for at in number],
        "s": [("x", "y", "z")[at % 3] for at in number],
        "c": [f"c{at // 3}" for at in number],
        "rep": 1,
        "seed": 1,
        "judge": "j",
        "old": [at * 7 % 10 / 10 for at in number],
        "new": [at * 3 % 10 / 10 for at in number],
    })  # fmt: skip
    monkeypatch.chdir(tmp_path)
    table.to_csv("data.csv", index=False)
    table[:12].to_csv("human.csv", index=False)
    systems = ["old", "new"][: 2 if command == "compare" else 1]
    refused = 0
    for one, other in itertools.combinations(DESIGNS, 2):
        pair = {one: DESIGNS[one], other: DESIGNS[other]}
        if pair.keys() & {"repeat", "seed_col", "judge", "human"}:
            pair["item"] = "item"
        typed = [f"--{FLAGS.get(name, name)}" + ("" if value is True else f"={value}") for name, value in pair.items()]
        ran = subprocess.run(
            [sys.executable, "-m", "restrap", command, *(f"data.csv:{name}" for name in systems), *typed], capture_output=True, text=True, check=False
        )
        if ran.returncode in (0, 10, 11) or "has no option" in ran.stderr:
            continue
        refused += 1
        for given, data in (([f"data.csv:{name}" for name in systems], None), (systems, table)):
            with pytest.raises((restrap.InputError, TypeError)):
                getattr(restrap, command)(*given, data=data, **pair)
    assert refused >= (40 if command == "compare" else 20)


def test_names_are_shown_as_files_have_them_shown():
    turned, red = "ev\u202eil\u200f", "red\x1b[31m"
    result = restrap.compare({turned: [0.1, 0.5, 0.3, 0.7, 0.2], red: [0.4, 0.6, 0.8, 0.9, 0.1]})
    shown = [result.to_html(), result.to_latex(), result.to_markdown(), result.to_csv(), result.to_json(), result.report, result.plot().svg()]
    assert not [text for text in shown if {"\u202e", "\u200f", "\x1b"} & set(text)]
    assert result.to_dict()["comparisons"][0]["system"] == "red\\u{1b}[31m"
    counted = restrap.Metric(lambda sums: sums[:, 0] / sums[:, 1], columns=["hits", "all"], name="share")
    found = restrap.compare((turned, np.array([[1, 2], [2, 3], [0, 1]])), (red, np.array([[2, 2], [2, 3], [1, 1]])), metric=counted)
    assert not {"\u202e", "\u200f", "\x1b"} & set(found.to_html())


def test_amounts_of_a_plan_are_numbers_or_text_as_on_the_command_line():
    def needed(**asked: Any) -> int:
        return restrap.power.plan(agreement=0.975, simulations=0, **asked).scenarios[0].methods[0].items_needed

    assert needed(gain="2pt", baseline="80%") == needed(gain=0.02, baseline=0.8) == needed(gain=np.float64(0.02), baseline="0.8") == 503
    for asked, said in [
        ({"gain": "two", "baseline": 0.8}, "gain: expected a difference of scores"),
        ({"gain": "2%", "baseline": 0.8}, "gain: expected a difference of scores"),
        ({"gain": [1], "baseline": 0.8}, "expected a number as gain"),
        ({"gain": 0.02, "baseline": "eighty"}, "baseline: expected a share from 0 to 1"),
        ({"gain": 0.02, "baseline": 0.8, "items": 2.5}, "expected a whole number as items"),
    ]:
        with pytest.raises(restrap.InputError, match=said):
            needed(**asked)
    with pytest.raises(restrap.InputError, match=r"^effects\[0\]: invalid type: string \"a\", expected f64$"):
        restrap.power.compare(model="accuracy", items=[50], effects=["a"], methods=["permutation"], experiments=5)


def test_all_tests_of_a_corpus_metric_are_those_that_it_allows():
    outputs = {"references": [["the cat sat", "a dog ran", "birds fly"]], "metric": "bleu"}
    result = restrap.compare(["the cat sits", "a dog", "birds fly"], ["the cat sat", "a dog ran", "birds"], test="all", primary="permutation", **outputs)
    assert [test.name for test in result.tests] == ["permutation", "bootstrap", "bootstrap-percentile"]


def test_integers_that_a_double_rounds_are_refused():
    big = 2**53 + 1
    kinds = [
        [big, 3, 5], [None, big, 5], np.array([-big, 3, 5]), np.array([big, 3], dtype=np.uint64), {"q": 3, "r": big}, [2**70 + 1, 3], [big, 0.5],
        pd.Series([big, 3]), pd.Series([big, None], dtype="Int64"), pl.Series([big, 3]), pa.array([big, 3]), pa.chunked_array([[big], [3]]),
    ]  # fmt: skip
    for given in kinds:
        with pytest.raises(restrap.InputError, match="a double (can hold|holds exactly)"):
            restrap.ci(given, missing="drop")
    assert restrap.ci([2**53, 0, 2**53]).score == pytest.approx(2**54 / 3)


def test_scores_that_change_during_a_call_change_nothing():
    rng = np.random.default_rng(5)
    old, new = rng.random(300), rng.random(300)
    asked = {"test": "bootstrap", "n_resamples": 200_000, "exact": "never"}
    whole = restrap.compare(old, new, **asked)

    def meddle(done: int, total: int) -> None:
        new[7] += done + total

    assert restrap.compare(old, new, progress=meddle, **asked) == whole


def test_a_ranking_of_one_system_is_refused(tmp_path):
    path = tmp_path / "auc.csv"
    path.write_text("id,y,a\n" + "".join(f"{at},{at % 2},{at * 7 % 10 / 10}\n" for at in range(12)))
    with pytest.raises(restrap.InputError, match="at least 1 system, found 1 in all"):
        restrap.rank(f"{path}:a", gold=f"{path}:y", metric="roc-auc", item="id")


ITEMS = 24
PLACES = range(ITEMS)
WORDS = "the cat sat on a mat".split()
RIGHT_TEXTS = [" ".join(WORDS[(at * 5 + word * 7) % 6] for word in range(5)) for at in PLACES]
RIGHT_LABELS = ["abc"[at * 7 % 3] for at in PLACES]


def garbled(share: int) -> list[str]:
    return [" ".join(word if (at * 3 + place * 7) % 10 < share else "dog" for place, word in enumerate(text.split())) for at, text in enumerate(RIGHT_TEXTS)]


def labelled(share: int) -> list[str]:
    return [label if (at * 7) % 10 < share else "abc"[at % 3] for at, label in enumerate(RIGHT_LABELS)]


# What is right, and what two systems put out.
QUESTIONS: dict[str, tuple[list[Any] | None, list[Any], list[Any]]] = {
    "scores": (None, [at * 7 % 10 / 10 for at in PLACES], [at * 3 % 10 / 10 + 0.2 for at in PLACES]),
    "labels": (RIGHT_LABELS, labelled(5), labelled(8)),
    "binary": ([at % 2 for at in PLACES], [at * 7 % 10 / 10 for at in PLACES], [at % 2 * 0.4 + at * 3 % 6 / 10 for at in PLACES]),
    "numbers": ([at * 7 % 10 / 10 for at in PLACES], [at * 3 % 10 / 10 for at in PLACES], [at * 7 % 11 / 10 for at in PLACES]),
    "texts": (RIGHT_TEXTS, garbled(6), garbled(9)),
}
ASKED = {
    None: "scores", "median": "scores", "accuracy": "labels", "f1(average=macro)": "labels", "mcc": "labels", "kappa": "labels",
    "roc-auc": "binary", "mae": "numbers", "exact-match": "texts", "bleu": "texts",
}  # fmt: skip


def kinds_of_input(kind: str, right: Any, old: list[Any], new: list[Any]) -> dict[str, tuple[list[Any], Any, Any]]:
    """The systems, what is right, and the frame of both, as each kind of input has them."""
    import json
    from pathlib import Path

    import polars as pl

    is_number = kind in ("scores", "binary", "numbers")
    keys = [f"q{at:02}" for at in PLACES]

    def array(values: list[Any]) -> Any:
        return np.array([np.nan if value is None else value for value in values], float) if is_number else np.array(values, object)

    def masked(values: list[Any]) -> Any:
        hidden = [value is None for value in values]
        return np.ma.array([(0.5 if is_number else "a") if value is None else value for value in values], mask=hidden)

    def each(make: Any) -> tuple[list[Any], Any, Any]:
        return [("old", make(old)), ("new", make(new))], None if right is None else make(right), None

    columns = {"old": old, "new": new} | ({} if right is None else {"gold": right})
    if kind == "texts":
        # A cell of a table cannot say that there is no text.
        rows = (json.dumps({name: values[at] for name, values in columns.items()}) for at in PLACES)
        Path("data.jsonl").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
        path = "data.jsonl"
    else:
        pd.DataFrame(columns).to_csv(path := "data.csv", index=False)
    return {
        "list": each(list),
        "array": each(array),
        "masked array": each(masked),
        "dict": each(lambda values: dict(zip(keys, values))),
        "series": each(lambda values: pd.Series(array(values), index=keys)),
        "frame": (["old", "new"], "gold", pd.DataFrame({name: array(values) for name, values in columns.items()})),
        "polars": (["old", "new"], "gold", pl.DataFrame(columns)),
        "path": ([f"old={path}:old", f"new={path}:new"], f"{path}:gold", None),
    }


@pytest.mark.parametrize("missing", [None, "error", "drop", "zero"])
def test_a_question_has_one_answer_whatever_kind_of_input_asks_it(missing, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = 0
    for metric, kind in ASKED.items():
        right, old, new = QUESTIONS[kind]
        if missing is not None:
            old, new = ([None if at in gaps else value for at, value in enumerate(values)] for values, gaps in ((old, (3, 9)), (new, (9, 15))))
        answers: dict[str, str] = {}
        for name, (systems, gold, data) in kinds_of_input(kind, right, old, new).items():
            asked = {"metric": metric, "data": data, "missing": None if missing == "error" else missing}
            if right is not None:
                asked["references" if kind == "texts" else "gold"] = gold
            try:
                found = restrap.compare(*systems, **asked).to_dict()
                # Where scores are from, and what was said of it.
                for place in ("inputs", "host", "warnings", "warning_codes"):
                    found.pop(place, None)
                answers[name] = str(found)
            except restrap.InputError:
                answers[name] = "refused"
        cells += len(answers)
        assert len(set(answers.values())) == 1, (metric, {name: answer[:300] for name, answer in answers.items()})
    assert cells == 80


def test_groups_are_those_of_the_labels_of_the_scores_not_of_their_places():
    pandas = pytest.importorskip("pandas")
    rows = [("q%d" % item, item // 3, (item * 7 % 5) / 4, (item * 3 % 5) / 4) for item in range(12)]
    frame = pandas.DataFrame(rows, columns=["id", "doc", "base", "new"]).set_index("id")
    shuffled = frame.doc.sample(frac=1, random_state=1)
    right = restrap.compare(frame.base, frame.new, cluster=frame.doc)
    for cluster in (shuffled, shuffled.to_dict()):
        found = restrap.compare(frame.base, frame.new, cluster=cluster)
        assert found.pvalue == right.pvalue
    with pytest.raises(restrap.InputError, match="could be in another order"):
        restrap.compare(frame.base, frame.new, cluster=shuffled.tolist())
    with pytest.raises(restrap.InputError, match="could be in another order"):
        restrap.compare(frame.base.tolist(), frame.new.tolist(), cluster=shuffled)
    with pytest.raises(restrap.InputError, match="cluster has none for `q0`"):
        restrap.compare(frame.base, frame.new, cluster=shuffled.drop("q0"))
    # Labels that count places say no more than these.
    plain = frame.reset_index()
    same = restrap.compare(plain.base, plain.new, cluster=plain.doc.tolist())
    assert same.pvalue == right.pvalue


def test_what_is_assumed_of_a_file_is_said(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("topic,base,new\na,0.5,0.75\nb,0.25,0.5\nc,0.75,1\nmean,0.5,0.75\n")
    found = restrap.compare(path)
    assert (found.n, found.assumption_codes) == (3, ("sums-left-out",))
    assert "`mean`" in found.assumptions[0]
    assert restrap.compare(path, rows="items").n == 4


def test_a_gold_score_is_that_of_the_label():
    pandas = pytest.importorskip("pandas")
    judge = pandas.Series([0.1, 0.4, 0.2, 0.9, 0.6, 0.5], index=list("abcdef"))
    human = pandas.Series([1, 2, 4, 3, 5, 6], index=list("abcdef"))
    right = restrap.correlate(judge, gold=human).metrics[0].value
    assert restrap.correlate(judge, gold=human[::-1]).metrics[0].value == right
    with pytest.raises(restrap.InputError, match="could be in another order"):
        restrap.correlate(judge, gold=human.tolist())
