"""A metric of your own is drawn, tested and told as the same metric of the engine."""

import csv

import numpy as np
import pandas as pd
import pytest
import restrap
from conftest import DATASETS

COUNTS = [DATASETS / "outputs" / f"{name}-counts.csv" for name in ("baseline", "system")]


def f1(sums):
    tp, fp, fn = sums.T
    return 2 * tp / (2 * tp + fp + fn)


def counts(path):
    with open(path, newline="", encoding="utf-8") as file:
        return np.array([[int(row[name]) for name in ("tp", "fp", "fn")] for row in csv.DictReader(file)])


@pytest.mark.parametrize(
    "keywords",
    [
        {},
        {"test": "bootstrap", "interval": "percentile"},
        {"exact": "never", "n_resamples": 3000, "interval": "basic", "seed": 5},
        {"noninferior": "5pt"},
        {"alternative": "better", "interval": "none"},
    ],
)
def test_f1_of_python_is_the_formula_of_the_engine(keywords):
    rng = np.random.default_rng(4)
    old, new = rng.integers(0, 4, (200, 3)), rng.integers(0, 4, (200, 3))
    new[:, 0] += rng.integers(0, 2, 200)
    path_of = {}
    result = restrap.compare(("old", old), ("new", new), metric=restrap.Metric(f1), **keywords)

    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for name, values in (("old", old), ("new", new)):
            path_of[name] = f"{folder}/{name}.csv"
            pd.DataFrame(values, columns=["tp", "fp", "fn"]).to_csv(path_of[name], index=False)
        of_engine = restrap.compare(
            f"old={path_of['old']}",
            f"new={path_of['new']}",
            metric="formula(columns=tp|fp|fn,formula=2*tp/(2*tp+fp+fn))",
            **keywords,
        )
    for name in ("difference", "confidence_interval", "pvalue", "standard_error", "n", "shown"):
        assert getattr(result, name) == getattr(of_engine, name), name
    assert dict(result.effect) == dict(of_engine.effect)


def test_frames_and_clusters_go_with_it():
    frame = pd.DataFrame(counts(COUNTS[0]), columns=["tp", "fp", "fn"])
    other = pd.DataFrame(counts(COUNTS[1]), columns=["tp", "fp", "fn"])
    metric = restrap.Metric(f1)
    assert restrap.compare(frame, other, metric=metric) == restrap.compare(frame.to_numpy(), other.to_numpy(), metric=metric)
    groups = [f"d{i // 2}" for i in range(len(frame))]
    clustered = restrap.compare(frame, other, metric=metric, cluster=groups)
    assert clustered.to_dict()["unit"] == "cluster"
    by = restrap.compare(frame, other, metric=metric, by=["a", "b"] * (len(frame) // 2) + ["a"] * (len(frame) % 2))
    assert set(by.by) == {"a", "b"}


def test_what_a_function_does_wrong_is_raised():
    old, new = counts(COUNTS[0]), counts(COUNTS[1])

    def broken(sums):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        restrap.compare(old, new, metric=restrap.Metric(broken))
    with pytest.raises(restrap.InputError, match=r"expected \d+ values of <lambda>, one per row of sums"):
        restrap.compare(old, new, metric=restrap.Metric(lambda sums: 1.0))
    with pytest.raises(restrap.InputError, match="expected whole numbers as tp of baseline, found float64"):
        restrap.compare(old + 0.5, new, metric=restrap.Metric(f1))
    with pytest.raises(restrap.InputError, match=r"expected 3 counts per item of baseline \(tp, fp, fn\), found shape"):
        restrap.compare(old[:, :2], new, metric=restrap.Metric(f1))
    with pytest.raises(restrap.InputError, match="undefined"):
        restrap.compare(old * 0, new, metric=restrap.Metric(f1))


def test_the_function_is_called_with_many_resamples_at_once():
    calls = []

    def counted(sums):
        calls.append(len(sums))
        return f1(sums)

    rng = np.random.default_rng(4)
    old, new = rng.integers(0, 4, (5000, 3)), rng.integers(0, 4, (5000, 3))
    restrap.compare(old, new, metric=restrap.Metric(counted), exact="never", n_resamples=10_000, interval="none", test="bootstrap")
    assert sum(calls) > 20_000
    assert len(calls) < 5_000
