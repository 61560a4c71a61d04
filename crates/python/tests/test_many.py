"""`rank` and `replicate`: many systems, and many data sets."""

import csv
import pickle
import shutil
import signal
import threading

import numpy as np
import pandas as pd
import polars as pl
import pytest
import restrap
from conftest import DATASETS, in_keywords


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def same(by_value, of_files):
    """Equal but for the files, and the column that scores of files are of."""
    first, second = by_value.to_dict(), of_files.to_dict()
    first.pop("reading", None), second.pop("reading", None)
    return {**first, **{name: second[name] for name in ("inputs", "signature")}} == second


@pytest.fixture(scope="module")
def table():
    """Scores of four systems on 300 items, the last one apart from the others."""
    rng = np.random.default_rng(4)
    hard = rng.random(300)
    return {name: (rng.random(300) + hard < level).astype(float) for name, level in (("a", 1.0), ("b", 1.02), ("c", 1.05), ("far", 1.4))}


@pytest.fixture
def file(table, tmp_path):
    path = tmp_path / "scores.csv"
    # Of one cluster each, but for the test that asks for clusters: a file whose column looks like groups is asked about.
    pd.DataFrame({"id": range(300), "doc": [f"d{at % 299}" for at in range(300)], **table}).to_csv(path, index=False)
    return path


@pytest.mark.parametrize(
    "asked, words",
    [
        ({}, []),
        ({"adjust": "holm"}, ["--adjust", "holm"]),
        ({"baseline": "b", "require": "superior"}, ["--baseline", "b", "--require", "superior"]),
        ({"cluster": "doc", "n_resamples": 2000, "seed": 3}, ["--cluster", "doc", "--resamples", "2000", "--seed", "3"]),
        (
            {"adjust": "bootstrap-maxt", "n_resamples": 2000, "interval": "none"},
            "--adjust bootstrap-maxt --resamples 2000 --interval none".split(),
        ),
    ],
)
def test_a_ranking_is_that_of_the_command_line(file, table, told, asked, words):
    paths = [f"{file}:{name}" for name in table]
    asked = {"item": "id", **asked}
    ranking = restrap.rank(paths, **asked)
    assert ranking.to_json() == in_keywords(told("rank", *paths, "--id", "id", *words, "--no-host"))
    frame = pd.read_csv(file)
    assert same(restrap.rank(list(table), data=frame, **asked), ranking)
    assert same(restrap.rank(*table, data=pl.read_csv(file), **asked), ranking)
    if "cluster" not in asked:
        assert same(restrap.rank(table, **{name: value for name, value in asked.items() if name != "item"}), ranking)
        assert same(restrap.rank({name: dict(enumerate(values)) for name, values in table.items()}, **asked), ranking)


def test_a_ranking_reads_as_a_leaderboard(table):
    ranking = restrap.rank(table)
    assert [system.name for system in ranking] == [system.name for system in ranking.systems] and len(ranking) == 4
    far = ranking["far"]
    assert (far.rank.low, far.rank.high, far.score) == (1, 1, table["far"].mean())
    assert ranking.maybe_best == ("far",) and ranking.tiers[0] == ("far",)
    assert {name for tier in ranking.tiers for name in tier} == set(table)
    assert ranking.family.size == len(ranking.pairs) == 6 and ranking.n == 300
    told_apart = {(pair.a, pair.b) for pair in ranking.pairs if pair.shown}
    assert all("far" in pair for pair in told_apart) and len(told_apart) == 3
    assert ranking.flat()["restrap/far/rank_high"] == 1.0
    assert ranking.verdict.split()[0] in str(ranking)
    assert restrap.load(ranking.to_json()) == ranking == pickle.loads(pickle.dumps(ranking))
    assert "| far |" in ranking.to_markdown() and "far" in ranking.to_latex() and len(ranking.to_frame()) >= 4
    with pytest.raises(KeyError, match="expected one of far"):
        ranking["none"]
    with pytest.raises(AttributeError):
        ranking.gate = None


def test_a_ranking_by_a_metric():
    found = rows(DATASETS / "outputs" / "labels.csv")
    path = DATASETS / "outputs" / "labels.csv"
    gold, old, new = ([row[name] for row in found] for name in ("gold", "baseline", "system"))
    of_files = restrap.rank(f"{path}:baseline", f"{path}:system", metric="f1(average=macro)", gold=f"{path}:gold")
    assert same(restrap.rank({"baseline": old, "system": new}, metric="f1(average=macro)", gold=gold), of_files)
    rng = np.random.default_rng(1)
    counts = {name: rng.integers(0, 5, (60, 3)) + extra for name, extra in (("x", 0), ("y", 1), ("z", [9, 0, 0]))}

    def f1(sums):
        tp, fp, fn = sums.T
        return 2 * tp / (2 * tp + fp + fn)

    ranking = restrap.rank(counts, metric=restrap.Metric(f1), n_resamples=2000)
    assert ranking[0].name == "z" and ranking["z"].score == pytest.approx(f1(counts["z"].sum(0)[None])[0])

    def broken(sums):
        raise LookupError("no such thing")

    with pytest.raises(LookupError, match="no such thing"):
        restrap.rank(counts, metric=restrap.Metric(broken))


def test_a_ranking_of_answers_and_of_tidy_frames(tmp_path):
    rng = np.random.default_rng(2)
    tidy = pd.DataFrame(
        [(name, f"q{item}", epoch, float(rng.random() < level)) for name, level in (("m1", 0.3), ("m2", 0.5), ("m3", 0.8)) for item in range(40) for epoch in range(3)],
        columns=["model", "qid", "epoch", "acc"],
    )  # fmt: skip
    path = tmp_path / "tidy.csv"
    tidy.to_csv(path, index=False)
    of_files = restrap.rank(path, long="system=model,item=qid,score=acc", repeat="epoch", reduce="best")
    assert same(restrap.rank(restrap.from_frame(tidy, score="acc", repeat="epoch"), reduce="best"), of_files)
    table = restrap.read(f"{path}", long="system=model,item=qid,score=acc", where="epoch=0")
    assert restrap.rank(table, baseline="m3")[0].name == "m3"


def test_a_ranking_over_data_sets_runs_and_metrics(tmp_path, told):
    rng = np.random.default_rng(9)
    frame = pd.DataFrame({"set": ["u"] * 30 + ["v"] * 90, "id": range(120)})
    for place, name in enumerate("abc"):
        frame[name] = (rng.random(120) + place / 4).round(3)
    path = tmp_path / "scores.csv"
    frame.to_csv(path, index=False)
    paths = [f"{path}:{name}" for name in "abc"]
    of_files = restrap.rank(paths, item="id", dataset="set")
    assert of_files.to_json() == in_keywords(told("rank", *paths, "--id", "id", "--dataset", "set", "--no-host"))
    assert same(restrap.rank(list("abc"), data=frame, item="id", dataset="set"), of_files)
    means = frame.groupby("set")[list("abc")].mean().mean()
    assert {system.name: system.score for system in of_files} == pytest.approx(means.to_dict())
    outputs = [DATASETS / "outputs" / f"{name}.txt" for name in ("baseline", "system")]
    reference = str(DATASETS / "outputs" / "reference.txt")
    asked = {"metric": ["bleu", "chrf"], "n_resamples": 2000}
    several = restrap.rank(outputs, references=reference, **asked)
    assert {pair.metric for pair in several.pairs} == {"bleu", "chrf"}
    texts = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in outputs}
    by_value = restrap.rank(texts, references=[open(reference, encoding="utf-8").read().splitlines()], **asked)
    assert [pair.p_adjusted for pair in by_value.pairs] == [pair.p_adjusted for pair in several.pairs]


def test_what_a_ranking_does_not_take(table):
    with pytest.raises(restrap.InputError, match='found interval="bca"'):
        restrap.rank(table, interval="bca")
    with pytest.raises(restrap.InputError, match="baseline: no system is called `d`"):
        restrap.rank(table, baseline="d")
    with pytest.raises(restrap.NotApplicable) as caught:
        restrap.rank(table, require="superior")
    assert caught.value.hint == 'add baseline="NAME"'
    with pytest.raises(TypeError, match="did you mean adjust"):
        restrap.rank(table, adjusted="holm")


@pytest.mark.parametrize(
    "asked, words",
    [
        ({}, []),
        ({"micro": True, "adjust": "none"}, ["--micro", "--adjust", "none"]),
        ({"test": "bootstrap", "n_resamples": 3000, "exact": "never"}, "--test bootstrap --resamples 3000 --exact never".split()),
        ({"alternative": "better", "require": "superior"}, "--alternative better --require superior".split()),
    ],
)
def test_a_replication_is_that_of_the_command_line(tmp_path, told, asked, words):
    for name in ("movie-reviews", "product-reviews", "tweets"):
        shutil.copy(DATASETS / "sentiment" / f"{name}.csv", tmp_path)
    paths = [f"{name}={tmp_path}/{{dataset}}.csv:{name}" for name in ("textblob", "vader_lexicon", "vader")]
    replication = restrap.replicate(*paths, item="id", **asked)
    assert replication.to_json() == in_keywords(told("replicate", *paths, "--id", "id", *words, "--no-host"))
    assert [one.name for one in replication.datasets] == ["movie-reviews", "product-reviews", "tweets"]


@pytest.fixture
def sets():
    """Of two systems the scores on three data sets, the second of which says nothing."""
    rng = np.random.default_rng(8)
    old, new = {}, {}
    for name, items, gain in (("one", 120, 0.3), ("two", 40, 0.0), ("three", 200, 0.2)):
        old[name] = rng.normal(size=items).round(3)
        new[name] = (old[name] + gain + rng.normal(size=items) / 2).round(3)
    return old, new


@pytest.mark.parametrize("asked", [{}, {"micro": True}, {"test": "bootstrap", "n_resamples": 2000, "exact": "never"}, {"missing": "drop"}])
def test_a_replication_by_value_is_that_of_files(sets, tmp_path, asked):
    old, new = sets
    frame = pd.concat([pd.DataFrame({"set": name, "id": range(len(old[name])), "old": old[name], "new": new[name]}) for name in old])
    path = tmp_path / "scores.csv"
    frame.to_csv(path, index=False)
    of_files = restrap.replicate(f"{path}:old", f"{path}:new", item="id", dataset="set", **asked)
    assert same(restrap.replicate(("old", old), ("new", new), **asked), of_files)
    assert same(restrap.replicate("old", "new", data=frame, item="id", dataset="set", **asked), of_files)
    assert same(restrap.replicate(("old", frame["old"]), ("new", frame["new"]), data=frame, dataset=frame["set"], **asked), of_files)
    tidy = frame.melt(["set", "id"], ["old", "new"], "model", "score")
    tidy["set"] = pd.Categorical(tidy["set"], list(old))
    tidy = tidy.sort_values("set", kind="stable").astype({"set": str})
    by_rows = restrap.replicate(restrap.from_frame(tidy, item="id", dataset="set"), **asked)
    assert same(by_rows, of_files)


def test_a_replication_says_on_which_data_sets(sets):
    old, new = sets
    replication = restrap.replicate(("old", old), ("new", new), ("lost", {"one": new["one"] - 1.0}))
    assert replication.baseline == "old" and replication.systems == ("new", "lost")
    assert [one.name for one in replication.datasets] == ["one", "two", "three"]
    cell = replication.cell("one", "new")
    alone = restrap.compare(old["one"], new["one"])
    assert (cell.difference, cell.pvalue) == (alone.difference, alone.pvalue) and cell.p_adjusted >= cell.pvalue
    mean = next(mean for mean in replication.means if mean.system == "new")
    assert mean.difference == pytest.approx(np.mean([(new[name] - old[name]).mean() for name in old]))
    count = next(count for count in replication.counts if count.system == "new")
    assert set(count.named) <= set(old) and count.k_bonferroni <= 3
    assert len(replication.heterogeneity) == 2 and len(replication.verdict) > 0
    assert replication.flat()["restrap/new/mean/difference"] == mean.difference
    assert restrap.load(replication.to_json()) == replication == pickle.loads(pickle.dumps(replication))
    assert "one" in replication.to_markdown() and "one" in str(replication)
    with pytest.raises(KeyError):
        replication.cell("four")


def test_a_replication_of_clusters_and_of_counts(sets, tmp_path):
    old, new = sets
    frame = pd.concat([pd.DataFrame({"set": name, "id": range(len(old[name])), "old": old[name], "new": new[name]}) for name in old])
    frame["doc"] = frame["id"] // 4
    path = tmp_path / "scores.csv"
    frame.to_csv(path, index=False)
    asked = {"item": "id", "dataset": "set", "cluster": "doc"}
    of_files = restrap.replicate(f"{path}:old", f"{path}:new", **asked)
    assert same(restrap.replicate("old", "new", data=frame, **asked), of_files)
    rng = np.random.default_rng(3)
    counts = [{name: rng.integers(0, 5, (40, 2)) + np.array([extra, 0]) for name in "uv"} for extra in (0, 2)]
    ratio = restrap.Metric(lambda sums: sums[:, 0] / sums[:, 1], columns=("hits", "all"), name="ratio")
    replication = restrap.replicate(*counts, metric=ratio, n_resamples=2000)
    first, second = (one["u"].sum(0) for one in counts)
    assert replication.cell("u").difference == pytest.approx(second[0] / second[1] - first[0] / first[1])


def test_what_a_replication_does_not_take(sets):
    old, new = sets
    with pytest.raises(restrap.InputError, match="several data sets, found values of one"):
        restrap.replicate(old["one"], new["one"])
    with pytest.raises(restrap.InputError, match="another system have, found none"):
        restrap.replicate(old, {"other": [1.0]})
    tidy = restrap.from_frame({"model": ["a", "b"], "qid": [1, 1], "score": [0, 1], "set": ["x", "x"]}, dataset="set")
    with pytest.raises(restrap.InputError, match="expected one data set, found a table of several"):
        restrap.compare(tidy)


def test_ctrl_c_in_a_ranking_gives_what_is_finished():
    rng = np.random.default_rng(0)
    systems = {f"s{at}": rng.normal(size=3000) for at in range(6)}
    timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt) as caught:
            restrap.rank(systems, exact="never", n_resamples=100_000_000)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    partial = getattr(caught.value, "partial", None)
    assert partial is None or 0 < partial.to_dict()["interrupted_after"] < 100_000_000


def test_a_margin_is_shown_on_each_data_set():
    old = {"easy": [1] * 90 + [0] * 10, "hard": [1] * 30 + [0] * 20}
    new = {"easy": [1] * 91 + [0] * 9, "hard": [1] * 10 + [0] * 40}
    result = restrap.replicate(("old", old), ("new", new), noninferior="5pt", require="noninferior").to_dict()
    assert [(one["name"], one["passed"]) for one in result["gate"]["systems"]] == [("new on easy", True), ("new on hard", False)]
    assert [cell["margin"]["shown"] for cell in result["cells"]] == [True, False]
    assert result["gate"]["passed"] is False
    with pytest.raises(restrap.NotApplicable, match="margin"):
        restrap.replicate(("old", old), ("new", new), require="noninferior")
