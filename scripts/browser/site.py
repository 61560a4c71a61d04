"""What `scripts/site look` runs: every page at the width of a phone, and what the search finds.

Debian's `chromium` (or $CHROMIUM) through Playwright. A page must not be wider than a phone, nothing on it may stick out of its box, and it
must ask for nothing outside and report no error on the console. Both checks of width must find what is planted on a page first.
Screenshots are left in target/site/phone.
"""

import functools
import http.server
import os
import shutil
import sys
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

HTML = Path(__file__).resolve().parents[2] / "target/site/html"
SHOTS = HTML.parent / "phone"
PHONE = {"width": 360, "height": 740}
# What is typed, and the page that is among the first three; nothing for nonsense.
WANTED = {
    "which test": "guide/which-test/",
    "clusters": "guide/clusters/",
    "seeds": "guide/seeds/",
    "BLEU": "guide/outputs/",
    "GitHub Action": "guide/gates/",
    "qqxyzzy": None,
}

# What is cut off or makes a page wider: boxes beyond its right edge that no box around them scrolls.
STICKS_OUT = """() => [...document.querySelectorAll('.md-content *')].filter(one => {
  const box = one.getBoundingClientRect();
  if (!box.width || !box.height || box.right <= innerWidth + 1) return false;
  for (let up = one; up; up = up.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX) && up.getBoundingClientRect().right <= innerWidth + 1) return false;
  return true;
}).map(one => `${one.tagName.toLowerCase()}: ${one.textContent.trim().slice(0, 40)}`)"""
PLANTED = """() => document.querySelector('.md-content article').insertAdjacentHTML(
  'beforeend', '<p id=planted style="width: 500px; overflow: visible">planted</p>')"""


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def widths(page):
    """What is too wide for the phone."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    wider = [f"{wide} pixels wide on a phone of {PHONE['width']}"] if wide > PHONE["width"] else []
    return wider + [f"sticks out: {one}" for one in page.evaluate(STICKS_OUT)]


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=HTML))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{server.server_address[1]}/"
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    wrong = []
    SHOTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        page = browser.new_page(viewport=PHONE)
        page.on("console", lambda message: wrong.append(f"console: {message.text}") if message.type == "error" else None)
        page.on("request", lambda request: None if request.url.startswith((home, "data:", "blob:")) else wrong.append(f"asks for {request.url}"))
        pages = sorted(path.relative_to(HTML).parent.as_posix() + "/" for path in HTML.rglob("index.html"))
        page.goto(home)
        page.evaluate(PLANTED)
        if len(widths(page)) != 2:
            sys.exit(f"error: expected two faults of the planted box, found {widths(page)}")
        for place in pages:
            page.goto(home + ("" if place == "./" else place))
            wrong += [f"{place}: {fault}" for fault in widths(page)]
            page.screenshot(path=SHOTS / (place.strip("./").replace("/", "-") + ".png"))
        page.set_viewport_size({"width": 1280, "height": 900})
        for typed, wanted in WANTED.items():
            page.goto(home)
            page.keyboard.press("f")
            page.locator("[data-md-component=search-query]").type(typed, delay=20)
            page.wait_for_function("!/Initializing|Type to start/.test(document.querySelector('.md-search-result__meta').textContent)")
            page.wait_for_timeout(500)
            found = page.eval_on_selector_all(".md-search-result__link", "all => all.map(one => one.getAttribute('href'))")
            places = list(dict.fromkeys(link.split("#")[0].split("?")[0].removeprefix(home) for link in found))[:3]
            print(f"search {typed!r}: {', '.join(places) or 'nothing'}")
            if wanted is None and places or wanted is not None and not any(place.endswith(wanted) for place in places):
                wrong.append(f"search {typed!r}: expected {wanted or 'nothing'}, found {places}")
        browser.close()
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"site: {len(pages)} pages at {PHONE['width']} pixels, {len(WANTED)} searches, {len(wrong)} wrong")
    return 1 if wrong or len(pages) < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
