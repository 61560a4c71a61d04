"""What `scripts/pages_in_browser` runs: PROGRAM FOLDER [TABLE]...

Each page is opened at 360, 720 and 1,600 pixels, light and dark, and printed. It must ask for nothing, say nothing on the console,
run nothing, scroll in no direction but down, and have no fault that axe-core calls serious. In every figure, letters must neither
touch each other nor leave the picture. Systems: 3, 16 and 129, one with a name full of markup, one with a very long name.
"""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

WIDTHS = (360, 720, 1600)
SCHEMES = ("light", "dark")
EVIL = '</title><img src=x onerror=alert(1)> & "quoted"'
LONG = "a system with a name that is as long as those of checkpoints with all their options in them"

# Pairs of texts of one figure that touch, and texts that leave it; a pixel is for rounding.
TOUCHING = """() => [...document.querySelectorAll('svg')].flatMap(svg => {
  const frame = svg.getBoundingClientRect();
  if (!frame.width) return [];
  const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim()).map(t => [t.textContent.trim(), t.getBoundingClientRect()]);
  const out = texts.filter(([, b]) => b.left < frame.left - 1 || b.right > frame.right + 1 || b.top < frame.top - 1 || b.bottom > frame.bottom + 1)
    .map(([t]) => 'leaves the figure: ' + t);
  // Boxes are as high as a line, letters are not.
  const less = b => ({left: b.left + 1, right: b.right - 1, top: b.top + b.height * .2, bottom: b.bottom - b.height * .2});
  texts.forEach(([s, a], i) => texts.slice(i + 1).forEach(([t, b]) => {
    const [x, y] = [less(a), less(b)];
    if (x.left < y.right && y.left < x.right && x.top < y.bottom && y.top < x.bottom) out.push(`touch: ${s} | ${t}`);
  }));
  return out;
})"""


def tables(folder):
    """Tables of 3, 16 and 129 systems, one of data sets, and texts."""
    draw = random.Random(15)
    for number in (3, 16, 129):
        names = [f"run{k}" for k in range(number - 2)] + [EVIL, LONG]
        quoted = ",".join('"' + name.replace('"', '""') + '"' for name in names)
        rows = []
        for _ in range(50):
            item = draw.random()
            rows.append(",".join(f"{min(1, max(0, item + .4 * k / number + draw.gauss(0, .15))):.4f}" for k in range(number)))
        (folder / f"{number}.csv").write_text("\n".join([quoted, *rows]) + "\n")
    rows = ["set,id,base,new," + '"' + EVIL.replace('"', '""') + '",fourth']
    for k, name in enumerate(("news", "talks", LONG, "<b>social</b>")):
        for item in range(60):
            scores = [draw.gauss(gain, 1) + 5 for gain in (0, .1 * k, .5, -.2)]
            rows.append(f"{name},{item}," + ",".join(f"{score:.3f}" for score in scores))
    (folder / "sets.csv").write_text("\n".join(rows) + "\n")
    (folder / "o.txt").write_text("a b c d e\nf g h i\n" * 9)
    (folder / "r.txt").write_text("a b c d e\nf g h j\n" * 9)


def commands(more):
    """Names of pages or figures and the command of each."""
    power = {
        "plan": "power plan --baseline 0.8 --gain 0.02",
        "curve": "power curve",
        "audit": "power audit --baseline 426/500 --system 440/500",
        "rates": "power compare --items 10,20,40 --test t,sign,permutation --experiments 50 --resamples 99",
    }
    sets = "replicate sets.csv --id id --dataset set"
    pages = {"replicate": sets, "score": "score o.txt --ref r.txt --metric bleu", **power}
    figures = {"replicate": sets, "counts": sets + " --plot-kind counts", **power}
    for number in ("3", "16", "129"):
        for command in ("compare", "rank", "ci"):
            pages[f"{command}-{number}"] = f"{command} {number}.csv"
            figures[f"{command}-{number}"] = f"{command} {number}.csv"
        for kind in ("ranks", "gains") + (() if number == "129" else ("critical-difference",)):
            figures[f"{kind}-{number}"] = f"rank {number}.csv --plot-kind {kind}"
    for kind in ("items", "null"):
        figures[f"{kind}-3"] = f"compare 3.csv --plot-kind {kind}"
    for table in more:
        pages[f"rank-{Path(table).stem}"] = f"rank {table}"
        figures[f"rank-{Path(table).stem}"] = f"rank {table}"
    return pages, figures


def run(program, folder, line, *options):
    subprocess.run([program, *line.split(), *options, "-q"], cwd=folder, check=True)


class Watched:
    """A tab, and what went wrong in it."""

    def __init__(self, browser, scheme, width):
        self.faults = []
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
        self.page = context.new_page()
        self.page.on("console", lambda message: self.faults.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("dialog", lambda dialog: (self.faults.append("a dialog"), dialog.dismiss()))
        self.page.on("request", self.asked)
        self.asked_for = None

    def asked(self, request):
        if request.url != self.asked_for:
            self.faults.append(f"asks for {request.url}")

    def open(self, path):
        self.faults = []
        self.asked_for = path.resolve().as_uri()
        self.page.goto(self.asked_for)


def look_at_page(tab, path, scheme, width, shots, axe):
    tab.open(path)
    page = tab.page
    if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
        tab.faults.append("scrolls sideways")
    if page.evaluate("document.querySelectorAll('script, img, iframe, link').length"):
        tab.faults.append("markup of a name is live")
    tab.faults += page.evaluate(TOUCHING)
    page.screenshot(path=shots / f"{path.stem}-{width}-{scheme}.png", full_page=True)
    if width == 720:
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        found = axe.run(page).response["violations"]
        tab.faults += [f"axe: {one['id']} ({one['impact']})" for one in found if one["impact"] in ("serious", "critical")]
        if scheme == "light":
            page.pdf(path=shots / f"{path.stem}.pdf", format="A4", print_background=True)
    return tab.faults


def main(program, shots, *more):
    program, shots = str(Path(program).resolve()), Path(shots)
    shutil.rmtree(shots, ignore_errors=True)
    shots.mkdir(parents=True)
    tables(shots)
    pages, figures = commands([str(Path(table).resolve()) for table in more])
    for name, line in pages.items():
        run(program, shots, line, "--html", f"{name}.html")
    for name, line in figures.items():
        for width in (360, 720):
            run(program, shots, line, "--plot", f"{name}-{width}.svg", "--plot-width", str(width))
    wrong = 0
    with sync_playwright() as playwright:
        chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        print(f"chromium {browser.version}, {len(pages)} pages, {len(figures)} figures")
        axe = Axe()
        faults = {}
        for scheme in SCHEMES:
            for width in WIDTHS:
                tab = Watched(browser, scheme, width)
                for name in pages:
                    found = look_at_page(tab, shots / f"{name}.html", scheme, width, shots, axe)
                    for fault in found:
                        faults.setdefault(f"{name}.html: {fault}", []).append(f"{width} {scheme}")
        tab = Watched(browser, "light", 720)
        for name in figures:
            for width in (360, 720):
                path = shots / f"{name}-{width}.svg"
                tab.open(path)
                for fault in tab.faults + tab.page.evaluate(TOUCHING):
                    faults.setdefault(f"{name}.svg: {fault}", []).append(str(width))
        for fault, where in faults.items():
            print(f"{fault} (at {', '.join(where)})")
        wrong = len(faults)
        browser.close()
    print(f"pages in a browser: {wrong} faults; screenshots and prints in {shots}")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
