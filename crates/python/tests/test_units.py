"""Units beyond the item are those of the command line."""

import numpy as np
import pandas as pd
import pytest
import restrap
from conftest import in_keywords

RNG = np.random.default_rng(8)


@pytest.fixture
def files(tmp_path):
    """Scores of folds, ratings, crossed groups, votes, and human labels of some items."""
    for name in ("old", "new"):
        (tmp_path / f"{name}.txt").write_text("".join(f"{score:.3f}\n" for score in RNG.normal(0.8 + 0.02 * (name == "new"), 0.02, 10)))
    rows = [(f"i{item}", f"r{rater}") for item in range(12) for rater in range(4)]
    rated = pd.DataFrame(rows, columns=["item", "rater"])
    rated["old"], rated["new"] = RNG.integers(1, 6, 48), RNG.integers(2, 6, 48)
    rated.to_csv(tmp_path / "rated.csv", index=False)
    crossed = pd.DataFrame({"prompt": [f"p{i % 8}" for i in range(64)], "topic": [f"t{i // 8}" for i in range(64)]})
    crossed["old"], crossed["new"] = RNG.random(64).round(3), RNG.random(64).round(3)
    crossed.to_csv(tmp_path / "crossed.csv", index=False)
    votes = pd.DataFrame({"left": ["old", "new"] * 30, "right": ["new", "old"] * 30, "winner": RNG.choice(["left", "right", "tie"], 60)})
    votes.to_csv(tmp_path / "votes.csv", index=False)
    return tmp_path


CASES = [
    (["old.txt", "new.txt"], {"over": "folds"}, ["--over", "folds"]),
    (["old.txt", "new.txt"], {"over": "splits", "test_fraction": 0.2}, ["--over", "splits", "--test-fraction", 0.2]),
    (["old.txt", "new.txt"], {"over": "seeds"}, ["--over", "seeds"]),
    (["old.txt", "new.txt"], {"over": "folds", "test": "5x2cv"}, ["--over", "folds", "--test", "5x2cv"]),
    (["rated.csv:old", "rated.csv:new"], {"item": "item", "judge": "rater"}, ["--id", "item", "--judge", "rater"]),
    (["crossed.csv:old", "crossed.csv:new"], {"cluster": ["prompt", "topic"], "test": "t"}, ["--cluster", "prompt,topic", "--test", "t"]),
    (
        ["crossed.csv:old", "crossed.csv:new"],
        {"cluster": "topic", "cluster_weight": "equal", "test": "t"},
        ["--cluster", "topic", "--cluster-weight", "equal", "--test", "t"],
    ),
    (["votes.csv"], {"votes": "left=left,right=right,winner=winner"}, ["--votes", "left=left,right=right,winner=winner"]),
]


@pytest.mark.parametrize(("systems", "keywords", "words"), CASES)
def test_units_in_files_are_those_of_the_command_line(files, told, systems, keywords, words, monkeypatch):
    monkeypatch.chdir(files)
    of_program = told("compare", *systems, *words, "--no-host", "--quiet")
    assert restrap.compare(*systems, **keywords).to_json() == in_keywords(of_program)


def test_units_in_columns_are_those_of_files(files):
    old, new = (np.loadtxt(files / f"{name}.txt") for name in ("old", "new"))
    for keywords in ({"over": "folds"}, {"over": "seeds"}, {"over": "splits", "test_fraction": 0.2}):
        of_files = restrap.compare(files / "old.txt", files / "new.txt", **keywords).to_dict()
        of_columns = restrap.compare(("old", old), ("new", new), **keywords).to_dict()
        assert {**of_columns, "inputs": of_files["inputs"]} == of_files
    frame = pd.read_csv(files / "rated.csv")
    of_file = restrap.compare(f"{files}/rated.csv:old", f"{files}/rated.csv:new", item="item", judge="rater").to_dict()
    of_frame = restrap.compare("old", "new", data=frame, item="item", judge="rater").to_dict()
    assert {**of_frame, "inputs": of_file["inputs"]} == of_file
    with pytest.raises(restrap.NotApplicable, match="test_fraction needs values of folds or splits"):
        restrap.compare(old, new, test_fraction=0.2)
