"""The one way from what a caller gives to the engine: tables in memory, whose columns have the roles that keywords say."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from restrap import _native
from restrap.engines import all_rows, counted_rows, engine_of
from restrap.error import InputError
from restrap.objects import (
    System,
    array_of,
    cells,
    check_data,
    column,
    has_column,
    holds_texts,
    is_frame,
    is_missing,
    labels_of,
    length_of,
    levels,
    name_of,
    names_of,
    text_of,
    values_of,
)
from restrap.table import Table

GROUPS = ("cluster", "by", "stratum", "dataset", "system", "segment")
"""Keywords of a column of groups, which a table beside the systems may hold."""

ANSWERS = ("repeat", "seed_col", "judge")
"""Keywords that tell several rows of one item apart."""

TYPED = ("where", "long", "votes", "systems")
"""Keywords that name columns in a text."""


@dataclass(eq=False)
class Entry:
    """Values of items: a system, what it is compared with, or a group, by the role that it has."""

    role: str
    """``"system"``, or the keyword."""
    name: str
    """The column that it becomes."""
    values: Any
    labels: list[Hashable] | None = None
    """The labels of its items; None of places."""
    called: str = ""
    """The name of a system."""

    @property
    def length(self) -> int:
        return length_of(self.values)


@dataclass
class Door:
    """The tables of one call, which live as long as it does."""

    words: dict[str, Any]
    numbered: bool = False
    """The cells of systems are the numbers of their rows: a function computes on the rows themselves."""
    has_values: bool = True
    """Systems are values in memory, and not paths."""
    given: list[Any] = field(default_factory=list)
    """The values of each system, of which the cells are the rows."""
    _held: list[Any] = field(default_factory=list)

    def table(self, name: str, columns: Mapping[str, Any], ids: Sequence[str] = (), may_skip: Sequence[str] = ()) -> str:
        """The path of a table; columns that `may_skip` names are left out if the engine cannot read them."""
        read = []
        for called, values in columns.items():
            try:
                read.append((called, cells(called, values)))
            except (InputError, OverflowError):
                if called not in may_skip:
                    raise
        lengths = {called: len(values) for called, values in read}
        if len(set(lengths.values())) > 1:
            told = ", ".join(f"{length} of {called}" for called, length in lengths.items())
            raise InputError(f"expected the same items of every column, found {told}", "give one value per item, in the same order")
        self._held.append(_native.Held(name, read, list(ids)))
        return str(self._held[-1].path)

    def paths(self, given: Sequence[System], data: Any = None, baseline: bool = True) -> list[str]:
        """The systems as the command line has them; what the words hold as values becomes a path, too."""
        if not given and data is not None:
            given, data = [data], None
        if len(given) == 1 and isinstance(table := given[0], Table):
            self.words |= table.words
            return self._of_data([(None, name) for name in table.systems if name != self.words.get("count")], table.columns)
        if data is not None:
            check_data(data)
        item = self.words.get("item")
        if item is not None and not isinstance(item, str):
            self.words["item"] = values_of("item", item)
        pairs = [named(system) for system in given]
        kind = self.kind()
        if data is None and all(isinstance(value, (str, os.PathLike)) for _, value in pairs):
            self._beside_files()
            return [os.fspath(value) if name is None else f"{name}={os.fspath(value)}" for name, value in pairs]
        if data is None and any(isinstance(value, (str, os.PathLike)) for _, value in pairs):
            raise InputError("expected paths or columns, found both", "read the files first: restrap.read(path)")
        if kind == "rankings":
            return self._of_runs(names(given, baseline), data)
        if kind in ("spans", "trees"):
            raise InputError(f"{self.words['metric']} is computed from annotated texts in files, found values", "give paths")
        if kind in ("classes", "numbers") and (of_classes := self._of_classes(names(given, baseline), data, kind)) is not None:
            return of_classes
        if data is not None:
            return self._of_data(pairs, data)
        if not self.numbered and all(is_frame(value) or engine_of(value) for _, value in pairs):
            return self._of_frames(pairs)
        return self._of_values(pairs, baseline)

    def kind(self) -> str:
        """What the metric is computed from."""
        metric = self.words.get("metric")
        named = isinstance(metric, str) or isinstance(metric, (list, tuple)) and all(isinstance(one, str) for one in metric)
        return _native.kind(self.words) if named else "scores"

    # Roles.

    def _roles(self) -> list[tuple[str, Any]]:
        """The keywords that may hold values of items, with their values; several references are one each."""
        found: list[tuple[str, Any]] = []
        for role in ("gold", "references", *GROUPS, *ANSWERS, "human", "count"):
            value = self.words.get(role)
            if value is None or isinstance(value, (str, os.PathLike)):
                continue
            if not hasattr(value, "__iter__") or getattr(value, "shape", None) == ():
                raise InputError(f"{role} takes values of items, or the name of a column, found {type(value).__qualname__}", f"give {role} as a list")
            if role == "references":
                several = [value] if _is_one(value) else list(value)
                found += [(role, one) for one in several]
            else:
                found.append((role, value))
        return found

    def _entries(self, data: Any = None) -> list[Entry]:
        """What the keywords hold as values; names of columns of `data` stay names."""
        entries: list[Entry] = []
        references: list[Any] = []
        for role, value in self._roles():
            if isinstance(value, (str, os.PathLike)) or self._are_names(role, value, data):
                references += [os.fspath(value) if isinstance(value, os.PathLike) else value] if role == "references" else []
                continue
            if role == "human" and _is_of_systems(value):
                self.words[role] = self._of_people(value)
                continue
            entry = Entry(role, name_of(value) or role, value, labels_of(value))
            entries.append(entry)
            references += [entry] if role == "references" else []
        if any(isinstance(one, Entry) for one in references) or references and all(isinstance(one, str) for one in references):
            self.words["references"] = references
        return entries

    def _are_names(self, role: str, value: Any, data: Any) -> bool:
        """Names of columns: of `data`, or of files."""
        if data is None and not self.has_values:
            return role == "cluster" and len(value) <= 2 and all(isinstance(name, str) for name in value)
        return _are_names(value, data)

    def _point(self, entry: Entry, path: str, is_beside: bool = False) -> None:
        """Says in the words where an entry's column is."""
        if entry.role == "references":
            place = next(at for at, one in enumerate(self.words["references"]) if one is entry)
            self.words["references"][place] = f"{path}:{entry.name}"
        elif entry.role in ("gold", "human") or is_beside:
            self.words[entry.role] = f"{path}:{entry.name}"
        elif entry.role != "system":
            self.words[entry.role] = entry.name

    def _point_names(self, path: str, data: Any) -> None:
        """Says in the words where named columns are that have no table of their own."""
        for role in ("gold", "human", "references"):
            value = self.words.get(role)
            if isinstance(value, list) and role == "references":
                self.words[role] = [f"{path}:{one}" if has_column(data, one) else one for one in value]
            elif isinstance(value, str) and has_column(data, value):
                self.words[role] = f"{path}:{value}"

    def _beside(self, entries: Sequence[Entry], ids: Sequence[str] = ()) -> None:
        """Gives entries a table of their own each."""
        for entry in entries:
            if entry.role in (*ANSWERS, "count", "dataset", "system", "segment"):
                raise InputError(
                    f"{entry.role} is a column beside the scores, found values that could be in another order",
                    f"put all columns into one frame: data=frame, {entry.role}='column'",
                )
            columns = {**_split(entry.labels or [], ids), entry.name: entry.values}
            self._point(entry, self.table(entry.role, columns, ids), is_beside=True)

    def _beside_files(self) -> None:
        """Gives values beside systems in files a table each."""
        self.has_values = False
        ids = self.words.get("item") or ()
        if not isinstance(ids, str) and not all(isinstance(name, str) for name in ids):
            raise InputError("item names columns of files, found other values", "item='column'")
        entries = self._entries()
        for entry in entries:
            if entry.labels is not None and not ids:
                raise InputError(
                    f"{entry.role} has labels, and the files have no ids: they could be in another order",
                    "name the column of the ids: item='column'",
                )
        self._beside(entries, [ids] if isinstance(ids, str) else list(ids))

    def _of_people(self, human: Mapping[str, Any]) -> str:
        """Human scores of each system by item."""
        items = list(dict.fromkeys(item for scores in human.values() for item in (labels_of(scores) or scores)))
        columns = {str(name): [scores.get(item) for item in items] for name, scores in human.items()}
        ids = self._ids(["item"])
        return self.table("human", {**_split(items, ids), **columns}, ids)

    def _ids(self, known: Sequence[str]) -> list[str]:
        """The columns of the ids: as they were named, or by default as the labels are called."""
        given = self.words.get("item")
        if given is None or not isinstance(given, str) and not all(isinstance(name, str) for name in given):
            self.words["item"] = list(known)
            return list(known)
        return [given] if isinstance(given, str) else list(given)

    # Systems.

    def _of_data(self, pairs: Sequence[tuple[str | None, Any]], data: Any) -> list[str]:
        """Columns of one frame, whole tables of which hold what their rows are."""
        if engine_of(data):
            data = counted_rows(data, self._asked_columns(pairs, data), self.words)
        entries = self._entries(data)
        systems = []
        is_long = "long" in self.words
        for name, value in pairs:
            if is_long and isinstance(value, str):
                # A value of the column of systems.
                at = Entry("system", value, None, None, name or value)
            elif has_column(data, value):
                at = Entry("system", text_of(value), column(data, value), None, name or text_of(value))
            else:
                values = column(data, value) if isinstance(value, str) else value
                called = name or name_of(value) or "system"
                at = Entry("system", called, values, labels_of(values), called)
                entries.append(at)
            systems.append(at)
        named = self._named_columns(data)
        asked = {entry.name for entry in systems} | named
        length = length_of(column(data, names_of(data)[0])) if names_of(data) else 0
        takes_all = length <= _native.LOOKED_AT or any(word in self.words for word in TYPED)
        columns: dict[str, Any] = {}
        own = levels(data)
        labels = labels_of(data) if own else None
        has_ids = labels is not None and "item" not in self.words and not any(role in self.words for role in ANSWERS) and len(set(labels)) == len(labels)
        if has_ids:
            self.words["item"] = [text_of(name) for name in own]
        for level, values in own.items():
            if has_ids or text_of(level) in asked:
                columns[text_of(level)] = values
        for one in names_of(data):
            if takes_all or text_of(one) in asked:
                columns[text_of(one)] = data[one]
        beside = []
        for entry in entries:
            if entry.labels is not None and entry.labels != labels:
                if not (labels or "item" in self.words):
                    raise _unlabelled(entry.name, "data")
                beside.append(entry)
                continue
            _add(entry, columns)
            asked.add(entry.name)
        self._number(systems, columns)
        path = self.table("data", columns, has_ids and self.words["item"] or (), [name for name in columns if name not in asked])
        for entry in entries:
            if entry not in beside:
                self._point(entry, path)
        self._beside(beside, self._ids([]))
        self._point_names(path, data)
        return [f"{entry.called}={path}:{entry.name}" for entry in systems]

    def _number(self, systems: Sequence[Entry], columns: dict[str, Any]) -> None:
        """Puts the numbers of rows in the place of the values of systems, for a function that takes these."""
        if not self.numbered:
            return
        import numpy as np

        for entry in systems:
            self.given.append(entry.values)
            places = np.arange(entry.length, dtype=np.float64)
            rows = getattr(entry.values, "values", entry.values)
            if getattr(rows, "ndim", 1) == 1:
                places[[is_missing(row) for row in array_of(entry.name, rows).tolist()]] = np.nan
            columns[entry.name] = places

    def _role_names(self, data: Any) -> list[tuple[str, str]]:
        """The keywords that name columns, with each name."""
        found: list[tuple[str, str]] = []
        for role in ("item", "gold", "references", *GROUPS, *ANSWERS, "count", "human"):
            value = self.words.get(role)
            if isinstance(value, str):
                found.append((role, value))
            elif value is not None and (_are_names(value, data) or engine_of(data)):
                found += [(role, name) for name in value]
        if isinstance(mix := self.words.get("mix"), str):
            found.append(("mix", mix.split("=")[0]))
        return found

    def _named_columns(self, data: Any) -> set[str]:
        """The columns that keywords name, all of them there; others than columns are paths."""
        named = [name for role, name in self._role_names(data) if role not in ("gold", "references", "human", "mix") or has_column(data, name)]
        for name in named:
            column(data, name)
        return set(map(text_of, named))

    def _asked_columns(self, pairs: Sequence[tuple[str | None, Any]], data: Any) -> list[str]:
        """The columns of an engine that are asked for, each once."""
        asked = [value for _, value in pairs] + [name for role, name in self._role_names(data) if role != "count"]
        if not all(isinstance(name, str) for name in asked):
            raise InputError("expected the names of columns of data, found values", "put the values into the table")
        return list(dict.fromkeys(asked))

    def _of_frames(self, pairs: Sequence[tuple[str | None, Any]]) -> list[str]:
        """Frames as files: a single one has a system in each column, each of several has one system."""
        typed = []
        frames = [counted_rows(frame, [], self.words) if engine_of(frame) else frame for _, frame in pairs]
        entries = self._entries(frames[0])
        for place, ((name, _), frame) in enumerate(zip(pairs, frames)):
            called = name or ("data" if len(pairs) == 1 else _default(place, len(pairs), True))
            own = levels(frame)
            columns = {text_of(level): values for level, values in own.items()} | {text_of(one): frame[one] for one in names_of(frame)}
            if own and "item" not in self.words and len(set(labels_of(frame) or ())) == len(next(iter(own.values()))):
                self.words["item"] = [text_of(level) for level in own]
            mine = [entry for entry in entries if len(pairs) == 1 and entry.labels in (None, labels_of(frame))]
            for entry in mine:
                _add(entry, columns)
            path = self.table(called, columns, self._ids([]) if own else (), list(columns))
            for entry in mine:
                self._point(entry, path)
                entries.remove(entry)
            self._point_names(path, frame)
            typed.append(path if len(pairs) == 1 and name is None else f"{called}={path}")
        self._beside(entries, self._ids([]) if "item" in self.words else ())
        return typed

    def _of_values(self, pairs: Sequence[tuple[str | None, Any]], baseline: bool) -> list[str]:
        """Values of items: by their labels if they have any, else by their places."""
        own = [name_of(value) for _, value in pairs]
        are_distinct = len(set(own)) == len(own)
        systems = []
        for place, ((name, value), mine) in enumerate(zip(pairs, own)):
            called = name or (mine if are_distinct else None) or _default(place, len(pairs), baseline)
            # Words without a name are taken for labels, and not for scores.
            own_column = mine or (f"{called} label" if not self.numbered and holds_texts(called, value) else called)
            systems.append(Entry("system", own_column, value, labels_of(value), called))
        entries = self._entries()
        every = [*systems, *entries]
        item = self.words.get("item")
        if isinstance(item, str):
            # The labels have this name.
            for entry in every:
                entry.labels = entry.labels or _labels_that_count(entry.values)
            if any(entry.labels is None for entry in every):
                raise InputError(f"item names a column, found no frame that has {item}", "add data=, or give the labels of the items")
        elif item is not None:
            for entry in every:
                entry.labels = entry.labels or list(item)
        for role in (*GROUPS, *ANSWERS, "count"):
            if isinstance(self.words.get(role), str):
                raise InputError(f"{role} names a column, found no frame that has {self.words[role]}", "add data=")
        if isinstance(mix := self.words.get("mix"), str):
            raise InputError(f"mix names a column, found no frame that has {mix.split('=')[0]}", "add data=")
        labelled = [entry for entry in every if entry.labels is not None]
        if labelled and len(labelled) < len(every):
            for entry in every:
                # Labels that count rows are labels beside others.
                entry.labels = entry.labels or _labels_that_count(entry.values)
            if lone := next((entry for entry in every if entry.labels is None), None):
                raise _unlabelled(labelled[0].called or labelled[0].name, lone.called or lone.name)
        is_one = all(entry.labels == every[0].labels and entry.length == every[0].length for entry in every)
        is_one = is_one and len({entry.name for entry in every}) == len(every)
        ids: list[str] = []
        if labelled:
            level = levels(labelled[0].values)
            names = [text_of(name) for name in level] if level and item is None else ["item"] * _width(labelled[0].labels or [])
            names = [item] if isinstance(item, str) else names
            taken = {entry.name for entry in every}
            ids = [_other(name, taken) for name in _numbered(names)]
            is_repeated = len(set(map(str, labelled[0].labels or []))) < labelled[0].length
            if is_one and is_repeated and not any(role in self.words for role in ANSWERS):
                ids = []
                self.words.pop("item", None)
            else:
                self.words["item"] = ids
        else:
            self.words.pop("item", None)
        typed = []
        for group in [systems] if is_one else [[entry] for entry in systems]:
            first = group[0]
            columns = {**_split(first.labels or [], ids), **{entry.name: entry.values for entry in group}}
            alike = [other for other in entries if other.labels == first.labels and other.length == first.length]
            for other in alike:
                _add(other, columns)
                entries.remove(other)
            self._number(group, columns)
            path = self.table("data" if is_one else first.called, columns, ids)
            for other in alike:
                self._point(other, path)
            typed += [f"{entry.called}={path}:{entry.name}" for entry in group]
        self._beside(entries, ids)
        return typed

    def _of_runs(self, called: Sequence[tuple[str, Any]], data: Any) -> list[str]:
        """Rankings: of each query the scores of documents, or a frame of queries, documents and scores."""
        judged = self.words.get("qrels")
        if judged is not None and not isinstance(judged, (str, os.PathLike)):
            self.words["qrels"] = self.table("qrels", _ranking("qrels", judged, "relevance"))
        if data is not None:
            raise InputError("rankings are given as mappings from queries to documents, or frames, found names of columns", "give each system's own frame")
        return [f"{name}={self.table(name, _ranking(name, run, 'score'))}" for name, run in called]

    def _of_classes(self, called: Sequence[tuple[str, Any]], data: Any, kind: str) -> list[str] | None:
        """Scores of several classes: a table for each system, with a column for each class; None of one score per item."""
        is_wide = [is_frame(value) or getattr(value, "ndim", 1) == 2 or _is_of_classes(value) for _, value in called]
        if not any(is_wide) or data is not None and not all(is_wide):
            return None
        gold = self.words.get("gold")
        if gold is None:
            raise InputError(f"{self.words['metric']} needs gold, found none", "add gold=")
        values = column(data, gold) if isinstance(gold, str) else gold
        entries = [entry for entry in self._entries(data) if entry.role != "gold"]
        labels = self._classes([_label(value) for value in _listed(values)])
        columns: dict[str, Any] = {"gold": [_label(value) or None for value in _listed(values)]}
        for entry in entries:
            _add(entry, columns)
        path = self.table("gold", columns)
        self.words["gold"] = f"{path}:gold"
        for entry in entries:
            self._point(entry, path)
        return [f"{name}={self.table(name, _by_class(name, scores, labels))}" for name, scores in called]

    def _classes(self, gold: Sequence[str]) -> list[str]:
        """The classes that columns of scores belong to, in order: those of the metric, or else those of the gold, sorted."""
        if given := _native.labels(self.words):
            return list(given)
        known = {label for label in gold if label}
        try:
            labels = sorted(known, key=float)
        except ValueError:
            labels = sorted(known)
        quoted = "|".join(f'"{label}"' for label in labels)

        def of_labels(metric: str) -> str:
            head, at, cut = metric.partition("@")
            name, bracket, options = head.partition("(")
            return f"{name}(labels={quoted}{',' + options if bracket else ')'}{at}{cut}"

        asked = self.words["metric"]
        if isinstance(asked, str):
            self.words["metric"] = ",".join(map(of_labels, asked.split(",") if "(" not in asked else [asked]))
        else:
            self.words["metric"] = [of_labels(metric) for metric in asked]
        return labels


def named(system: System) -> tuple[str | None, Any]:
    """The name that was given with a system, if one was, and the system."""
    if isinstance(system, tuple) and len(system) == 2 and isinstance(system[0], str) and not isinstance(system[1], (int, float)):
        return system
    return None, system


def names(systems: Sequence[System], baseline: bool = True) -> list[tuple[str, Any]]:
    """Systems with their names: as given, of a column, of a series, or by their places."""
    called = []
    for place, (name, value) in enumerate(map(named, systems)):
        own = value if isinstance(value, str) else name_of(value)
        called.append((str(name or own or _default(place, len(systems), baseline)), value))
    return called


def _default(place: int, systems: int, baseline: bool) -> str:
    if baseline and place == 0:
        return "baseline"
    return "system" if systems == 1 + baseline else f"system {place + 1 - baseline}"


def _unlabelled(has: str, lacks: str) -> InputError:
    return InputError(
        f"{has} has labels, and {lacks} has none: they could be in another order",
        "give both as series with the same index, or both as arrays: series.to_numpy()",
    )


def _is_one(references: Any) -> bool:
    """One reference of each item, rather than several."""
    return isinstance(references, Mapping) or hasattr(references, "reindex") or isinstance(next(iter(references), None), str)


def _are_names(value: Any, data: Any) -> bool:
    """A few names of columns of `data`."""
    few = isinstance(value, (list, tuple)) and 0 < len(value) <= 8
    return data is not None and few and all(has_column(data, name) for name in value)


def _is_of_systems(value: Any) -> bool:
    """A mapping from systems to mappings or series."""
    return isinstance(value, Mapping) and all(isinstance(one, Mapping) or hasattr(one, "reindex") for one in value.values())


def _is_of_classes(value: Any) -> bool:
    """A mapping from classes to the scores of all items."""
    return isinstance(value, Mapping) and bool(value) and all(hasattr(one, "__len__") and not isinstance(one, (str, Mapping)) for one in value.values())


def _labels_that_count(value: Any) -> list[Hashable] | None:
    """Labels that count rows, of a mapping or a series."""
    if isinstance(value, Mapping):
        return list(value)
    return list(value.index) if hasattr(value, "reindex") and hasattr(value, "index") else None


def _width(labels: Sequence[Hashable]) -> int:
    first = labels[0] if labels else None
    alike = isinstance(first, tuple) and all(isinstance(label, tuple) and len(label) == len(first) for label in labels)
    return len(first) if isinstance(first, tuple) and alike else 1


def _split(labels: Sequence[Hashable], ids: Sequence[str]) -> dict[str, list[Any]]:
    """Labels as columns."""
    if len(ids) < 2:
        return {name: [label if isinstance(label, (str, int)) else text_of(label) for label in labels] for name in ids if labels}
    if not all(isinstance(label, tuple) and len(label) == len(ids) for label in labels):
        raise InputError(f"expected labels of {len(ids)} parts, as the columns {', '.join(ids)}, found others", "name one column of ids: item='column'")
    return {name: [label[place] for label in labels] for place, name in enumerate(ids)}  # type: ignore[index]


def _numbered(names: Sequence[str]) -> list[str]:
    return [name if names.count(name) == 1 else f"{name} {place}" for place, name in enumerate(names, 1)]


def _other(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _add(entry: Entry, columns: dict[str, Any]) -> None:
    """Adds a column, by another name if there is one of its own."""
    entry.name = _other(entry.name, set(columns))
    columns[entry.name] = entry.values


def _listed(values: Any) -> list[Any]:
    return list(values.values()) if isinstance(values, Mapping) else array_of("gold", values).tolist()


def _ranking(name: str, ranking: Any, number: str) -> dict[str, Any]:
    """A ranking, or judgements, as columns of queries, documents and numbers."""
    if engine_of(ranking):
        ranking = all_rows(ranking)
    if is_frame(ranking) or _is_of_classes(ranking):
        return {text_of(one): ranking[one] for one in names_of(ranking)}
    if isinstance(ranking, Mapping) and all(isinstance(documents, Mapping) for documents in ranking.values()):
        rows = [(str(query), str(document), value) for query, documents in ranking.items() for document, value in documents.items()]
        queries, documents, numbers = zip(*rows) if rows else ((), (), ())
        return {"query_id": list(queries), "doc_id": list(documents), number: list(numbers)}
    raise InputError(
        f"expected of each query the {number}s of documents as {name}, found {type(ranking).__name__}",
        "give a mapping {query: {document: number}}, or a frame with the columns query_id, doc_id and " + number,
    )


def _by_class(name: str, scores: Any, labels: Sequence[str]) -> dict[str, Any]:
    """The scores of each class, from a frame whose columns are classes, or an array with a row for each item."""
    import numpy as np

    if is_frame(scores) or _is_of_classes(scores):
        called = {_label(each): each for each in names_of(scores)}
        if all(label in called for label in labels):
            return {label: scores[called[label]] for label in labels}
    rows = np.asarray(scores)
    if rows.ndim != 2 or rows.shape[1] != len(labels):
        raise InputError(
            f"expected a row for each item of {name} with the scores of {len(labels)} classes, found the shape {rows.shape}",
            f"the classes are {', '.join(labels)}; metric='...(labels=A|B|C)' names others",
        )
    return {label: np.ascontiguousarray(rows[:, place]) for place, label in enumerate(labels)}


def _label(value: Any) -> str:
    """A label as text: 1 and 1.0 are one label, and neither None nor NaN is one."""
    if value is None or value != value:
        return ""
    if hasattr(value, "item"):
        value = value.item()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
