"""What `scripts/site` runs: stages the pages with the generated references, and checks the links of what was built.

    site.py stage PROGRAM    docs/ and the references to target/site/pages
    site.py links            every link and anchor inside target/site/html
"""

import ast
import json
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "target/site/pages"
HTML = ROOT / "target/site/html"
# Pages that link to one another from outside docs/, by where they stand on the site.
OUTSIDE = {"ARCHITECTURE.md": "ARCHITECTURE.md", "datasets/outputs/README.md": "datasets/outputs/README.md"}
CSS = "/* On a phone long words of text break, and wide tables scroll within themselves. */\n.md-typeset :is(p, li, h1, h2, h3) { overflow-wrap: anywhere; }\n.md-typeset table :is(p, li, code) { overflow-wrap: normal; }\n"


def commands(program):
    """Every command with its help, as the program says it."""
    def told(*words):
        return subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True).stdout

    def listed(text):
        part = re.search(r"^Commands:\n(.*?)(?:\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
        return [name for name in re.findall(r"^  ([a-z][a-z0-9-]*)(?:  |$)", part[1], re.MULTILINE) if name != "help"] if part else []

    pages = ["# Command line\n\nWhat `--help` says, command by command.\n"]

    def add(words):
        text = told(*words)
        pages.append(f"## restrap {' '.join(words)}\n".replace("restrap \n", "restrap\n") + f"\n```text\n{text.rstrip()}\n```\n")
        for name in listed(text):
            add([*words, name])

    add([])
    return "\n".join(pages)


def python():
    """Every public name of the package, from its docstrings."""
    package = ROOT / "crates/python/python/restrap"
    tree = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    assigned = (node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "_PLACES")
    places = ast.literal_eval(next(assigned).value)
    power = ast.parse((package / "power.py").read_text(encoding="utf-8"))
    functions = [node.name for node in power.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    names = sorted((name, module) for module, names in places.items() for name in names)
    names += [(name, "testing") for name in ("assert_better", "assert_not_worse")] + [(name, "power") for name in functions]
    blocks = [f"::: restrap.{module}.{name}\n" for name, module in names]
    return "# Python reference\n\nThe guide is [restrap in Python](../python.md).\n\n" + "\n".join(blocks)


def type_of(field):
    """A type in a word or two."""
    if "$ref" in field:
        name = field["$ref"].rsplit("/", 1)[1]
        return name
    if "anyOf" in field or "oneOf" in field:
        kinds = field.get("anyOf") or field["oneOf"]
        if all("const" in kind for kind in kinds):
            return ", ".join(f"`{kind['const']}`" for kind in kinds)
        return " or ".join(type_of(kind) for kind in kinds)
    if "enum" in field:
        return ", ".join(f"`{word}`" for word in field["enum"])
    kind = field.get("type", "any")
    if kind == "array":
        return f"list of {type_of(field.get('items', {}))}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def schemas():
    """The fields of every JSON document, from the schemas."""
    pages = ["# Fields of the JSON\n\nFrom the schemas of [JSON](../json.md), which are the contract.\n"]
    for path in sorted((ROOT / "docs/schema").glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        pages.append(f"## {schema['title']}\n\n[{path.name}](../schema/{path.name})\n")
        for name, of in sorted(schema["$defs"].items()):
            if "properties" not in of:
                continue
            rows = [
                f"| `{field}` | {type_of(told)} | {' '.join(told.get('description', '').split())} |".replace("\\", "\\\\")
                for field, told in of["properties"].items()
            ]
            about = " ".join(of.get("description", "").split())
            pages.append(f"### {name} in {schema['title']}\n\n{about}\n\n| field | type | what |\n|---|---|---|\n" + "\n".join(rows) + "\n")
    # Links of Rust's documentation lead nowhere here.
    return re.sub(r"\[(`[^`]+`)\](?!\()", r"\1", "\n".join(pages))


def stage(program):
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    for source, place in OUTSIDE.items():
        text = (ROOT / source).read_text(encoding="utf-8").replace("](docs/", "](").replace("](../../docs/", "](../../")
        (PAGES / place).parent.mkdir(parents=True, exist_ok=True)
        (PAGES / place).write_text(text, encoding="utf-8")
    for page in PAGES.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        for source, place in OUTSIDE.items():
            text = text.replace(f"](../{source})", f"]({place})")
        page.write_text(text, encoding="utf-8")
    (PAGES / "site.css").write_text(CSS, encoding="utf-8")
    (PAGES / "reference").mkdir()
    for name, text in {"commands": commands(program), "python": python(), "schemas": schemas()}.items():
        (PAGES / f"reference/{name}.md").write_text(text, encoding="utf-8")


class Links(HTMLParser):
    """Where a page leads, and what can be led to."""

    def __init__(self):
        super().__init__()
        self.links, self.anchors, self.fetched = [], set(), []

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        self.anchors |= {told[name] for name in ("id", "name") if told.get(name)}
        if tag == "a" and told.get("href"):
            self.links.append(told["href"])
        fetched = told.get("src") or (told.get("href") if tag == "link" and told.get("rel") != "canonical" else None)
        if fetched and urlsplit(fetched).scheme in ("http", "https"):
            self.fetched.append(fetched)


def links():
    read = {}
    for path in HTML.rglob("*.html"):
        read[path] = page = Links()
        page.feed(path.read_text(encoding="utf-8"))
    wrong, checked = [], 0
    for path, page in read.items():
        wrong += [f"{path.relative_to(HTML)} fetches {url}" for url in page.fetched]
        # The page of what is not found stands anywhere.
        for link in page.links if path.name != "404.html" else []:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            checked += 1
            place = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = place / "index.html" if place.is_dir() else place
            if not place.is_file() or (parts.fragment and place in read and unquote(parts.fragment) not in read[place].anchors):
                wrong.append(f"{path.relative_to(HTML)}: {link}")
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"site: {len(read)} pages, {checked} links inside, {len(wrong)} wrong")
    return 1 if wrong or checked < 100 else 0


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["stage", program]:
            stage(program)
        case ["links"]:
            sys.exit(links())
