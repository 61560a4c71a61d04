"""Outputs, tables and frames with several rows per item, by value: as from the files that hold them."""

import csv

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import restrap
from conftest import DATASETS, in_keywords

OUTPUTS = DATASETS / "outputs"


def lines(name):
    return (OUTPUTS / name).read_text(encoding="utf-8").splitlines()


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def same(by_value, of_files):
    """Equal but for the files."""
    first, second = by_value.to_dict(), of_files.to_dict()
    return {**first, "inputs": second["inputs"]} == second


def test_labels_in_lists_are_those_of_a_file():
    path = OUTPUTS / "labels.csv"
    found = rows(path)
    gold, old, new = ([row[name] for row in found] for name in ("gold", "baseline", "system"))
    for metric in ("accuracy", "f1(average=macro)", "mcc"):
        of_file = restrap.compare(f"{path}:baseline", f"{path}:system", metric=metric, gold=f"{path}:gold")
        assert same(restrap.compare(("baseline", old), ("system", new), metric=metric, gold=gold), of_file)
        frame = pd.DataFrame(found)
        assert same(restrap.compare("baseline", "system", data=frame, metric=metric, gold="gold"), of_file)
    ones = restrap.compare([1.0, 0.0, 1.0], np.array([1, 1, 0]), metric="accuracy", gold=[1, 0, 0])
    assert ones.difference == 0.0
    with pytest.raises(restrap.InputError, match="metric needs the right answers, and none are named"):
        restrap.compare(old, new, metric="f1")


def test_options_of_means_are_those_of_the_command_line(told):
    labels, texts = OUTPUTS / "labels.csv", [str(OUTPUTS / name) for name in ("baseline.txt", "system.txt", "reference.txt")]
    systems = [f"{labels}:baseline", f"{labels}:system"]
    for keywords, words in [
        ({"unpaired": True, "gold": ":gold"}, ["--unpaired", "--gold", ":gold"]),
        ({"interval": "studentized", "gold": f"{labels}:gold"}, ["--interval", "studentized", "--gold", f"{labels}:gold"]),
    ]:
        answer = restrap.compare(*systems, metric="f1(average=macro)", n_resamples=500, **keywords)
        of_words = told("compare", *systems, "--metric", "f1(average=macro)", "--resamples", 500, *words, "--no-host")
        assert answer.to_json() == in_keywords(of_words)
    answer = restrap.compare(*texts[:2], metric="bleu", references=texts[2], by=texts[2], n_resamples=99)
    of_words = told("compare", *texts[:2], "--metric", "bleu", "--ref", texts[2], "--by", texts[2], "--resamples", 99, "--no-host")
    assert answer.to_json() == in_keywords(of_words)


def test_texts_in_lists_are_those_of_files():
    systems = [(name, lines(f"{name}.txt")) for name in ("baseline", "system")]
    references = lines("reference.txt")
    for metric in ("bleu", ["chrf", "ter"]):
        of_files = restrap.compare(
            OUTPUTS / "baseline.txt", OUTPUTS / "system.txt", metric=metric, references=str(OUTPUTS / "reference.txt")
        )
        for given in (references, [references]):
            assert same(restrap.compare(*systems, metric=metric, references=given), of_files)
    with pytest.raises(restrap.InputError, match=r"^expected as many scores from every system, found 2 in \w+ and 1 in new\n"):
        restrap.compare(("old", ["a", "b"]), ("new", ["a"]), metric="bleu", references=["a", "b"])


def test_rankings_in_dictionaries_are_those_of_files():
    def run(name):
        found = {}
        for line in lines(f"{name}.run"):
            query, _, document, _, score, _ = line.split()
            found.setdefault(query, {})[document] = float(score)
        return found

    qrels = {}
    for line in lines("qrels.txt"):
        query, _, document, relevance = line.split()
        qrels.setdefault(query, {})[document] = int(relevance)
    of_files = restrap.compare(OUTPUTS / "baseline.run", OUTPUTS / "system.run", metric="ndcg@10", qrels=str(OUTPUTS / "qrels.txt"))
    systems = [(name, run(name)) for name in ("baseline", "system")]
    assert same(restrap.compare(*systems, metric="ndcg@10", qrels=qrels), of_files)


def test_score_gives_the_statistics_of_every_item(told):
    references, system = lines("reference.txt"), lines("system.txt")
    scores = restrap.score("bleu", OUTPUTS / "system.txt", references=str(OUTPUTS / "reference.txt"))
    assert scores.to_json() == told("score", OUTPUTS / "system.txt", "--metric", "bleu", "--ref", OUTPUTS / "reference.txt")
    by_value = restrap.score("bleu", ("system", system), references=references)
    assert same(by_value, scores) and by_value["system"] == scores["system"]
    columns = by_value.per_item["system"]
    sums = {one.name: one.sum for one in by_value._told.systems[0].statistics}
    assert {name: int(values.sum()) for name, values in columns.items()} == sums
    assert all(len(values) == len(system) for values in columns.values())
    ranked = restrap.score("rr", OUTPUTS / "system.run", qrels=str(OUTPUTS / "qrels.txt"))
    (values,) = ranked.per_item["system"].values()
    assert values.dtype == np.float64 and len(values) == len(ranked.items)
    assert ranked["system"] == pytest.approx(values.mean())
    assert "system" in str(ranked)


FRAME = {
    "id": [f"q{i}" for i in range(30) for _ in range(4)],
    "epoch": [0, 1, 2, 3] * 30,
    "doc": [f"d{i // 3}" for i in range(30) for _ in range(4)],
    "old": [(i * 7 + j * 3) % 5 < 2 for i in range(30) for j in range(4)],
    "new": [(i * 5 + j * 3) % 7 < 4 for i in range(30) for j in range(4)],
}
FRAME = {name: [int(v) if isinstance(v, bool) else v for v in values] for name, values in FRAME.items()}


@pytest.mark.parametrize("kind", [dict, pd.DataFrame, pl.DataFrame, pa.table])
@pytest.mark.parametrize(
    "keywords",
    [{"repeat": "epoch"}, {"repeat": "epoch", "reduce": "pass@2"}, {"seed_col": "epoch"}, {"repeat": "epoch", "cluster": "doc"}],
)
def test_several_rows_per_item_are_those_of_a_file(tmp_path, kind, keywords):
    path = tmp_path / "answers.csv"
    pd.DataFrame(FRAME).drop(columns=[] if "cluster" in keywords else ["doc"]).to_csv(path, index=False)
    of_file = restrap.compare(f"{path}:old", f"{path}:new", item="id", **keywords)
    assert same(restrap.compare("old", "new", data=kind(FRAME), item="id", **keywords), of_file)


@pytest.mark.parametrize("kind", [dict, pd.DataFrame, pl.DataFrame, pa.table])
def test_tidy_frames_are_long_tables(tmp_path, kind):
    tidy = {
        "model": ["old"] * 120 + ["new"] * 120,
        "qid": FRAME["id"] * 2,
        "epoch": FRAME["epoch"] * 2,
        "acc": FRAME["old"] + FRAME["new"],
    }
    path = tmp_path / "tidy.csv"
    pd.DataFrame(tidy).to_csv(path, index=False)
    long = "system=model,item=qid,score=acc"
    of_file = restrap.compare(path, long=long, repeat="epoch")
    table = restrap.from_frame(kind(tidy), score="acc", repeat="epoch")
    assert table.systems == ("old", "new")
    assert same(restrap.compare(table), of_file)
    turned = restrap.compare(restrap.from_frame(kind(tidy), score="acc", repeat="epoch", baseline="new"))
    assert turned.difference == -of_file.difference


def test_a_table_that_was_read_goes_where_systems_go():
    path = DATASETS / "helped-hurt" / "n500-helped10-hurt7.csv"
    table = restrap.read(path)
    assert len(table.systems) == 2 and table[table.systems[0]].shape == (500,)
    assert same(restrap.compare(table), restrap.compare(path))
    assert same(restrap.ci(table), restrap.ci(path))
    with_ids = restrap.read(DATASETS / "labels" / "correct.csv", item="item")
    assert with_ids.items[0] == "1"


def test_polars_nulls_and_nas_of_pandas_are_missing():
    for values in (
        pl.Series("new", [1.0, None, 0.0]),
        pd.Series([1, None, 0], dtype="Int64", name="new"),
        pa.array([1.0, None, 0.0]),
    ):
        with pytest.raises(restrap.InputError, match=r"item 1 .*: expected a number"):
            restrap.compare([0, 1, 0], values)
        assert restrap.compare([0, 1, 0], values, missing="drop").n == 2
