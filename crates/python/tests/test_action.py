"""The step of the GitHub Action runs as a workflow would run it."""

import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

GATE = ROOT / ".github" / "actions" / "compare" / "gate.sh"
OLD = [0, 1, 1, 1] * 100


@pytest.fixture
def run(tmp_path):
    """Runs the step in a folder with two files of scores; its exit code, summary and output."""
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, words in (("python", ""), ("restrap", "-m restrap")):
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        (programs / name).chmod(0o755)

    def step(new, without=(), **inputs):
        for name in without:
            (programs / name).unlink(missing_ok=True)
        for name, scores in (("old", OLD), ("new", new)):
            rows = "".join(f"q{item},{score}\n" for item, score in enumerate(scores))
            (tmp_path / f"{name}.csv").write_text(f"id,acc\n{rows}")
        given = {
            "BASELINE": "old.csv:acc", "SYSTEM": "new.csv:acc", "ITEM": "id", "REQUIRE": "noninferior", "MARGIN": "1pt", "REPORT": "report",
            "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"), "GITHUB_OUTPUT": str(tmp_path / "output"), **inputs,
        }  # fmt: skip
        environment = {**os.environ, **given, "PATH": f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin"}
        ran = subprocess.run(["bash", GATE], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        texts = [path.read_text() if (path := tmp_path / name).exists() else "" for name in ("summary.md", "output")]
        return ran.returncode, *texts, ran.stderr

    return step


def test_a_gate_that_passes_ends_with_0(run, tmp_path):
    code, summary, output, _ = run(OLD, MARGIN="5pt")
    assert (code, output) == (0, "report=report\npassed=true\n")
    assert summary.startswith("**gate passed: noninferior required**") and "| new" in summary
    page = (tmp_path / "report" / "comparison.html").read_text()
    assert page.lower().startswith("<!doctype html>") and "<table" in page


def test_a_gate_that_fails_ends_with_10(run):
    code, summary, output, told = run([0, 0, 1, 1] * 100)
    assert (code, output) == (10, "report=report\npassed=false\n")
    assert "gate failed: noninferior required" in told and "|" in summary


def test_an_undecided_gate_ends_with_11_unless_it_may_pass(run):
    new = [*OLD[:-1], 0]
    code, _, output, told = run(new, MARGIN="0.1pt")
    assert (code, output) == (11, "report=report\npassed=undecided\n")
    assert "gate undecided" in told
    assert run(new, MARGIN="0.1pt", UNDECIDED="pass")[0] == 0
    assert run(new, REQUIRE="superior", MARGIN="", OPTIONS="--test t --alpha 0.01")[0] == 11


def test_files_that_are_not_there_end_the_step(run):
    code, summary, output, told = run(OLD, SYSTEM="other.csv")
    assert (code, output) == (1, "report=report\n")
    assert "no such file" in told
    assert summary.startswith("**No comparison: restrap ended with exit code 1.**") and "no such file" in summary


def test_the_wheel_is_enough_and_without_it_the_summary_says_what_to_install(run):
    assert run(OLD, MARGIN="5pt", without=["restrap"])[0] == 0
    code, summary, output, _ = run(OLD, without=["restrap", "python"])
    assert (code, output.splitlines()[-1]) == (127, "report=report")
    # The summary of the first step is above it.
    assert "\n**restrap is not installed.** Install its wheel" in summary


def test_a_job_uses_it_twice_with_cost_beside_quality(run, tmp_path):
    def table(cost):
        return "id,acc,cost\n" + "".join(f"q{item},{score},{cost + item * cost % 7 / 10}\n" for item, score in enumerate(OLD))

    (tmp_path / "large.csv").write_text(table(9))
    (tmp_path / "small.csv").write_text(table(3))
    both = {"BASELINE": "large.csv", "SYSTEM": "small.csv", "REQUIRE": "", "REPORT": ""}
    metrics = "--metric acc,cost(lower)"
    first, summary, output, told = run(OLD, **both, MARGIN="acc=1pt", OPTIONS=f"{metrics} --superior cost=40%")
    assert (first, output) == (0, "report=restrap-report\npassed=true\n"), told
    assert "acc noninferior by 1pt" in summary and "cost superior by 40%" in summary
    # The other way round is dearer.
    turned = {**both, "BASELINE": "small.csv", "SYSTEM": "large.csv"}
    second, _, output, _ = run(OLD, **turned, MARGIN="acc=1pt cost=5%", OPTIONS=metrics)
    assert (second, output.splitlines()[2:]) == (10, ["report=restrap-report-2", "passed=false"])
    assert {path.name for path in tmp_path.glob("restrap-report*/comparison.html")} == {"comparison.html"}
    assert len(list(tmp_path.glob("restrap-report*/comparison.json"))) == 2


def test_margins_and_options_may_stand_on_lines_of_their_own(run, tmp_path):
    def table(cost):
        return "id,acc,the cost\n" + "".join(f"q{item},{score},{cost + item * cost % 7 / 10}\n" for item, score in enumerate(OLD))

    (tmp_path / "large.csv").write_text(table(9))
    (tmp_path / "small.csv").write_text(table(3))
    inputs = {
        "BASELINE": "large.csv", "SYSTEM": "small.csv", "REQUIRE": "",
        "MARGIN": "acc=5pt\n'the cost=5%'\n",
        "OPTIONS": "--metric 'acc,the cost(lower)'\n--alpha 0.01\n--seed 7\n",
    }  # fmt: skip
    code, summary, output, told = run(OLD, **inputs)
    assert (code, output) == (0, "report=report\npassed=true\n"), told
    assert "acc noninferior by 5pt" in summary and "the cost noninferior by 5%" in summary
    code, summary, output, _ = run(OLD, **{**inputs, "OPTIONS": "--metric 'acc"})
    assert (code, output) == (2, "report=report\npassed=true\nreport=report\n")
    assert "The input options has a quote without its other half" in summary


def test_a_margin_without_a_requirement_is_of_noninferiority_and_no_gate_says_so(run):
    code, _, output, _ = run(OLD, REQUIRE="", MARGIN="5pt")
    assert (code, output) == (0, "report=report\npassed=none\n")
    code, _, output, _ = run([0, 0, 1, 1] * 100, REQUIRE="", MARGIN="", OPTIONS="--forbid inferior --noninferior 1pt")
    assert (code, output.splitlines()[-1]) == (10, "passed=false")
