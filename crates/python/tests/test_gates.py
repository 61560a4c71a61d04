"""Gates pass, fail, or are undecided, and say what they found."""

from importlib.metadata import entry_points

import numpy as np
import pytest
import restrap
from restrap.testing import GateFailed, GateUndecided, assert_better, assert_not_worse

pytest_plugins = ["pytester"]
# The installed package brings it; named again where it is not.
PLUGIN = [] if any(point.value == "restrap._pytest" for point in entry_points(group="pytest11")) else ["-p", "restrap._pytest"]

OLD = [0, 1, 1, 1] * 100
WORSE = [0, 0, 1, 1] * 100
SAME = [*OLD[:-1], 0]


def test_a_gate_that_passes_gives_the_comparison():
    result = assert_not_worse(OLD, SAME, margin="5pt")
    assert result == restrap.compare(OLD, SAME, noninferior="5pt", require="noninferior")
    assert assert_better(WORSE, OLD).shown


def test_a_gate_that_fails_names_what_broke():
    with pytest.raises(GateFailed) as caught:
        assert_not_worse(("old", OLD), ("new", WORSE), margin="1pt")
    message = str(caught.value)
    assert message.startswith("noninferior failed: the opposite is significant\nnew − old: -0.25 on 400 items, 90% interval -0.2")
    assert "margin 1pt (0.01)" in message
    assert "broken items: 100 (1, 5, 9, " in message and ", ...)" in message
    assert "would show" not in message
    assert caught.value.comparison.gate.passed is False


def test_an_undecided_gate_says_how_many_items_would_tell():
    with pytest.raises(GateUndecided, match=r"if the systems are equally good and .* about [\d,]+ items in total"):
        assert_not_worse(OLD[:40], OLD[1:41], margin="3pt")
    with pytest.raises(GateUndecided, match="superior is undecided"):
        assert_better(OLD, SAME)


def test_pytest_counts_three_outcomes_and_lists_the_gates(pytester):
    pytester.makepyfile(f"""
        from restrap.testing import assert_better, assert_not_worse
        OLD, WORSE, SAME = {OLD}, {WORSE}, {SAME}

        def test_pass():
            assert_not_worse(OLD, SAME, margin="5pt")

        def test_fail():
            assert_not_worse(OLD, WORSE, margin="1pt")

        def test_undecided():
            assert_better(OLD, SAME)

        def test_other():
            assert True
    """)
    result = pytester.runpytest_subprocess(*PLUGIN, "--junitxml=junit.xml", "-p", "no:cacheprovider")
    out = result.stdout.str()
    assert "1 failed, 2 passed, 1 undecided" in out or ("1 undecided" in out and "1 failed" in out and "2 passed" in out)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "*gates of restrap*",
            "*test_pass: passed: system − baseline: -0.0025 on 400 items, 90% interval * margin 5pt (0.05)",
            "*test_undecided: undecided: system − baseline: *",
            "*test_fail: failed: system − baseline: -0.25 on 400 items, *",
        ]
    )
    junit = (pytester.path / "junit.xml").read_text(encoding="utf-8")
    assert junit.count('<property name="restrap"') == 3


def test_a_file_that_cannot_be_collected_is_told_as_ever(pytester):
    pytester.makepyfile("import no_such_module")
    result = pytester.runpytest_inprocess(*PLUGIN)
    result.stdout.fnmatch_lines(["*ModuleNotFoundError: No module named 'no_such_module'*"])
    result.assert_outcomes(errors=1)


def test_quality_and_cost_are_one_gate(tmp_path):
    rows = {
        "base": [(right, 1 + item % 7 / 10) for item, right in enumerate(OLD)],
        "new": [(right, (1 + item % 5 / 10) / 2.5) for item, right in enumerate(SAME)],
    }
    paths = []
    for name, scores in rows.items():
        paths.append(tmp_path / f"{name}.csv")
        lines = [f"q{item},{right},{cost}" for item, (right, cost) in enumerate(scores)]
        paths[-1].write_text("\n".join(["id,acc,cost", *lines]) + "\n")
    claims = {"noninferior": {"acc": "2pt"}, "superior": {"cost": "40%"}}
    result = restrap.compare(*map(str, paths), metric=["acc", "cost(lower)"], **claims)
    assert result.gate.passed is True
    assert [system.name for system in result.gate.systems] == ["new: acc noninferior by 2pt", "new: cost superior by 40%"]
    assert result == restrap.compare(*map(str, paths), metric="acc,cost(lower)", noninferior="acc=2pt", superior=["cost=40%"])
    assert restrap.compare(*map(str, paths), metric="cost(lower)", superior="70%", require="superior").gate.passed is False
    board = restrap.rank(*map(str, paths), metric="acc,cost(lower)")
    assert [system.name for system in board.systems] == ["base", "new"]
    with pytest.raises(ValueError, match="names a metric that is not compared"):
        restrap.compare(*map(str, paths), metric="acc,cost(lower)", superior={"price": "40%"})


def test_all_metrics_are_one_family_where_that_is_asked_for(tmp_path):
    random = np.random.default_rng(5)
    paths = []
    for name, gain in (("base", 0.0), ("new", 0.4)):
        path = tmp_path / f"{name}.csv"
        rows = [f"{item},{random.normal(gain):.3f},{random.normal(gain):.3f}" for item in range(40)]
        path.write_text("\n".join(["id,acc,cost", *rows]))
        paths.append(str(path))
    alone = restrap.compare(*paths, metric=["acc", "cost(lower)"])
    together = restrap.compare(*paths, metric=["acc", "cost(lower)"], family="all")
    told = together.to_dict()
    assert alone.p_adjusted is None and told["family"]["size"] == 2
    tests = [told["comparisons"][0]["tests"][0], told["also"][0]["comparisons"][0]["tests"][0]]
    least, other = sorted(test["pvalue"] for test in tests)
    expected = {least: min(1, 2 * least), other: max(min(1, 2 * least), other)}
    assert [test["p_adjusted"] for test in tests] == pytest.approx([expected[test["pvalue"]] for test in tests], rel=1e-6)
    with pytest.raises(restrap.NotApplicable, match="one metric is compared"):
        restrap.compare([1, 2, 3.5, 1], [2, 4, 3, 4.5], family="all")
