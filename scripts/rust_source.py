"""Rust source as tokens, without comments and without test code: what `circles`, `flags` and `budgets` read.

Tokens and not a syntax tree, because a path inside a macro call is a path like any other, and a tree stops at the call.

Test code is an item (or a field, a variant, a statement) under an attribute whose `cfg` is false where `test` is false, the
files of a module that is declared so, and a file that begins with `#![cfg(test)]`.
"""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<comment>//[^\n]*)
    | (?P<block>/\*)
    | (?P<raw>(?:b|c)?r(?P<hashes>\#*)".*?"(?P=hashes))
    | (?P<string>[bc]?"(?:\\.|[^"\\])*")
    | (?P<char>b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[^}]*\}|.)|[^\\'])')
    | (?P<lifetime>'[A-Za-z_]\w*)
    | (?P<name>(?:r\#)?[^\W\d]\w*)
    | (?P<number>\d\w*(?:\.(?!\.)(?![^\W\d])\w*)?(?:(?<=[eE])[+-]\d\w*)?)
    | (?P<mark>::|->|=>|\.\.=|\.\.\.|\.\.|.)
    """,
    re.VERBOSE | re.DOTALL,
)
OPEN = {"(": ")", "[": "]", "{": "}"}
CLOSE = set(OPEN.values())


@dataclass
class Token:
    """kind: `name`, `string` (text without quotes), `char`, `lifetime`, `number`, `mark`; line, last: from 1."""

    kind: str
    text: str
    line: int
    last: int


def tokens(text):
    """All tokens but comments and blanks."""
    found, at, line = [], 0, 1
    while at < len(text):
        match = TOKEN.match(text, at)
        kind, end = match.lastgroup, match.end()
        if kind == "hashes":
            kind = "raw"
        if kind == "block":
            depth = 1
            while depth:
                nested = re.compile(r"/\*|\*/").search(text, end)
                depth += 1 if nested.group() == "/*" else -1
                end = nested.end()
        source = text[at:end]
        last = line + source.count("\n")
        if kind in ("raw", "string"):
            found.append(Token("string", source[source.index('"') + 1 : source.rindex('"')], line, last))
        elif kind not in ("space", "comment", "block"):
            found.append(Token(kind, source.removeprefix("r#"), line, last))
        at, line = end, last
    return found


def closing(found, start):
    """Index of the bracket that closes the one at `start`."""
    depth = 0
    for index in range(start, len(found)):
        token = found[index]
        if token.kind == "mark":
            if token.text in OPEN:
                depth += 1
            elif token.text in CLOSE:
                depth -= 1
                if depth == 0:
                    return index
    raise ValueError(f"line {found[start].line}: `{found[start].text}` is never closed")


def is_(found, index, text):
    return 0 <= index < len(found) and found[index].text == text and found[index].kind in ("mark", "name")


def only_in_tests(attribute):
    """Is an attribute (tokens between its brackets) a `cfg` that is false where `test` is false, or `test` itself?"""
    if [token.text for token in attribute] in (["test"], ["bench"]):
        return True
    if not (is_(attribute, 0, "cfg") and is_(attribute, 1, "(")):
        return False

    def value(part):  # True, False, or None where it depends on more than `test`
        if is_(part, 1, "("):
            inner, parts, depth = part[2:-1], [[]], 0
            for token in inner:
                depth += (token.text in OPEN) - (token.text in CLOSE) if token.kind == "mark" else 0
                if token.text == "," and depth == 0:
                    parts.append([])
                else:
                    parts[-1].append(token)
            values = [value(piece) for piece in parts if piece]
            word = part[0].text
            if word == "not":
                return None if values[0] is None else not values[0]
            least = False if word == "all" else True
            return least if least in values else None if None in values else not least
        return False if [token.text for token in part] == ["test"] else None

    return value(attribute[2 : closing(attribute, 1)]) is False


def end_of_item(found, start):
    """Index after the item, field, variant, arm or statement that starts at `start`, where its attributes end."""
    at = start
    while is_(found, at, "#"):
        at = closing(found, at + 1) + 1
    if is_(found, at, "pub"):
        at += 1
        if is_(found, at, "("):
            at = closing(found, at) + 1
    to_semicolon = is_(found, at, "use") or is_(found, at, "static") or is_(found, at, "type") or is_(found, at, "let")
    to_semicolon |= is_(found, at, "const") and not (is_(found, at + 1, "fn") or is_(found, at + 1, "unsafe"))
    words = ("fn", "mod", "struct", "enum", "union", "trait", "impl", "unsafe", "async", "const", "extern", "macro_rules")
    to_comma = not to_semicolon and not (at < len(found) and found[at].text in words)
    while at < len(found):
        token = found[at]
        if token.kind == "mark":
            if token.text in OPEN:
                at = closing(found, at)
                if token.text == "{" and not to_semicolon:
                    at += 1
                    return at + 1 if to_comma and is_(found, at, ",") else at
            elif token.text in CLOSE:
                return at
            elif token.text == ";" or (token.text == "," and to_comma):
                return at + 1
        at += 1
    return at


def without_tests(found):
    """The tokens that are not test code, and the names of the modules in other files that are."""
    if is_(found, 0, "#") and is_(found, 1, "!") and only_in_tests(found[3 : closing(found, 2)]):
        return [], []
    kept, dropped, at = [], [], 0
    while at < len(found):
        if is_(found, at, "#") and is_(found, at + 1, "["):
            close = closing(found, at + 1)
            if only_in_tests(found[at + 2 : close]):
                end = end_of_item(found, close + 1)
                item = found[close + 1 : end]
                for index, token in enumerate(item[:-2]):
                    if token.text == "mod" and is_(item, index + 2, ";"):
                        dropped.append(item[index + 1].text)
                at = end
                continue
        kept.append(found[at])
        at += 1
    return kept, dropped


def folder_of(file):
    """Where the files of the modules that `file` declares lie."""
    return file.parent if file.name in ("lib.rs", "main.rs", "mod.rs") else file.parent / file.stem


def file_of_module(folder, name):
    for path in (folder / f"{name}.rs", folder / name / "mod.rs"):
        if path.is_file():
            return path
    return None


def code(file):
    """A file's tokens that are code and no test, and the folders or files that hold its test modules."""
    kept, dropped = without_tests(tokens(file.read_text(encoding="utf-8")))
    return kept, [folder_of(file) / name for name in dropped]


def code_of(source):
    """Every file of a `src` folder with its tokens that are code and no test, test files left out."""
    found, tests = {}, []
    for file in sorted(source.rglob("*.rs")):
        found[file], dropped = code(file)
        tests += dropped
    for module in tests:
        for file in list(found):
            if file == module.with_suffix(".rs") or module in file.parents:
                del found[file]
    return found


def crates(root=ROOT):
    """The `src` folders of the workspace's crates, by folder name."""
    return {path.parent.name: path for path in sorted(root.glob("crates/*/src"))}
