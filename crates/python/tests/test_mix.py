"""Populations of a stated mix, and sub-populations of texts with tokens off a list."""

import numpy as np
import pytest
import restrap

MIX = "lang=de:0.2,fr:0.8"


@pytest.fixture
def frame():
    rng = np.random.default_rng(5)
    items = 60
    lang = np.where(np.arange(items) % 3 == 0, "fr", "de")
    base = rng.integers(0, 10, items) / 10
    return {"lang": lang.tolist(), "base": base, "new": base + rng.integers(-2, 4, items) / 10, "text": ["the cat", "a dog"] * 30}


def write(folder, frame):
    path = folder / "x.csv"
    rows = zip(*(np.asarray(column).tolist() for column in frame.values()))
    path.write_text("\n".join([",".join(frame), *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


def test_groups_weigh_as_the_mix_says(frame, tmp_path):
    d = frame["new"] - frame["base"]
    is_fr = np.array(frame["lang"]) == "fr"
    found = restrap.compare("base", "new", data=frame, mix=MIX)
    assert found.difference == pytest.approx(0.2 * d[~is_fr].mean() + 0.8 * d[is_fr].mean(), abs=1e-11)
    assert found.difference != pytest.approx(d.mean(), abs=1e-3)
    path = write(tmp_path, frame)
    same = restrap.compare(f"{path}:base", f"{path}:new", mix=MIX)
    assert (same.difference, same.pvalue, same.confidence_interval) == (found.difference, found.pvalue, found.confidence_interval)


def test_texts_with_tokens_off_a_list_are_a_sub_population(frame, tmp_path):
    path, words = write(tmp_path, frame), tmp_path / "words.txt"
    words.write_text("the cat\n")
    found = restrap.compare(f"{path}:base", f"{path}:new", unseen=f"{words}:text", where="unseen=yes")
    assert found.difference == pytest.approx((frame["new"] - frame["base"])[1::2].mean(), abs=1e-11)


def test_a_mix_needs_its_columns(frame):
    with pytest.raises(restrap.InputError, match="mix names a column, found no frame"):
        restrap.compare(frame["base"], frame["new"], mix=MIX)
    with pytest.raises(ValueError, match="add up to"):
        restrap.compare("base", "new", data=frame, mix="lang=de:0.2,fr:0.7")
