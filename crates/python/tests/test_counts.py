"""Rows with counts, and the engines that count rows themselves, give the answer of one row per item."""

import collections
from pathlib import Path

import numpy as np
import pytest

import restrap

ROWS = 3000


@pytest.fixture(scope="module")
def items() -> dict[str, list]:
    rng = np.random.default_rng(4)
    base = rng.random(ROWS) < 0.6
    new = np.where(rng.random(ROWS) < 0.2, rng.random(ROWS) < 0.75, base)
    graded = rng.integers(0, 5, ROWS) / 4
    better = np.clip(graded + rng.integers(-1, 2, ROWS) / 4, 0, 1)
    gold = rng.choice(["p", "q", "r"], ROWS)
    label = np.where(rng.random(ROWS) < 0.7, gold, "p")
    other = np.where(rng.random(ROWS) < 0.75, gold, "q")
    columns = {
        "base": base.astype(int), "new": new.astype(int), "u": graded, "v": better, "lang": rng.choice(["de", "en"], ROWS),
        "doc": rng.integers(0, 40, ROWS), "gold": gold, "l": label, "m": other,
    }  # fmt: skip
    return {name: values.tolist() for name, values in columns.items()}


QUESTIONS = [
    (restrap.compare, ("base", "new"), {}),
    (restrap.compare, ("u", "v"), {"noninferior": 0.05}),
    (restrap.compare, ("u", "v"), {"cluster": "doc"}),
    (restrap.compare, ("base", "new"), {"by": "lang"}),
    (restrap.compare, ("l", "m"), {"gold": "gold", "metric": "f1(average=micro)"}),
    (restrap.ci, ("u",), {}),
    (restrap.rank, ("base", "new"), {}),
    (restrap.replicate, ("u", "v"), {"dataset": "lang"}),
    (restrap.advise, ("base", "new"), {}),
    (restrap.power.plan, ("base", "new"), {"gain": 0.02, "simulations": 0}),
]


def needed(given, words):
    return list(dict.fromkeys([*given, *(words[name] for name in ("cluster", "by", "gold", "dataset") if name in words)]))


def counted(items, columns):
    """The distinct rows of the columns with their counts, as columns."""
    rows = collections.Counter(zip(*(items[name] for name in columns)))
    table = {name: [row[place] for row in rows] for place, name in enumerate(columns)}
    return {**table, "times": list(rows.values())}


def answer(outcome):
    """What an outcome says, without what was read."""
    found = outcome.to_dict()

    def pruned(value):
        if isinstance(value, dict):
            left_out = ("inputs", "command", "python", "checks", "reading", "signature", "flips", "route")
            return {name: pruned(one) for name, one in value.items() if name not in left_out}
        return [pruned(one) for one in value] if isinstance(value, list) else value

    return pruned(found)


@pytest.mark.parametrize("place", range(len(QUESTIONS)))
def test_counts_are_their_items(items, place, tmp_path: Path):
    function, given, words = QUESTIONS[place]
    columns = needed(given, words)
    table = counted(items, columns)
    found = answer(function(*given, data=table, count="times", **words))
    # The command line reads the same rows from a file.
    lines = [",".join(table)] + [",".join(map(str, row)) for row in zip(*table.values())]
    path = tmp_path / "counts.csv"
    path.write_text("\n".join(lines) + "\n")
    by_path = {name: f"{path}:gold" if name == "gold" else value for name, value in words.items()}
    typed = [f"{name}={path}:{name}" for name in given]
    assert answer(function(*typed, count="times", **by_path)) == found
    # And one row per item, in the order of the columns.
    rows = sorted(zip(*(items[name] for name in columns)))
    lines = [",".join(columns)] + [",".join(map(str, row)) for row in rows]
    path.write_text("\n".join(lines) + "\n")
    assert answer(function(*typed, **by_path)) == found


def test_engines_count_their_rows(items):
    duckdb = pytest.importorskip("duckdb")
    pl = pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    frame = pl.DataFrame(items)
    arrow = pa.table(items)
    with duckdb.connect() as engine:
        engine.register("scores", arrow)
        relation = engine.sql("SELECT * FROM scores")
        for function, given, words in QUESTIONS:
            expected = answer(function(*given, data=counted(items, needed(given, words)), count="times", **words))
            assert answer(function(*given, data=relation, **words)) == expected
            assert answer(function(*given, data=frame.lazy(), **words)) == expected
    stream = pa.RecordBatchReader.from_batches(arrow.schema, arrow.to_batches())
    table = counted(items, ["base", "new"])
    stream = pa.RecordBatchReader.from_batches(pa.table(table).schema, pa.table(table).to_batches())
    assert restrap.compare("base", "new", data=stream, count="times").pvalue == restrap.compare(items["base"], items["new"]).pvalue
    lazy = pl.DataFrame(table).lazy()
    assert restrap.compare("base", "new", data=lazy, count="times").n == ROWS


def test_arrays_take_an_array_of_counts():
    rows = restrap.compare([0, 1, 0, 1], [1, 1, 0, 0], count=[50, 40, 30, 20])
    assert rows.n == 140
    assert rows.pvalue == restrap.compare([0] * 50 + [1] * 40 + [0] * 30 + [1] * 20, [1] * 50 + [1] * 40 + [0] * 30 + [0] * 20).pvalue


def test_no_function_and_no_score_passes_counts_over(items):
    table = counted(items, ["gold", "l"])
    rows = restrap.score("accuracy", ("l", items["l"]), gold=items["gold"])
    assert restrap.score("accuracy", "l", gold="gold", data=table, count="times")["l"] == rows["l"]
    with pytest.raises(restrap.InputError, match="found the function"):
        restrap.compare([0, 1, 0, 1], [1, 1, 0, 0], count=[5, 4, 3, 2], metric=restrap.Metric(lambda sums: sums[:, 0], columns=("a",)))


def test_ten_billion_items():
    counts = {"base": [1, 1, 0, 0], "new": [1, 0, 1, 0], "n": [4_000_000_000, 1_000_000_000, 1_000_100_000, 3_999_900_000]}
    assert restrap.compare("base", "new", data=counts, count="n").pvalue == pytest.approx(0.02535244467158554, rel=1e-11)


def test_what_looks_at_items_reads_all_rows_of_an_engine(items):
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(items).with_row_index("id")
    words = {"item": "id", "noninferior": 0.05}
    assert restrap.compare("base", "new", data=frame.lazy(), **words) == restrap.compare("base", "new", data=frame, **words)


@pytest.mark.parametrize("count", [[-1, 2, 3, 4], [0.5, 1, 1, 1], [0, 0, 0, 0], [2**53 + 1, 1, 1, 1]])
def test_what_no_count_can_be_is_refused(count):
    with pytest.raises((restrap.InputError, restrap.NotApplicable)):
        restrap.compare([0, 1, 0, 1], [1, 1, 0, 0], count=count)


def test_a_column_that_is_not_there_is_named(items):
    pl = pytest.importorskip("polars")
    with pytest.raises(restrap.InputError, match="found no nothing"):
        restrap.compare("base", "nothing", data=pl.DataFrame(items).lazy())
