"""Any function as a metric, metrics alone, p-values, and what people of other packages type."""

from __future__ import annotations

import functools
import re

import numpy as np
import pandas as pd
import pytest
import restrap
from sklearn.metrics import (
    balanced_accuracy_score,
    brier_score_loss,
    f1_score,
    log_loss,
    ndcg_score,
    roc_auc_score,
    top_k_accuracy_score,
)

RNG = np.random.default_rng(7)
GOLD = RNG.integers(0, 2, 120)
OLD, NEW = (np.where(RNG.random(120) < right, GOLD, 1 - GOLD) for right in (0.65, 0.8))
PROBABLE = [np.clip(0.3 * GOLD + RNG.random(120) * 0.7, 0, 1), np.clip(0.5 * GOLD + RNG.random(120) * 0.5, 0, 1)]
BINARY = [(RNG.random(60) < share).astype(float) for share in (0.6, 0.75)]


def test_functions_of_scikit_learn_are_known_where_they_can_be():
    result = restrap.compare(OLD, NEW, gold=GOLD, metric=f1_score)
    assert result.to_dict()["metric"]["full_name"] == "f1(average=binary,positive=1)"
    assert any("f1_score of scikit-learn is computed as" in warning for warning in result.warnings)
    assert "computed-natively" in result.warning_codes
    macro = functools.partial(f1_score, average="macro")
    result = restrap.compare(OLD, NEW, gold=GOLD, metric=macro)
    assert result.difference == pytest.approx(macro(GOLD, NEW) - macro(GOLD, OLD), abs=1e-9)
    area = restrap.compare(*PROBABLE, gold=GOLD, metric=roc_auc_score)
    assert area.to_dict()["metric"]["name"] == "roc-auc"
    assert area.difference == pytest.approx(roc_auc_score(GOLD, PROBABLE[1]) - roc_auc_score(GOLD, PROBABLE[0]), abs=1e-9)


CLASSES = RNG.integers(0, 3, 90)
SCORES = [(lambda raw: raw / raw.sum(axis=1, keepdims=True))(RNG.random((90, 3)) + lift * np.eye(3)[CLASSES]) for lift in (0.4, 0.8)]


@pytest.mark.parametrize(
    ("metric", "function"),
    [
        ("log-loss", log_loss),
        ("brier", brier_score_loss),
        ("top-accuracy@2", top_k_accuracy_score),
        ("roc-auc(multi-class=ovo)", functools.partial(roc_auc_score, multi_class="ovo")),
        ("roc-auc(average=weighted)", functools.partial(roc_auc_score, multi_class="ovr", average="weighted")),
    ],
)
def test_scores_of_several_classes_are_rows_of_an_array_or_columns_of_a_frame(metric, function):
    words = np.array(["cat", "dog", "eel"])[CLASSES]
    names = ["eel", "cat", "dog"]
    frames = [pd.DataFrame(scores[:, [2, 0, 1]], columns=names) for scores in SCORES]
    results = [
        restrap.compare(*SCORES, gold=CLASSES, metric=metric),
        restrap.compare(*frames, gold=words, metric=metric),
        restrap.compare(*SCORES, gold=CLASSES, metric=function),
    ]
    for result in results:
        assert result.difference == pytest.approx(function(CLASSES, SCORES[1]) - function(CLASSES, SCORES[0]), abs=1e-9)
        assert result.pvalue == results[0].pvalue
    assert restrap.ci(SCORES[1], gold=CLASSES, metric=metric).score == pytest.approx(function(CLASSES, SCORES[1]), abs=1e-9)
    with pytest.raises(restrap.InputError, match="scores of 2 classes"):
        restrap.compare(*SCORES, gold=CLASSES % 2, metric=metric)


@pytest.mark.parametrize(
    "metric",
    [lambda gold, said: float(np.mean(gold == said)), functools.partial(balanced_accuracy_score, adjusted=True), lambda gold, said: f1_score(gold, said)],
)
def test_a_function_has_the_value_and_the_law_of_a_hand_written_loop(metric):
    result = restrap.compare(OLD, NEW, gold=GOLD, metric=metric, n_resamples=999)
    assert result.difference == pytest.approx(metric(GOLD, NEW) - metric(GOLD, OLD), abs=1e-12)
    rng, reached, observed = np.random.default_rng(0), 0, metric(GOLD, NEW) - metric(GOLD, OLD)
    for _ in range(999):
        moved = rng.random(len(GOLD)) < 0.5
        difference = metric(GOLD, np.where(moved, OLD, NEW)) - metric(GOLD, np.where(moved, NEW, OLD))
        reached += abs(difference) >= abs(observed) - 1e-12
    p = (reached + 1) / 1000
    # Both are of 999 draws.
    assert abs(result.pvalue - p) < 5 * np.sqrt(2 * max(p * (1 - p), 1e-3) / 999)


def test_the_number_of_draws_grows_only_where_the_decision_is_open():
    plain = restrap.compare(OLD, NEW, gold=GOLD, metric=lambda gold, said: float(np.mean(gold == said)))
    assert plain.tests[0].resamples in (999, 9_999, 99_999)
    low, high = plain.tests[0].pvalue_interval
    assert plain.tests[0].resamples == 99_999 or not low <= 0.05 <= high


def test_weights_are_used_where_they_are_repetitions():
    def weighs(gold, said, sample_weight=None):
        return float(np.average(gold == said, weights=sample_weight))

    def lies(gold, said, sample_weight=None):
        return float(np.mean(gold == said))

    told = [restrap.compare(OLD, NEW, gold=GOLD, metric=fn, test="bootstrap", interval="percentile", n_resamples=999) for fn in (weighs, lies)]
    assert [one.to_dict()["metric"]["signature"].endswith("(weights)") for one in told] == [True, False]
    assert told[0].pvalue == told[1].pvalue and told[0].confidence_interval == pytest.approx(told[1].confidence_interval)


def test_answers_may_have_several_columns():
    gold, one, other = (RNG.random((40, 6)) for _ in range(3))
    result = restrap.compare(one, other, gold=gold, metric=ndcg_score, n_resamples=199)
    assert result.difference == pytest.approx(ndcg_score(gold, other) - ndcg_score(gold, one))


def test_what_goes_wrong_in_a_function_is_told():
    def raises(gold, said):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        restrap.compare(OLD, NEW, gold=GOLD, metric=raises)
    with pytest.raises(restrap.Error, match="undefined"):
        restrap.compare(OLD, NEW, gold=GOLD, metric=lambda gold, said: float("nan"))
    with pytest.raises(restrap.InputError, match="one number"):
        restrap.compare(OLD, NEW, gold=GOLD, metric=lambda gold, said: [1, 2])
    with pytest.raises(restrap.InputError, match="found no right answers"):
        restrap.compare(OLD, NEW, metric=lambda gold, said: 1.0)
    with pytest.raises(restrap.InputError, match="found 120 in baseline and 50 in system"):
        restrap.compare(OLD, NEW[:50], gold=GOLD, metric=lambda gold, said: 1.0)


def test_what_was_not_counted_is_not_told():
    result = restrap.compare(OLD, NEW, gold=GOLD, metric=lambda gold, said: float(np.mean(gold == said)))
    assert "better, 0 worse" not in str(result) and "P(better)" not in str(result)
    for call in (restrap.rank, lambda *given, metric, gold: restrap.score(metric, *given, gold=gold)):
        with pytest.raises(restrap.InputError, match="goes with compare and ci"):
            call(OLD, NEW, gold=GOLD, metric=lambda gold, said: 1.0)


def test_a_system_alone_has_an_interval_by_any_metric():
    own = restrap.ci(NEW, gold=GOLD, metric="f1(average=macro)")
    pair = restrap.compare(OLD, NEW, gold=GOLD, metric="f1(average=macro)").to_dict()["systems"][1]
    assert own.score == pytest.approx(pair["score"])
    assert own.confidence_interval == pytest.approx((pair["interval"]["low"], pair["interval"]["high"]))
    several = restrap.ci({"old": OLD, "new": NEW}, gold=GOLD, metric=["f1(average=macro)", "mcc"])
    assert [(one.name, one.metric) for one in several] == [("old", "f1"), ("old", "mcc"), ("new", "f1"), ("new", "mcc")]
    called = restrap.ci(NEW, gold=GOLD, metric=lambda gold, said: float(np.mean(gold == said)))
    assert called.score == pytest.approx(np.mean(GOLD == NEW))
    assert called.confidence_interval.low < called.score < called.confidence_interval.high
    groups = ["a" if item < 60 else "b" for item in range(120)]
    parts = restrap.ci(NEW, gold=GOLD, metric="accuracy", by=groups)
    assert [one.group for one in parts] == [None, "a", "b"]
    assert parts[1].score == pytest.approx(np.mean(GOLD[:60] == NEW[:60]))
    texts = ["the cat sat", "a dog ran off", "we saw the sea"] * 3
    assert restrap.ci(texts, references=texts, metric="chrf").score == pytest.approx(100)


def test_p_values_are_adjusted():
    answer = restrap.adjust([0.01, 0.02, "<.001"], adjust="fdr_bh")
    assert [row.p_adjusted for row in answer.rows] == [0.015, 0.02, 0.003]
    series = restrap.adjust(pd.Series([0.01, 0.2], index=["mt", "qa"]), independent=True)
    assert [row.name for row in series.rows] == ["mt", "qa"] and [one.method for one in series.combined] == ["fisher", "stouffer"]
    with pytest.raises(restrap.InputError, match="above 0") as refused:
        restrap.adjust({"mt": 0.0})
    assert "no test gives 0" in refused.value.hint


@pytest.mark.parametrize(
    ("keywords", "meant"),
    [
        ({"random_state": 0}, "seed"), ({"n_boot": 99}, "n_resamples"), ({"confidence_level": 0.9}, "confidence"), ({"y_true": GOLD}, "gold"),
        ({"groups": "x"}, "cluster"), ({"verbose": True}, "progress"), ({"average": "macro"}, 'metric="f1(average=macro)"'), ({"method": "BCa"}, "interval="),
        ({"paired": False}, "unpaired=True"),
    ],
)  # fmt: skip
def test_keywords_of_other_packages_name_the_one_that_is_meant(keywords, meant):
    with pytest.raises(TypeError) as refused:
        restrap.compare(*BINARY, **keywords)
    assert meant in str(refused.value)


@pytest.mark.parametrize(
    ("metric", "meant"),
    [("macro-f1", "f1(average=macro)"), ("auc", "roc-auc or pr-auc"), ("f1_score", "f1"), ("sacrebleu", "bleu")],
)
def test_metrics_of_other_packages_name_the_one_that_is_meant(metric, meant):
    try:
        found = restrap.compare(OLD, NEW, gold=GOLD, metric=metric)
    except ValueError as refused:
        assert meant in str(refused)
    else:
        pytest.fail(f"{found!r}")


def test_scorers_of_scikit_learn_are_read():
    for scorer, metric in [("f1_macro", "f1(average=macro)"), ("balanced_accuracy", "balanced-accuracy"), ("matthews_corrcoef", "mcc")]:
        assert restrap.compare(OLD, NEW, gold=GOLD, metric=scorer) == restrap.compare(OLD, NEW, gold=GOLD, metric=metric)


def test_words_of_scipy_are_read():
    assert restrap.compare(*BINARY, test="ttest_rel").tests[0].name == "t"
    assert restrap.compare(*BINARY, test="bootstrap", interval="BCa", n_resamples=99).to_dict()["comparisons"][0]["interval"]["method"] == "bca"


def test_an_answer_is_neither_true_nor_false():
    result = restrap.compare(*BINARY)
    with pytest.raises(TypeError, match="result.shown"):
        bool(result)
    for name, meant in [("p_value", "pvalue"), ("ci", "confidence_interval"), ("to_dataframe", "to_frame"), ("summary", "report")]:
        with pytest.raises(AttributeError, match=meant):
            getattr(result, name)


def test_frames_are_systems_by_their_columns():
    frame = pd.DataFrame({"base": BINARY[0], "new": BINARY[1], "topic": ["t"] * 60})
    assert restrap.compare(frame).pvalue == restrap.compare(*BINARY).pvalue
    assert [one.name for one in restrap.ci(frame)] == ["base", "new"]
    assert restrap.rank(frame).to_dict()["systems"][0]["name"] in ("base", "new")


KEYED = [dict(enumerate(np.linspace(0, 1, 12))), {item: 0.5 for item in range(12) if item != 3}]


@pytest.mark.parametrize(
    "call",
    [
        lambda **more: restrap.compare(*KEYED, **more),
        lambda **more: restrap.compare(*BINARY, require="noninferior", **more),
        lambda metric="f1": restrap.compare(list("abcab" * 6), list("abcaa" * 6), gold=list("abcab" * 6), metric=metric),
        lambda **more: restrap.power.plan(gain=0.02, simulations=0, **more),
    ],
)
def test_what_a_hint_says_works_when_it_is_pasted(call):
    with pytest.raises(restrap.InputError) as refused:
        call()
    pasted = re.search(r"\b(\w+=(?:\"[^\"]*\"|[\w.]+))", refused.value.hint)
    assert pasted is not None, refused.value.hint
    # Dots stand for the metric that was named.
    call(**eval(f"dict({pasted.group(1).replace('...', 'f1')})"))


def test_a_plan_names_the_keyword_before_what_it_lacks():
    with pytest.raises(TypeError, match="'effect'; did you mean gain"):
        restrap.power.plan(effect=0.1)


def test_arrays_of_numbers_are_read_as_their_texts_are():
    old, new = PROBABLE
    arrays = restrap.compare(old, new, gold=GOLD, metric="roc-auc,brier")
    for given in (list(map(list, (old, new, GOLD))), [pd.Series(each) for each in (old, new, GOLD)]):
        texts = restrap.compare(given[0], given[1], gold=given[2], metric="roc-auc,brier")
        assert (texts.difference, texts.pvalue) == (arrays.difference, arrays.pvalue)
    # Narrow ones stand for the decimals that they print.
    narrow = [np.round(each, 2).astype(np.float32) for each in (old, new)]
    wide = [np.round(each.astype(float), 2) for each in narrow]
    assert restrap.compare(*narrow, gold=GOLD, metric="brier").difference == restrap.compare(*wide, gold=GOLD, metric="brier").difference
    missing = old.copy()
    missing[3] = np.nan
    with pytest.raises(restrap.InputError):
        restrap.compare(missing, new, gold=GOLD, metric="roc-auc")
    with pytest.raises(restrap.InputError, match="119"):
        restrap.compare(old[1:], new, gold=GOLD, metric="roc-auc")


def test_calibration_error_takes_off_what_chance_adds():
    debiased, plain = (restrap.score(metric, PROBABLE[0], gold=GOLD).to_dict()["systems"][0]["score"] for metric in ("ece", "ece(plain)"))
    edges = np.arange(1, 15) / 15
    place = np.searchsorted(edges, PROBABLE[0])
    by_hand = sum(abs((PROBABLE[0] - GOLD)[place == one].sum()) for one in range(15)) / len(GOLD)
    assert plain == pytest.approx(by_hand, abs=1e-9)
    assert debiased < plain
