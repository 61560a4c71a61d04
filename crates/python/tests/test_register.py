"""`register`, and `replicate` of a study that was registered."""

import os

import pytest
import restrap

STUDY = """metrics = ["acc"]
[systems]
base = "Base"
ours = "Ours"
[datasets.news.scores]
acc = "{system}.txt"
"""


@pytest.fixture
def study(tmp_path):
    (tmp_path / "base.txt").write_text("0\n" * 12)
    (tmp_path / "ours.txt").write_text("1\n" * 9 + "0\n" * 3)
    path = tmp_path / "STUDY.toml"
    path.write_text(STUDY)
    return path


def told(replication):
    return [(one.what, one.registered, one.run) for one in replication.registered.departures]


def test_a_study_is_registered_and_run(study):
    registration = restrap.register(study, alpha=0.01, alternative="better", require="superior")
    assert registration.plan.request.request.question.alpha == 0.01
    assert repr(registration) == f"<Answer: STUDY.toml registered, digest {registration.digest[:16]}>"
    kept = restrap.load(study.with_suffix(".registered.json"))
    assert kept.digest == registration.digest and "digest" in kept.to_html() and kept.to_markdown()
    replication = restrap.replicate(os.fspath(study), registered=True)
    assert (told(replication), replication.registered.digest) == ([], registration.digest)
    assert replication.gate.passed is True
    assert "As registered (digest " in replication.to_markdown()
    # The same is no departure, another is one; and nobody is held to what was not asked for.
    assert told(restrap.replicate(os.fspath(study), registered=True, alpha=0.01)) == []
    departs = restrap.replicate(os.fspath(study), registered=True, alpha=0.05, confidence=0.99, seed=3)
    assert told(departs) == [("seed", "0", "3"), ("alpha", "0.01", "0.05")]
    assert restrap.replicate(os.fspath(study)).registered is None


def test_what_is_not_registered_is_refused(study):
    with pytest.raises(restrap.InputError, match="expected a registration of"):
        restrap.replicate(os.fspath(study), registered=True)
    with pytest.raises(restrap.InputError, match="goes with a study file"):
        restrap.replicate("{dataset}.txt", "{dataset}.csv", registered=True)
    restrap.register(study)
    with pytest.raises(restrap.InputError, match="not registered"):
        restrap.register(study)
    with pytest.raises(TypeError, match="unexpected keyword argument 'margin'"):
        restrap.register(study, margin=1)


@pytest.mark.parametrize(
    "asked",
    [
        {"metric": "bleu"},
        {"baseline": "Ours"},
        {"item": "id"},
        {"cluster": "doc"},
        {"where": "doc=1"},
        {"missing": "drop"},
        {"repeat": "epoch"},
        {"seed_col": "run"},
        {"gold": "ours.txt"},
        {"long": "system=a,item=b,score=c"},
    ],
)
def test_what_a_study_says_itself_is_not_passed_over(study, asked):
    restrap.register(study)
    for more in ({}, {"registered": True}):
        with pytest.raises(restrap.InputError, match=f"how it is scored, found {next(iter(asked))}"):
            restrap.replicate(os.fspath(study), **asked, **more)
        assert restrap.replicate(os.fspath(study), **more).cells
