"""What is given in memory: paired by key or label, with what is masked missing, and never answered for by something else."""

from typing import Any

import numpy as np
import pandas as pd
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
    with pytest.raises(restrap.InputError, match="found gold without items"):
        restrap.compare(keyed(OLD), keyed(NEW), metric="accuracy", gold=GOLD)
    with pytest.raises(restrap.InputError, match="found a set of gold"):
        restrap.score("accuracy", OLD[:2], gold={"a", "b"})
    with pytest.raises(restrap.InputError, match="found a set"):
        restrap.compare([1, 2, 3], {1.0, 2.0, 3.0})
    with pytest.raises(restrap.InputError, match="found item q7 in"):
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
    assert any("paired by the labels" in text for text in by_label.warnings)
    numbers = [1.0, 2.0, 4.0, 3.0, 2.5, 1.5, 0.5, 3.5]
    other = [2.0, 2.5, 3.0, 4.0, 3.5, 2.5, 1.0, 4.5]
    assert restrap.compare(series(numbers, plain), series(other, SHUFFLED)).difference == restrap.compare(numbers, other).difference
    with pytest.raises(restrap.InputError, match="none in common") as caught:
        restrap.compare(series(numbers, plain), pd.Series(other, index=[f"x{at}" for at in plain]))
    assert "to_numpy" in caught.value.hint


def test_what_is_masked_is_missing():
    mask = [False, True, False, False, False]
    masked = np.ma.array([1.0, 2.0, 3.0, 4.0, 7.0], mask=mask)
    whole = [1.0, 5.0, 3.0, 4.0, 9.0]
    for given in (masked, np.ma.array([1, 2, 3, 4, 7], mask=mask)):
        with pytest.raises(restrap.InputError, match="NaN"):
            restrap.compare(given, whole)
        assert restrap.compare(given, whole, missing="drop").n == 4
        with pytest.raises(restrap.InputError, match="NaN"):
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
    with pytest.raises(restrap.InputError, match="masked"):
        restrap.compare(whole, whole[::-1], cluster=np.ma.array([1, 1, 2, 2, 3], mask=mask))


def test_no_metric_is_answered_for_by_the_mean():
    skewed = [1.0, 2.0, 3.0, 10.0, 50.0]
    for metric in ("median", "quantile(p=0.9)"):
        with pytest.raises(restrap.InputError, match="has no interval of one system"):
            restrap.ci(skewed, metric=metric)
    sets = [{"easy": [1.0, 2.0, 3.0, 40.0], "hard": [1.0, 2.0, 3.0, 4.0]}, {"easy": [2.0, 3.0, 4.0, 50.0], "hard": [2.0, 3.0, 4.0, 5.5]}]
    old, new = (("old", sets[0]), ("new", sets[1]))
    with pytest.raises(restrap.InputError, match="computed from files"):
        restrap.replicate(old, new, metric="quantile(p=0.9)")
    lower = restrap.replicate(old, new, metric="mean(lower)").to_dict()
    assert lower["metrics"][0]["higher_is_better"] is False
