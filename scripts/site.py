"""What `scripts/site` runs: stages the pages with the generated references, and checks the links of what was built.

    site.py stage PROGRAM    docs/, the tutorials as pages and the references, to target/site/pages
    site.py links            every link and anchor inside target/site/html; nothing may come from another host
"""

import ast
import json
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "target/site/pages"
# Written by tests/it/schema.rs.
SCHEMAS = ROOT / "target/tmp/schema"
HTML = ROOT / "target/site/html"
# The calculators, if scripts/page built them, and the name of each.
APP = ROOT / "target/page/html"
CALCULATORS = {
    "compare": "Compare from counts", "share": "k of n", "audit": "Two published accuracies", "plan": "How many items", "adjust": "Adjust p-values",
}
# Pages outside docs/ that pages of docs/ link to, by where they are on the site.
OUTSIDE = {"ARCHITECTURE.md": "ARCHITECTURE.md", "datasets/outputs/README.md": "datasets/outputs/README.md"}
# On a phone long words of text break, and wide tables scroll within themselves.
CSS = (
    ".md-typeset :is(p, li, h1, h2, h3) { overflow-wrap: anywhere; }\n"
    ".md-typeset table :is(p, li, code) { overflow-wrap: normal; }\n"
    ".md-typeset table code { word-break: normal; }\n"
)
# The guide is found before the references.
LATER = "---\nsearch: { boost: 0.5 }\n---\n\n"


def commands(program):
    """Every command with its help, as the program says it."""

    def told(*words):
        return subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True).stdout

    def listed(text):
        part = re.search(r"^Commands:\n(.*?)(?:\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
        names = re.findall(r"^  ([a-z][a-z0-9-]*)(?:  |$)", part[1], re.MULTILINE) if part else []
        return [name for name in names if name != "help"]

    pages = []

    def add(words):
        text = told(*words)
        pages.append(f"## {' '.join(['restrap', *words])}\n\n```text\n{text.rstrip()}\n```\n")
        for name in listed(text):
            add([*words, name])

    add([])
    if len(pages) < 15:
        sys.exit(f"error: expected the help of every command, found {len(pages)}")
    return LATER + "# Command line\n\nWhat `--help` says, command by command.\n\n" + "\n".join(pages)


def assigned(tree, name):
    """The literal that a module assigns to a name."""
    nodes = (node for node in tree.body if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name)
    return ast.literal_eval(next(nodes).value)


def python():
    """Every public name of the package, from its docstrings."""
    package = ROOT / "crates/python/python/restrap"

    def parsed(name):
        return ast.parse((package / f"{name}.py").read_text(encoding="utf-8"))

    def functions(name):
        defined = (node.name for node in parsed(name).body if isinstance(node, ast.FunctionDef))
        return sorted(function for function in defined if not function.startswith("_"))

    init = parsed("__init__")
    module = {name: module for module, names in assigned(init, "_PLACES").items() for name in names}
    public = [name for name in assigned(init, "__all__") if name not in ("__version__", "power")]
    if lost := [name for name in public if name not in module]:
        sys.exit(f"error: expected a module of every public name, found none of {', '.join(lost)}")
    parts = {
        "Functions": [f"{module[name]}.{name}" for name in public if name.islower()],
        "Power (restrap.power)": [f"power.{name}" for name in functions("power")],
        "Gates (restrap.testing)": [f"testing.{name}" for name in functions("testing")],
        "Classes and errors": [f"{module[name]}.{name}" for name in public if not name.islower()],
    }
    page = [f"{LATER}# Python reference\n\nFrom the docstrings. [restrap in Python](../python.md) tells it in order.\n"]
    for part, names in parts.items():
        page.append(f"## {part}\n\n" + "\n".join(f"::: restrap.{name}\n" for name in names))
    return "\n".join(page)


def type_of(field, anchor):
    """A type in a word or two; the name of another table leads to it."""
    if "$ref" in field:
        name = field["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{anchor(name)})" if anchor(name) else name
    if "anyOf" in field or "oneOf" in field:
        kinds = field.get("anyOf") or field["oneOf"]
        if all("const" in kind for kind in kinds):
            return ", ".join(f"`{kind['const']}`" for kind in kinds)
        return " or ".join(type_of(kind, anchor) for kind in kinds)
    if "enum" in field:
        return ", ".join(f"`{word}`" for word in field["enum"])
    if "const" in field:
        return f"`{field['const']}`"
    kind = field.get("type", "any")
    if kind == "array":
        return f"list of {type_of(field.get('items', {}), anchor)}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def in_cell(text):
    """Text in a cell of a table. Links of Rust's documentation lead nowhere here."""
    plain = re.sub(r"\[(`[^`]+`)\](?!\()", r"\1", " ".join(text.split()))
    return plain.replace("\\", "\\\\").replace("|", "\\|")


def schemas():
    """The fields of every JSON document, from the schemas."""
    page = [f"{LATER}# Fields of the JSON\n\nFrom the schemas that [JSON](../json.md) is checked against. null is allowed where a type says so.\n"]
    for path in sorted(SCHEMAS.glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        tables = {name: of for name, of in sorted(schema["$defs"].items()) if "properties" in of}
        if "properties" in schema:
            tables = {schema["title"]: schema} | tables
        page.append(f"## {path.stem}\n\nThe schema: [{path.name}](../schema/{path.name}).\n")

        def anchor(name, stem=path.stem, tables=tables):
            return f"{stem}-{re.sub('[^a-z0-9]+', '-', name.lower())}" if name in tables else ""

        for name, of in tables.items():
            needed = of.get("required", [])
            rows = [
                f"| `{field}` | {type_of(told, anchor)}{'' if field in needed else ', may be absent'} | {in_cell(told.get('description', ''))} |"
                for field, told in of["properties"].items()
            ]
            about = in_cell(of.get("description", "")).replace("\\|", "|")
            page.append(f"### {name} {{#{anchor(name)}}}\n\n{about}\n\n| field | type | what |\n|---|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(page)


def tutorial(path):
    """A text notebook in jupytext's percent format as a page: what a cell prints (`#>`) is below it."""
    page = []
    for cell in re.split(r"^# %%", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        head, _, body = cell.partition("\n")
        if "[markdown]" in head:
            page.append("\n".join(line.removeprefix("#").removeprefix(" ") for line in body.strip().splitlines()))
            continue
        code = "\n".join(line for line in body.splitlines() if not line.startswith("#>")).strip()
        said = "\n".join(line.removeprefix("#>").removeprefix(" ") for line in body.splitlines() if line.startswith("#>"))
        page.append(f"```python\n{code}\n```" + (f"\n\n```text\n{said}\n```" if said else ""))
    page.append(f"The same as a notebook in text: [{path.name}]({path.name}).")
    return "\n\n".join(page) + "\n"


def calculators():
    """Takes the calculators along, each linked from its page."""
    if not (APP / "index.html").is_file():
        print("site: without the calculators, which scripts/page builds")
        return
    shutil.copytree(APP, PAGES / "calculators/app")
    page = PAGES / "calculators.md"
    text = page.read_text(encoding="utf-8")
    for name, title in CALCULATORS.items():
        if f"**{title}**" not in text:
            sys.exit(f"error: expected {title} in calculators.md, found none")
        text = text.replace(f"**{title}**", f"[**{title}**](calculators/app/index.html#{name})")
    page.write_text(text, encoding="utf-8")


def stage(program):
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    for source, place in OUTSIDE.items():
        text = (ROOT / source).read_text(encoding="utf-8").replace("](docs/", "](").replace("](../../docs/", "](../../")
        (PAGES / place).parent.mkdir(parents=True, exist_ok=True)
        (PAGES / place).write_text(text, encoding="utf-8")
    for page in PAGES.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        for source, place in OUTSIDE.items():
            text = text.replace(f"](../{source})", f"]({place})")
        text = re.sub(r"(\]\((?:\.\./)?tutorials/\w+)\.py\)", r"\1.md)", text)
        # A command with what it prints: colours tell them apart.
        text = re.sub(r"^```\n\$ ", "```console\n$ ", text, flags=re.MULTILINE)
        page.write_text(text, encoding="utf-8")
    for path in sorted((PAGES / "tutorials").glob("*.py")):
        path.with_suffix(".md").write_text(tutorial(path), encoding="utf-8")
    (PAGES / "site.css").write_text(CSS, encoding="utf-8")
    calculators()
    (PAGES / "reference").mkdir()
    shutil.copytree(SCHEMAS, PAGES / "schema")
    for name, text in {"commands": commands(program), "python": python(), "schemas": schemas()}.items():
        (PAGES / f"reference/{name}.md").write_text(text, encoding="utf-8")


class Links(HTMLParser):
    """Where a page leads, what can be led to, and what it fetches from another host."""

    def __init__(self):
        super().__init__()
        self.links, self.anchors, self.fetched = [], set(), []

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        self.anchors |= {told[name] for name in ("id", "name") if told.get(name)}
        if tag == "a" and told.get("href"):
            self.links.append(told["href"])
        fetched = told.get("src") or (told.get("href") if tag == "link" and told.get("rel") != "canonical" else None)
        if fetched and (urlsplit(fetched).scheme in ("http", "https") or fetched.startswith("//")):
            self.fetched.append(fetched)


def faults(folder):
    """What is wrong with the links of the pages of a folder; how many pages and links there are."""
    read = {}
    for path in sorted(folder.resolve().rglob("*.html")):
        read[path] = page = Links()
        page.feed(path.read_text(encoding="utf-8"))
    wrong, checked = [], 0
    for path, page in read.items():
        name = path.relative_to(folder.resolve())
        wrong += [f"{name} fetches {url}" for url in page.fetched]
        # The page of what is not found is shown at any address.
        for link in page.links if path.name != "404.html" else []:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            checked += 1
            place = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = place / "index.html" if place.is_dir() else place
            # Behind `#` the calculators have their inputs.
            has_anchors = place in read and place.parent.name != "app"
            if not place.is_file() or (parts.fragment and has_anchors and unquote(parts.fragment) not in read[place].anchors):
                wrong.append(f"{name}: {link}")
    return wrong, len(read), checked


def links():
    with tempfile.TemporaryDirectory() as planted:
        page = '<a href="gone/">1</a><a href="#gone">2</a><script src="https://cdn.example/x.js"></script><a href="#here" id="here">3</a>'
        (Path(planted) / "index.html").write_text(page, encoding="utf-8")
        wrong, *_ = faults(Path(planted))
        if len(wrong) != 3:
            sys.exit(f"error: expected the three planted faults, found {wrong}")
    wrong, pages, checked = faults(HTML)
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"site: {pages} pages, {checked} links inside, {len(wrong)} wrong")
    return 1 if wrong or checked < 100 else 0


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["stage", program]:
            stage(program)
        case ["links"]:
            sys.exit(links())
        case _:
            sys.exit(__doc__)
