"""What `scripts/page check` runs in Chromium: the calculators as people use them, by labels and roles alone.

    calculators.py PAGE ANSWERS

PAGE is what scripts/page built, ANSWERS are requests with the program's JSON (tests/it/calculators.rs writes them). Every flow ends at a
right answer in at most six actions. Nothing may be said on the console, nothing asked of the network after the page is loaded (the
files that the service worker keeps aside), and axe must find nothing serious. Screenshots are left in PAGE/shots.
"""

import functools
import http.server
import json
import os
import re
import shutil
import sys
import threading
import time
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

PHONE = {"width": 360, "height": 740}
MOST_ACTIONS = 6
# One calculation that takes seconds: both ends of the agreement, each checked by simulation.
SLOW = "#plan?baseline=50%25&gain=0.05pt"


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Visit:
    """A page on which actions are counted."""

    def __init__(self, page, home):
        self.page, self.home, self.actions = page, home, 0

    def open(self, name=""):
        self.page.goto(self.home + name)
        self.page.get_by_role("button", name=re.compile("^(Compare|Compute|Audit|Plan|Adjust)$")).wait_for()

    def fill(self, label, text):
        self.actions += 1
        self.page.get_by_label(label, exact=True).fill(text)

    def choose(self, label, option):
        self.actions += 1
        self.page.get_by_label(label, exact=True).select_option(label=option)

    def click(self, name, role="button"):
        self.actions += 1
        self.page.get_by_role(role, name=name, exact=True).click()

    def press(self, *keys):
        self.actions += 1
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text):
        self.actions += 1
        self.page.keyboard.type(text)

    def answer(self, *words):
        """Waits for an answer that holds these words."""
        region = self.page.get_by_role("region", name="Answer", exact=True)
        for word in words:
            region.get_by_text(word).first.wait_for(timeout=20_000)

    def alert(self, words):
        self.page.get_by_role("alert").get_by_text(words).wait_for()


def counts(visit):
    visit.open()
    visit.fill("Items on which the system is better", "102")
    visit.fill("Items on which it is worse", "41")
    visit.fill("Items on which both are equal", "1,176")
    visit.click("Compare")
    visit.answer("p = 3.52e-7", "4.6 points above", "restrap compare --counts plus=102,minus=41,null=1176")


def table(visit):
    visit.open()
    visit.choose("You have", "a 2 × 2 table of right and wrong")
    visit.fill("Both are right", "30")
    visit.fill("Only the baseline is right", "4")
    visit.fill("Only the system is right", "1")
    visit.fill("Neither is right", "15")
    visit.click("Compare")
    visit.answer("p = 0.375")


def interval(visit):
    visit.open()
    visit.click("k of n", "link")
    visit.fill("Items that are right", "63")
    visit.fill("All items", "123")
    visit.click("Compute")
    visit.answer("63/123 scored 0.51", "0.42 to 0.60")


def against(visit):
    visit.open("#share")
    visit.click("Translation: 58 of 80 preferences, against chance")
    visit.answer("exact binomial test, p = 7.01e-5")


def audit(visit):
    visit.open("#audit")
    visit.fill("Accuracy of the baseline", "78.4%")
    visit.fill("Accuracy of the system", "79.1%")
    visit.fill("Number of test items", "1000")
    visit.click("Audit")
    visit.answer("The published numbers do not decide: p is between 0.0156 and 0.771")


def plan(visit):
    visit.open("#plan")
    visit.fill("Accuracy of the baseline", "80%")
    visit.fill("Smallest gain worth detecting", "2pt")
    visit.fill("Agreement of the systems", "90%")
    visit.click("Plan")
    visit.answer("2,043 items are needed")


def adjust(visit):
    visit.open("#adjust")
    visit.fill("p-values, one per line", "mnli 0.012\nqnli, 0.034\nrte p < 0.001")
    visit.click("Adjust")
    visit.answer("3 of 3 at most 0.05 after holm: mnli, qnli, rte.")


def margin(visit):
    visit.open()
    visit.click("LLM: 102 questions won, 41 lost")
    visit.choose("Margin", "superiority (better by)")
    visit.fill("Size of the margin", "1pt")
    visit.click("Compare")
    visit.answer("Superior by more than the margin at 0.05")


def wrong(visit):
    visit.open("#share")
    visit.fill("Items that are right", "63")
    visit.fill("All items", "many")
    visit.click("Compute")
    visit.alert("All items: expected a whole number, found many")
    assert visit.page.evaluate("document.activeElement.name") == "items", "the focus is not on the wrong field"
    visit.fill("All items", "123")
    visit.click("Compute")
    visit.answer("63/123 scored 0.51")


def refused(visit):
    visit.open("#audit")
    visit.fill("Accuracy of the baseline", "852%")
    visit.fill("Accuracy of the system", "86%")
    visit.fill("Number of test items", "1000")
    visit.click("Audit")
    visit.alert("expected a share (0.852), a percentage (85.2%) or a count (426/500), found '852%'")
    visit.fill("Accuracy of the baseline", "85.2%")
    visit.click("Audit")
    visit.answer("--baseline 85.2% --system 86% --items 1000")


def link(visit):
    visit.open("#audit?baseline=78.4%25&system=79.1%25&items=1000")
    visit.answer("p is between 0.0156 and 0.771")
    visit.fill("Number of test items", "2000")
    visit.click("Audit")
    visit.answer("--items 2000")
    shared = visit.page.url
    visit.open("?again" + shared[shared.index("#"):])
    visit.answer("--items 2000")


def cancel(visit):
    visit.open(SLOW)
    visit.click("Cancel")
    visit.page.get_by_role("status").get_by_text("Cancelled.").wait_for()
    visit.fill("Smallest gain worth detecting", "5pt")
    visit.fill("Agreement of the systems", "90%")
    visit.click("Plan")
    visit.answer("items are needed")


def offline(visit):
    visit.open()
    visit.page.evaluate("navigator.serviceWorker.ready")
    visit.page.wait_for_function("navigator.serviceWorker.controller !== null")
    visit.page.context.set_offline(True)
    visit.page.reload()
    visit.click("Retrieval: 31 of 50 topics better, 15 worse")
    visit.answer("p = 0.0259")
    visit.page.context.set_offline(False)


def phone(visit):
    visit.page.set_viewport_size(PHONE)
    visit.open()
    visit.click("LLM: 102 questions won, 41 lost")
    visit.answer("p = 3.52e-7")
    wide = visit.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], f"{wide} pixels wide"


def dark(visit):
    visit.page.emulate_media(color_scheme="dark")
    visit.open("#plan")
    visit.click("LLM: a gain of 2 points on 80 %")
    visit.answer("2,043 items are needed")
    background = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(22, 24, 28)", background


def keyboard(visit):
    visit.open("#share")
    # Past the link that skips, two links of the head, and five calculators.
    visit.press("Tab", "Enter")
    visit.press("Tab")
    visit.type("63")
    visit.press("Tab")
    visit.type("123")
    visit.press("Enter")
    visit.answer("63/123 scored 0.51")


def printed(visit):
    visit.open()
    visit.click("LLM: 102 questions won, 41 lost")
    visit.answer("p = 3.52e-7")
    visit.page.emulate_media(media="print")
    assert not visit.page.get_by_role("navigation").is_visible(), "the calculators are printed, too"
    assert visit.page.get_by_text("p = 3.52e-7").first.is_visible(), "the answer is not printed"


def copied(visit):
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.open()
    visit.click("LLM: 102 questions won, 41 lost")
    visit.answer("p = 3.52e-7")
    for name, words in {
        "Copy sentence": "Significant at 0.05: on these 1,319 items",
        "Copy LaTeX": "needs \\usepackage{booktabs}",
        "Copy link": "#compare?better=102&worse=41&tied=1176",
        "Copy command": "restrap compare --counts plus=102,minus=41,null=1176",
        "Copy Python": "restrap.compare([0] * 102",
    }.items():
        visit.click(name)
        found = visit.page.evaluate("navigator.clipboard.readText()")
        assert words in found, f"{name} gives {found[:80]}"


FLOWS = [copied, counts, table, interval, against, audit, plan, adjust, margin, wrong, refused, link, cancel, offline, phone, dark, keyboard, printed]

ASK = """async ([calculator, request]) => {
  globalThis.asking ??= new Worker("worker.js", { type: "module" });
  const start = performance.now();
  const said = await new Promise((resolve) => {
    asking.onmessage = (message) => resolve(message.data);
    asking.postMessage({ number: 0, calculator, request });
  });
  return [said.answer?.json ?? JSON.stringify(said), performance.now() - start];
}"""


def equal(page, answers):
    """Asks the worker of the page for every request; the number that differs from the program."""
    differ = 0
    for line in answers:
        found, _ = page.evaluate(ASK, [line["calculator"], json.dumps(line["request"])])
        differ += found != line["json"]
    return differ


def seconds(page, items):
    request = {"counted": {"counts": {"better": items * 3 // 10, "worse": items * 299 // 1000, "tied": items * 401 // 1000}}}
    return page.evaluate(ASK, ["compare", json.dumps(request)])[1] / 1000


def main():
    place, answers = Path(sys.argv[1]), Path(sys.argv[2])
    answers = [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()][:200]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=place / "html"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{server.server_address[1]}/"
    shots = place / "shots"
    shots.mkdir(exist_ok=True)
    faults = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"))
        for flow in FLOWS:
            context = browser.new_context(viewport={"width": 1100, "height": 900})
            page = context.new_page()
            said, asked = [], []
            page.on("console", lambda message, said=said: said.append(message.text))
            page.on("pageerror", lambda error, said=said: said.append(str(error)))
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            visit = Visit(page, home)
            try:
                flow(visit)
            except Exception as error:  # noqa: BLE001 - any fault of a flow is told, and the others go on
                said.append(f"{type(error).__name__}: {str(error)[:400]}")
            page.screenshot(path=shots / f"{flow.__name__}.png", full_page=True)
            if visit.actions > MOST_ACTIONS:
                said.append(f"{visit.actions} actions")
            # A page that is loaded asks for nothing: its own files come before, and the worker's with it.
            late = [url for url in asked if not url.startswith(home) and not url.startswith("data:")]
            said += [f"asks for {url}" for url in late]
            if flow not in (printed, offline):
                found = Axe().run(page).response["violations"]
                said += [f"axe: {one['impact']}: {one['help']} ({one['nodes'][0]['html'][:120]})" for one in found if one["impact"] in ("serious", "critical")]
            print(f"{'FAIL' if said else 'ok':5}{flow.__name__:10} {visit.actions} actions")
            faults += [f"{flow.__name__}: {one}" for one in said]
            context.close()

        context = browser.new_context()
        page = context.new_page()
        start = time.perf_counter()
        page.goto(home + "#share?right=63&items=123")
        page.get_by_text("63/123 scored 0.51").first.wait_for()
        print(f"first load with an answer: {time.perf_counter() - start:.2f} s")
        page.evaluate("navigator.serviceWorker.ready")
        after = []
        page.on("request", lambda request: after.append(request.url))
        page.get_by_role("button", name="LLM: 63 of 123 tasks solved").click()
        page.get_by_role("link", name="Adjust p-values").click()
        page.get_by_role("button", name="LLM: four benchmarks").click()
        page.get_by_text("of 4 at most 0.05").first.wait_for()
        faults += [f"asks for {url} after it is loaded" for url in after if not url.startswith("blob:")]
        differ = equal(page, answers)
        print(f"{len(answers)} requests in Chromium, {differ} differ from the program")
        faults += [f"{differ} requests differ"] if differ else []
        for items in (10_000, 1_000_000):
            seconds(page, items)
            print(f"counts of {items:,} items: {min(seconds(page, items) for _ in range(3)):.3f} s")
        browser.close()
    for fault in faults:
        print(f"error: {fault}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
