"""The Python of README.md, docs/python.md, the textbook examples and the guide runs as it stands."""

import re

import numpy as np
import pandas as pd
import pytest
import restrap
import restrap.testing
from conftest import DATASETS, ROOT

OUTPUTS = DATASETS / "outputs"
GUIDE = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs/guide").glob("*.md"))]
PAGES = ["README.md", "docs/python.md", "docs/index.md", "docs/textbook-examples.md", *GUIDE]


def blocks():
    for page in PAGES:
        for place, block in enumerate(re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)):
            yield pytest.param(block, id=f"{page}-{place}")


def test_blocks_of_every_page_are_found():
    found = {block.id.rpartition("-")[0] for block in blocks()}
    assert {"README.md", "docs/python.md", "docs/guide/gates.md", "docs/guide/notebooks.md"} <= found
    assert found == {page for page in PAGES if "```python" in (ROOT / page).read_text(encoding="utf-8")}


@pytest.mark.parametrize("block", list(blocks()))
def test_every_block_runs(block, tmp_path, monkeypatch, capsys):
    rng = np.random.default_rng(0)
    base = rng.random(400) < 0.6
    new = base | (rng.random(400) < 0.1)
    labels = np.array(["a", "b"])[rng.integers(0, 2, 400)]
    texts, others, references = (
        (OUTPUTS / f"{name}.txt").read_text(encoding="utf-8").splitlines() for name in ("baseline", "system", "reference")
    )
    frame = pd.DataFrame({"id": range(400), "base": base, "new": new, "document": [f"d{i // 4}" for i in range(400)]})
    for name in ("base", "new"):
        frame[["id", name]].astype(int).to_csv(tmp_path / f"{name}.csv", index=False, header=["id", "acc"])
    runs = [{f"q{q}": {f"d{d}": float(s) for d, s in enumerate(rng.random(10))} for q in range(20)} for _ in range(2)]
    given = {
        "restrap": restrap, "base": base.astype(float), "new": new.astype(float), "frame": frame, "texts": texts, "others": others,
        "references": references, "labels": labels, "predicted": np.roll(labels, 1), "other": runs[1] if "run)" in block else labels,
        "run": runs[0], "qrels": {f"q{q}": {f"d{d}": int(d < 3) for d in range(10)} for q in range(20)},
        "old_counts": rng.integers(0, 4, (100, 3)), "new_counts": rng.integers(0, 4, (100, 3)),
    }  # fmt: skip
    monkeypatch.chdir(tmp_path)
    if "other)" in block:
        # One name is labels in one line and a ranking in another.
        block = block.replace('("dense", other)', '("dense", ranked)')
        given |= {"ranked": runs[1], "other": np.roll(labels, 2)}
    exec(compile(block, "page", "exec"), given)
    for name, function in given.items():
        if name.startswith("test_"):
            function()
