"""Values that only readers of files know: texts, labels, rankings, and frames with several rows per item.

They are lent to these readers as text in memory, for the time of one call.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from restrap import _native
from restrap.columns import Note, System, aligned, column, named, names, unmasked
from restrap.error import InputError


class Lent:
    """Texts in memory, each with the path that readers take; they are gone with this."""

    def __init__(self) -> None:
        self.held: list[_native.Held] = []

    def path(self, name: str, content: str | bytes) -> str:
        """The path of a text or of the bytes of a file; `name` is what errors call it."""
        self.held.append(_native.Held(name, content))
        return self.held[-1].path

    def array(self, name: str, values: Any) -> str:
        """An array of numbers, as NumPy saves it."""
        import io

        import numpy as np

        saved = io.BytesIO()
        np.save(saved, np.asarray(values, dtype=np.float64), allow_pickle=False)
        return self.path(f"{name}.npy", saved.getvalue())

    def table(self, columns: Mapping[str, Iterable[Any]]) -> str:
        """A table with these columns, of one length each."""
        import csv
        import io

        lists = {name: list(values) for name, values in columns.items()}
        if len({len(values) for values in lists.values()}) > 1:
            lengths = ", ".join(f"{len(values)} in {name}" for name, values in lists.items())
            raise InputError(f"expected columns of one length, found {lengths}", "every system has the same items in the same order")
        text = io.StringIO(newline="")
        rows = csv.writer(text)
        rows.writerow(lists)
        rows.writerows([["" if value is None else value for value in row] for row in zip(*lists.values())])
        return self.path("data.csv", text.getvalue())

    def texts(self, name: str, texts: Iterable[Any]) -> str:
        """A text of each item, as the command line has it; one that is missing (None, NaN) is for the reader to refuse or leave out."""
        values: list[Any] = [None if value is None or value != value else value for value in texts]
        if None not in values:
            return self.lines(name, values)
        if all(value is None or isinstance(value, str) for value in values):
            return self.path(f"{name}.jsonl", "".join(json.dumps({"text": value}) + "\n" for value in values)) + ":text"
        return self.lines(name, values)

    def lines(self, name: str, texts: Iterable[str]) -> str:
        """A text per line."""
        lines = list(texts)
        for number, line in enumerate(lines, 1):
            if not isinstance(line, str):
                raise InputError(f"expected a text of each item of {name}, found {line} in segment {number}", "leave the item out of every system")
            if "\n" in line or "\r" in line:
                raise InputError(f"expected segments of one line, found a line feed in segment {number} of {name}", "replace it with a space")
        return self.path(f"{name}.txt", "".join(f"{line}\n" for line in lines))

    def run(self, name: str, run: Mapping[Any, Mapping[Any, float]]) -> str:
        """A run of TREC: the documents of each query by their scores."""
        lines = []
        for query, documents in run.items():
            ranked = sorted(documents.items(), key=lambda one: -one[1])
            lines += [f"{query} Q0 {document} {rank} {score!r} {name}\n" for rank, (document, score) in enumerate(ranked, 1)]
        return self.path(f"{name}.run", "".join(lines))

    def qrels(self, qrels: Mapping[Any, Mapping[Any, int]]) -> str:
        """Judgements of TREC."""
        judged = ((query, document, relevance) for query, documents in qrels.items() for document, relevance in documents.items())
        return self.path("qrels.txt", "".join(f"{query} 0 {document} {int(relevance)}\n" for query, document, relevance in judged))


def outputs(lent: Lent, kind: str, systems: Sequence[System], words: dict[str, Any], data: Any, baseline: bool = True) -> list[str]:
    """Outputs of systems as texts, and the right answers in `words` as paths of them; the systems as the command line has them."""
    pairs: list[tuple[str, Any]] = [(name, _values(data, value)) for name, value in names(systems, baseline)]
    if kind != "rankings":
        pairs = _paired(kind, pairs, words, data)
    if kind == "numbers" and any(getattr(value, "ndim", 1) == 2 for _, value in pairs):
        kind = "classes"
    match kind:
        case "classes":
            gold = [_label(value) for value in _against(words, "gold")]
            labels = _classes(words, gold)
            words["gold"] = f"{lent.table({'gold': gold})}:gold"
            # In a table a header of numbers would be a row.
            return [f"{name}={lent.path(f'{name}.json', json.dumps(_by_class(name, value, labels)))}" for name, value in pairs]
        case "labels":
            columns = [("gold", _against(words, "gold")), *pairs]
            table = {name: [_label(value) for value in values] for name, values in columns}
            for role in ("cluster", "by"):
                if role in words:
                    name, table[role] = role, [str(value) for value in _values(data, words[role])]
                    words[role] = name
            path = lent.table(table)
            words["gold"] = f"{path}:gold"
            return [f"{name}={path}:{name}" for name, _ in pairs]
        case "numbers":
            columns = [("gold", _against(words, "gold")), *pairs]
            # As text, a million numbers take seconds.
            if all(_are_numbers(values) for _, values in columns):
                (_, words["gold"]), *rest = ((name, lent.array(name, values)) for name, values in columns)
                return [f"{name}={path}" for name, path in rest]
            path = lent.table({name: list(values) for name, values in columns})
            words["gold"] = f"{path}:gold"
            return [f"{name}={path}:{name}" for name, _ in pairs]
        case "scores":
            path = lent.table({name: list(values) for name, values in pairs})
            return [f"{name}={path}:{name}" for name, _ in pairs]
        case "segments":
            references = _against(words, "references")
            for role in ("cluster", "by"):
                if role in words and not isinstance(words[role], str):
                    words[role] = lent.lines(role, (str(value) for value in words[role]))
            words["references"] = [lent.texts(f"reference {at}", one) for at, one in enumerate(references, 1)]
            return [f"{name}={lent.texts(name, value)}" for name, value in pairs]
        case "rankings":
            words["qrels"] = lent.qrels(_against(words, "qrels"))
            return [f"{name}={lent.run(name, value)}" for name, value in pairs]
    raise InputError(f"{words['metric']} is computed from files, found values", "give paths")


def _paired(kind: str, pairs: list[tuple[str, Any]], words: dict[str, Any], data: Any) -> list[tuple[str, Any]]:
    """Outputs in one order with what they are compared with, which `words` has afterwards: by key of mappings, by label of series."""
    against: list[tuple[str, Any]] = []
    if kind == "segments":
        references = _against(words, "references")
        references = [references] if isinstance(references, Mapping) or _is_of_texts(references) else list(references)
        against = [(f"reference {at}", _values(data, one)) for at, one in enumerate(references, 1)]
    elif kind != "scores":
        against = [("gold", _values(data, _against(words, "gold")))]
    roles = [role for role in ("cluster", "by") if hasattr(words.get(role), "reindex") or isinstance(words.get(role), Mapping)]
    # A mapping of one system may be of its classes.
    systems = [] if kind == "classes" else pairs
    called = [*systems, *against, *((role, words[role]) for role in roles)]
    notes: list[Note] = []
    _, values = aligned([name for name, _ in called], [value for _, value in called], words.get("missing", "error"), notes)
    if notes:
        words["notes"] = [*words.get("notes", []), *notes]
    found = iter(values)
    pairs = [(name, unmasked(value)) for name, value in pairs] if kind == "classes" else [(name, next(found)) for name, _ in pairs]
    if kind == "segments":
        words["references"] = [next(found) for _ in against]
    elif against:
        words["gold"] = next(found)
    for role in roles:
        words[role] = next(found)
    return pairs


def _is_of_texts(references: Any) -> bool:
    """One reference of each item, or the name of its column, rather than several."""
    return isinstance(references, str) or isinstance(next(iter(references), None), str) or hasattr(references, "reindex")


GROUPS = ("by", "stratum", "repeat", "seed_col", "judge", "mix")


def rows(lent: Lent, systems: Sequence[System], words: dict[str, Any], data: Any) -> list[str]:
    """A frame with several rows per item, or arrays with groups of items, as a table; the systems as the command line has them."""
    columns: dict[str, Any] = {}
    for role in ("item", "repeat", "seed_col", "judge", "cluster", "by", "stratum", "dataset", "mix"):
        given = words.get(role)
        if given is None:
            continue
        if role == "mix":
            given = given.split("=")[0]
        elif not isinstance(given, str) and not all(isinstance(name, str) and data is not None for name in given):
            columns[role], words[role] = list(given), role
            continue
        for name in [given] if isinstance(given, str) else given:
            if data is None:
                raise InputError(f"{', '.join(GROUPS[:-1])} and {GROUPS[-1]} need the frame that has their columns, found none", "add data=")
            columns[name] = column(data, name)
    pairs = names(systems, baseline=False)
    columns |= {name: list(unmasked(_values(data, values))) for name, values in pairs}
    path = lent.table(columns)
    return [f"{name}={path}:{name}" for name, _ in pairs]


def _against(words: Mapping[str, Any], name: str) -> Any:
    """What outputs are compared with."""
    if name not in words:
        raise InputError(f"this metric needs {name}, found none", f"add {name}=")
    return words[name]


def _values(data: Any, values: Any) -> Iterable[Any]:
    found: Iterable[Any] = column(data, values) if isinstance(values, str) else values
    return found


def _are_numbers(values: Any) -> bool:
    """An array or series of doubles or whole numbers, none of them missing: narrower ones stand for the decimals that they print."""
    import numpy as np

    dtype = getattr(values, "dtype", None)
    if not isinstance(dtype, np.dtype) or dtype.kind not in "fiub" or dtype.kind == "f" and dtype.itemsize != 8:
        return False
    array = np.asarray(values)
    return array.ndim == 1 and bool(np.isfinite(array).all())


def _classes(words: dict[str, Any], gold: Sequence[str]) -> list[str]:
    """The classes that the columns of scores are of, in order: those of the metric, or else those of the gold, sorted."""
    given = _native.labels(words)
    if given:
        return given
    try:
        labels = sorted(set(gold), key=float)
    except ValueError:
        labels = sorted(set(gold))
    quoted = "|".join(f'"{label}"' for label in labels)

    def of_labels(metric: str) -> str:
        head, at, cut = metric.partition("@")
        name, bracket, options = head.partition("(")
        return f"{name}(labels={quoted}{',' + options if bracket else ')'}{at}{cut}"

    asked = words["metric"]
    if isinstance(asked, str):
        words["metric"] = ",".join(map(of_labels, asked.split(",") if "(" not in asked else [asked]))
    else:
        words["metric"] = [of_labels(metric) for metric in asked]
    return labels


def _by_class(name: str, scores: Any, labels: Sequence[str]) -> dict[str, list[Any]]:
    """The scores of each class, from a frame whose columns are classes, or an array with a row for each item."""
    import numpy as np

    if hasattr(scores, "columns"):
        called = {_label(each): each for each in scores.columns}
        if all(label in called for label in labels):
            return {label: list(scores[called[label]]) for label in labels}
    rows = np.asarray(scores)
    if rows.ndim != 2 or rows.shape[1] != len(labels):
        raise InputError(
            f"expected a row for each item of {name} with the scores of {len(labels)} classes, found the shape {rows.shape}",
            f"the classes are {', '.join(labels)}; metric='...(labels=A|B|C)' names others",
        )
    return {label: rows[:, place].tolist() for place, label in enumerate(labels)}


def _label(value: Any) -> str:
    """A label as text: 1 and 1.0 are one label, and neither None nor NaN is one."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return "|".join(_label(each) for each in value)
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    # Numbers of NumPy are not those of Python.
    if hasattr(value, "item"):
        value = value.item()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
