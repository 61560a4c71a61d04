"""Outcomes are values: they do not change, are equal by value, travel, and read back."""

import copy
import pickle

import pytest
import restrap

OLD = [0, 1, 0, 0, 1, 0, 1, 0, 1, 1]
NEW = [1, 1, 1, 1, 1, 1, 1, 0, 1, 0]
THIRD = [0, 0, 1, 0, 1, 0, 1, 0, 1, 1]


@pytest.fixture(
    params=[
        lambda: restrap.compare(OLD, NEW),
        lambda: restrap.compare(OLD, NEW, THIRD),
        lambda: restrap.compare(OLD, NEW, THIRD)[1],
        lambda: restrap.compare(OLD, NEW, by=["a", "b"] * 5).by["b"],
        lambda: restrap.ci(OLD),
        lambda: restrap.ci(OLD, NEW),
        lambda: restrap.ci(OLD, NEW)[1],
    ]
)
def outcome(request):
    return request.param


def test_an_outcome_is_equal_by_value_and_can_be_pickled(outcome):
    first, second = outcome(), outcome()
    assert first == second and hash(first) == hash(second) and first is not second
    for other in (pickle.loads(pickle.dumps(first)), copy.deepcopy(first)):
        assert other == first and type(other) is type(first) and repr(other) == repr(first)
    assert first != restrap.compare(NEW, OLD)


def test_an_outcome_does_not_change(outcome):
    result = outcome()
    for name in ("difference", "score", "pvalue", "anything"):
        with pytest.raises(AttributeError):
            setattr(result, name, 1.0)
    changed = result.to_dict()
    changed["schema"] = "other"
    assert result.to_dict()["schema"] != "other"


def test_a_saved_outcome_reads_back_equal(tmp_path):
    for result in (restrap.compare(OLD, NEW), restrap.compare(OLD, NEW, THIRD), restrap.ci(OLD), restrap.ci(OLD, NEW)):
        path = tmp_path / "saved.json"
        path.write_text(result.to_json() + "\n", encoding="utf-8")
        assert restrap.load(path) == restrap.load(str(path)) == restrap.load(result.to_json()) == result
    for text in ("{}", '{"schema": "restrap/other/1"}', "{"):
        with pytest.raises(restrap.InputError, match="expected the JSON of an outcome of restrap"):
            restrap.load(text)


def test_fields_are_those_of_the_json():
    result = restrap.compare(OLD, NEW, noninferior="5pt", require="noninferior")
    told = result.to_dict()["comparisons"][0]
    assert result.difference == told["difference"] == pytest.approx(0.3)
    assert result.improvement == told["improvement"]
    assert result.standard_error == told["standard_error"]
    assert result.confidence_interval == (told["interval"]["low"], told["interval"]["high"])
    assert (result.confidence_interval.low, result.confidence_interval.high) == result.confidence_interval
    assert result.pvalue == told["tests"][0]["pvalue"]
    assert result.tests[0].pvalue == result.pvalue and result.tests[0]["primary"] is True
    assert dict(result.effect) == told["effect"]
    assert result.margin.size == 0.05 and result.gate.require == "noninferior"
    assert result.verdict == told["verdict"] and result.report == result.to_dict()["report"]
    assert (result.baseline, result.system, result.n, result.shown) == ("baseline", "system", 10, told["shown"])
    with pytest.raises(AttributeError, match=r"expected one of cohen_dz, .*, found size"):
        getattr(result.effect, "size")
    assert result.flat()["restrap/system/difference"] == result.difference


def test_forms_are_those_of_the_command_line(told, tmp_path):
    import subprocess
    import sys

    table = tmp_path / "scores.csv"
    table.write_text("old,new,third\n" + "".join(f"{a},{b},{c}\n" for a, b, c in zip(OLD, NEW, THIRD)))
    result = restrap.compare(table)
    for form, text in [
        ("table", f"{result}\n"),
        ("markdown", result.to_markdown()),
        ("latex", result.to_latex()),
        ("csv", result.to_csv()),
        ("line", result.to_line() + "\n"),
    ]:
        ran = subprocess.run(
            [sys.executable, "-m", "restrap", "compare", table, "--output", form, "--no-host"],
            capture_output=True,
            text=True,
            check=True,
        )
        # What can be done next names the option as its door does, so that lines break elsewhere.
        of_program = ran.stdout.replace("--noninferior MARGIN", 'noninferior="MARGIN"')
        assert [word for word in text.split() if word != "%"] == [word for word in of_program.split() if word != "%"], form
    assert (
        str(restrap.ci(table)) + "\n"
        == subprocess.run([sys.executable, "-m", "restrap", "ci", table], capture_output=True, text=True, check=True).stdout
    )
    frame = result.to_frame()
    assert len(frame) == 2


def test_a_notebook_shows_names_as_text_alone():
    shown = restrap.compare(("<b>old", OLD), ("new", NEW))._repr_html_()
    assert "<b>old" not in shown and "&lt;b&gt;old" in shown


def test_several_comparisons_are_a_sequence_by_place_and_name():
    result = restrap.compare(OLD, ("new", NEW), ("third", THIRD))
    assert [one.system for one in result] == ["new", "third"] == list(result.systems)
    assert result["third"] == result[1] == result[-1] and result[:1] == (result[0],)
    assert result["new"].p_adjusted >= result["new"].pvalue
    for wrong, error in (("other", KeyError), (2, IndexError)):
        with pytest.raises(error):
            result[wrong]


def test_every_number_is_explained():
    said = restrap.compare([0, 1, 0, 0, 1, 0, 1, 0], [1, 1, 1, 1, 1, 1, 1, 0]).explain()
    assert set(said) >= {"score", "difference", "better, worse, tied", "p (permutation)"}
    assert "not the probability" in said["p (permutation)"]
    # Advice is words already.
    assert restrap.advise(facts="binary").explain() == {}
