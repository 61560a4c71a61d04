"""Whatever kind of object asks a question, the answer is the command line's on the same data, or its refusal in the words of Python.

Every kind of input, metric, design and function is tried: all cells with RESTRAP_LONG=1, else every ninth one.
"""

import collections
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import restrap
from conftest import ROOT, in_keywords

ITEMS = 24
IDS = [f"q{at:02}" for at in range(ITEMS)]
rng = np.random.default_rng(11)
GOLD = rng.choice(["cat", "dog", "owl"], ITEMS)
TRUE = rng.integers(0, 2, ITEMS)
TEXT = [f"the {a} sat on the {b} number {c}" for a, b, c in zip(rng.choice(["cat", "dog"], ITEMS), rng.choice(["mat", "rug"], ITEMS), range(ITEMS))]


def spoilt(values, share, others):
    return [rng.choice(others) if rng.random() < share else value for value in values]


FAMILIES = {
    "scores": {"base": (rng.random(ITEMS)).round(3).tolist(), "new": (rng.random(ITEMS) + 0.1).round(3).tolist()},
    "labels": {"base": spoilt(GOLD, 0.4, ["cat", "dog"]), "new": spoilt(GOLD, 0.2, ["cat", "owl"]), "gold": GOLD.tolist()},
    "chances": {
        "base": np.clip(0.5 + 0.2 * (2 * TRUE - 1) + rng.normal(0, 0.2, ITEMS), 0.01, 0.99).round(3).tolist(),
        "new": np.clip(0.5 + 0.3 * (2 * TRUE - 1) + rng.normal(0, 0.2, ITEMS), 0.01, 0.99).round(3).tolist(),
        "gold": TRUE.tolist(),
    },
    "texts": {
        "base": [text.replace("sat", "sits") if at % 2 else text for at, text in enumerate(TEXT)],
        "new": [text.replace("number", "no") if at % 5 == 0 else text for at, text in enumerate(TEXT)],
        "ref": TEXT,
    },
}
FAMILIES = {name: {column: [str(v) if isinstance(v, np.str_) else v for v in values] for column, values in columns.items()} for name, columns in FAMILIES.items()}

METRICS = {
    None: "scores", "median": "scores", "accuracy": "labels", "f1(average=macro)": "labels", "roc-auc": "chances", "brier": "chances",
    "bleu": "texts", "wer": "texts", "exact-match": "texts", "ndcg@10": "rankings", "ratio:right/all": "counts",
    "function": "labels",
}  # fmt: skip

GROUPS = {
    "doc": [f"d{at // 3}" for at in range(ITEMS)],
    "lang": ["de" if at % 2 else "fr" for at in range(ITEMS)],
    "set": ["easy" if at % 4 < 2 else "hard" for at in range(ITEMS)],
}

DESIGNS = {
    "none": {}, "item": {"item": "id"}, "cluster": {"cluster": "doc"}, "by": {"by": "lang"}, "stratum": {"stratum": "set"},
    "seed": {"seed_col": "run", "item": "id"}, "repeat": {"repeat": "epoch", "item": "id"}, "missing": {"missing": "drop"},
}  # fmt: skip

FUNCTIONS = {"compare": restrap.compare, "rank": restrap.rank, "ci": restrap.ci}

KINDS = [
    "list", "array", "dict", "series", "labelled series", "frame", "nullable frame", "indexed frame", "polars", "lazy", "arrow", "relation",
]  # fmt: skip
IN_FRAMES = KINDS[5:]


def f1_of_a_function(right, told):
    return float(np.mean(right == told))


def columns_of(family, design):
    """The columns of a design, row by row."""
    columns = dict(FAMILIES[family])
    groups = {name: GROUPS[name] for name in ("doc", "lang", "set")}
    ids = IDS
    if design == "missing":
        columns = {name: [None if name != "gold" and (at + len(name)) % 11 == 0 else v for at, v in enumerate(values)] for name, values in columns.items()}
    if design in ("seed", "repeat"):
        name = DESIGNS[design].get("seed_col") or DESIGNS[design]["repeat"]
        several = {column: [v if not isinstance(v, float) else round(v + at / 100, 3) for v in values for at in range(3)] for column, values in columns.items()}
        thrice = {column: [v for v in values for _ in range(3)] for column, values in groups.items()}
        return [i for i in IDS for _ in range(3)], several, {**thrice, name: [at for _ in IDS for at in range(3)]}
    return ids, columns, groups


def asked_of(kind, metric, design):
    """What Python is called with, and the columns and words of the command line; None if a kind cannot say the design."""
    family = METRICS[metric]
    ids, columns, groups = columns_of(family, design)
    words = dict(DESIGNS[design])
    roles = {"gold": "gold", "ref": "references"}
    against = {roles[name]: name for name in columns if name in roles}
    if kind in IN_FRAMES:
        table = {"id": ids, **columns, **groups}
        if kind in ("lazy", "relation"):
            words.setdefault("item", "id")
        named = {**words, **{keyword: name for keyword, name in against.items()}}
        return (["base", "new"], {**named, "data": framed(kind, table, design)}), (table, {**words, **against})
    labelled = kind in ("dict", "labelled series")
    if labelled and design in ("seed", "repeat"):
        return None
    of = {
        "list": list, "array": lambda values: np.array(values, dtype=object if None in values else None), "dict": lambda values: dict(zip(ids, values)),
        "series": lambda values: pd.Series(values), "labelled series": lambda values: pd.Series(values, index=pd.Index(ids, name="id")),
    }[kind]  # fmt: skip
    given = {}
    table = dict(columns)
    typed = dict(words)
    for keyword, name in words.items():
        if keyword == "missing":
            given[keyword] = name
        elif keyword == "item":
            given[keyword] = list(ids)
            table = {"id": ids, **table}
        else:
            values = groups[name]
            given[keyword] = of(values)
            table[keyword] = values
            typed[keyword] = keyword
    if labelled:
        given.pop("item", None)
        table = {"id": ids, **{name: values for name, values in table.items() if name != "id"}}
        typed["item"] = "id"
        if kind == "dict":
            table = {"item": table.pop("id"), **table}
            typed["item"] = "item"
    elif "item" in typed:
        table = {"item": table.pop("id"), **table}
        typed["item"] = "item"
    for keyword, name in against.items():
        given[keyword] = of(columns[name])
    return ([("base", of(columns["base"])), ("new", of(columns["new"]))], given), (table, {**typed, **against})


def framed(kind, table, design):
    frame = pd.DataFrame(table)
    match kind:
        case "frame":
            return frame
        case "nullable frame":
            nullable = frame.convert_dtypes()
            return nullable.astype({name: "category" for name in nullable if name in GROUPS})
        case "indexed frame":
            return frame.set_index("id")
        case "polars":
            return pl.DataFrame(table, strict=False)
        case "lazy":
            return pl.DataFrame(table, strict=False).lazy()
        case "arrow":
            return pa.table(table)
    arrow = pa.table(table)  # noqa: F841
    return duckdb.sql("SELECT * FROM arrow")


FLAGS = {"item": "id", "references": "ref", "seed_col": "seed-col"}


def rankings(kind):
    """Runs and judgements, of each kind of input."""
    documents = [f"d{at}" for at in range(6)]
    judged = {q: {d: int((int(q[1:]) + at) % 3 == 0) for at, d in enumerate(documents)} for q in IDS[:12]}
    runs = {
        name: {q: {d: float((int(q[1:]) * step + at * (step + 1)) % 7) for at, d in enumerate(documents)} for q in IDS[:12]}
        for name, step in (("base", 2), ("new", 3))
    }

    def rows(ranking, number):
        found = [(q, d, value) for q, all_of in ranking.items() for d, value in all_of.items()]
        return {"query_id": [row[0] for row in found], "doc_id": [row[1] for row in found], number: [row[2] for row in found]}

    files = {**{name: rows(run, "score") for name, run in runs.items()}, "qrels": rows(judged, "relevance")}
    if kind == "dict":
        return runs, judged, files
    if kind not in IN_FRAMES or kind == "indexed frame":
        return None
    return {name: framed(kind, files[name], "none") for name in runs}, framed(kind, files["qrels"], "none"), files


def program():
    built = ROOT / "target" / "debug" / "restrap"
    return [str(built)] if built.exists() else [sys.executable, "-m", "restrap"]


ASKED: dict[tuple[str, ...], object] = {}


def of_command(folder, function, typed):
    """The answer of the command line, or its error."""
    key = (function, *typed)
    if key not in ASKED:
        ran = subprocess.run([*program(), function, *typed, "--json"], capture_output=True, text=True, check=False, cwd=folder)
        ASKED[key] = json.loads(ran.stdout) if ran.returncode in (0, 10, 11) else ran.stderr
    return ASKED[key]


def write(folder, table):
    """The table as a file, by its content."""
    lines = "\n".join(json.dumps(dict(zip(table, row))) for row in zip(*table.values())) + "\n"
    path = folder / f"t{abs(hash(lines)):x}.jsonl"
    path.write_text(lines)
    return path.name


def bare(found):
    """An answer without what its files and interface are called."""
    left_out = ("inputs", "host", "plan", "warnings", "assumptions", "report", "command", "python")
    text = json.dumps({name: value for name, value in found.items() if name not in left_out})
    return json.loads(re.sub(r"t[0-9a-f]+\.jsonl", "data", in_keywords(text)))


def cells():
    every = [(f, k, m, d) for f in FUNCTIONS for k in KINDS for m in METRICS for d in DESIGNS]
    return every if os.environ.get("RESTRAP_LONG") else every[::9]


def one(function, kind, metric, design, folder):
    """What Python and the command line say; None of a cell that a kind cannot ask."""
    family = METRICS[metric]
    words = {"metric": f1_of_a_function if metric == "function" else metric} if metric else {}
    if metric == "function" and function == "rank":
        return None
    if family == "rankings":
        if design not in ("none",) or (found := rankings(kind)) is None:
            return None
        runs, judged, files = found
        given = ([(name, run) for name, run in runs.items()], {**words, "qrels": judged})
        paths = {name: write(folder, table) for name, table in files.items()}
        typed = [f"base={paths['base']}", f"new={paths['new']}", "--qrels", paths["qrels"], "--metric", metric]
    elif family == "counts":
        if kind not in ("frame", "nullable frame", "polars", "arrow") or design in ("seed", "repeat", "missing"):
            return None
        tables = {name: {"id": IDS, "right": rng2(name), "all": [9] * ITEMS, **GROUPS} for name in ("base", "new")}
        named = {keyword: column for keyword, column in DESIGNS[design].items()}
        given = ([(name, framed(kind, table, design)) for name, table in tables.items()], {**words, **named})
        typed = [f"{name}={write(folder, table)}" for name, table in tables.items()] + ["--metric", metric]
        typed += [word for keyword, column in named.items() for word in (f"--{FLAGS.get(keyword, keyword)}", column)]
    else:
        asked = asked_of(kind, metric, design)
        if asked is None:
            return None
        (systems, keywords), (table, options) = asked
        given = (systems, {**words, **keywords})
        path = write(folder, table)
        typed = [f"base={path}:base", f"new={path}:new"]
        for keyword, value in options.items():
            value = f"{path}:{value}" if keyword in ("gold", "references") else value
            typed += [f"--{FLAGS.get(keyword, keyword)}", value]
        typed += ["--metric", "accuracy" if metric == "function" else metric] if metric else []
    try:
        with np.errstate(all="ignore"):
            mine: object = FUNCTIONS[function](*given[0], **given[1]).to_dict()
    except (restrap.Error, TypeError) as error:
        mine = f"{error}\nhint: {getattr(error, 'hint', '')}"
    return mine, of_command(folder, function, typed)


def rng2(name):
    own = np.random.default_rng(len(name))
    return own.integers(2, 10, ITEMS).tolist()


FILES = re.compile(r"[\w/]+\.(csv|tsv|npy|json|jsonl|txt|run|parquet)\b|\x00|--[a-z]")


def test_every_kind_of_input_has_the_answer_of_the_command_line(tmp_path: Path):
    count = collections.Counter()
    wrong = []
    for function, kind, metric, design in cells():
        found = one(function, kind, metric, design, tmp_path)
        if found is None:
            continue
        mine, theirs = found
        cell = (function, kind, metric, design)
        if isinstance(mine, str) and FILES.search(mine):
            wrong.append((cell, "names a file or a flag", mine))
        if metric == "function":
            # No function can be typed: it is refused, or its mean is that of the metric.
            count["function answered" if isinstance(mine, dict) else "function refused"] += 1
            if isinstance(mine, dict) and isinstance(theirs, dict) and function == "compare":
                one_of = [found["comparisons"][0]["difference"] for found in (mine, theirs)]
                if one_of[0] != pytest.approx(one_of[1], abs=1e-9):
                    wrong.append((cell, *one_of))
        elif isinstance(mine, dict) and isinstance(theirs, dict):
            count["answered"] += 1
            if bare(mine) != bare(theirs):
                both = (bare(mine), bare(theirs))
                wrong.append((cell, {key: [of.get(key) for of in both] for key in both[0] | both[1] if both[0].get(key) != both[1].get(key)}))
        elif isinstance(mine, str) and isinstance(theirs, str):
            count["refused"] += 1
        else:
            wrong.append((cell, mine if isinstance(mine, str) else "answered", theirs if isinstance(theirs, str) else "answered"))
    print(dict(count), len(wrong))
    for each in wrong[:40]:
        print(str(each)[:700])
    assert not wrong


# Stands beside `bare`, which takes `in_keywords` of JSON.
assert in_keywords("--resamples") == "n_resamples"
