// What is shown of an answer.

import { copyButton, element } from "./dom.js";
import type { Answer } from "./messages.js";

const FOLDED = ["Recipe", "Files", "What the numbers are, and are not", "For the paper"];

/** The engine's page with its headings one level lower, below those of this page, and without its style sheet, which this page has. */
function page(fragment: string): HTMLElement {
  const parsed = new DOMParser().parseFromString(fragment.slice(fragment.indexOf("<main")), "text/html");
  const own = parsed.querySelector("main");
  const root = element("div", { class: "restrap" });
  root.append(...(own?.childNodes ?? []));
  for (const [from, to] of [["h2", "h4"], ["h1", "h3"]] as const) {
    for (const heading of root.querySelectorAll(from)) {
      heading.replaceWith(element(to, {}, ...heading.childNodes));
    }
  }
  fold(root);
  return root;
}

/** What a first look does not need is opened by choice. */
function fold(root: HTMLElement): void {
  for (const section of root.querySelectorAll("section")) {
    const heading = section.querySelector("h4");
    if (heading !== null && FOLDED.includes(heading.textContent ?? "")) {
      const [, ...others] = section.children;
      section.replaceWith(element("details", {}, element("summary", {}, heading.textContent ?? ""), ...others));
    }
  }
}

function code(title: string, text: string): HTMLElement {
  return element(
    "div",
    { class: "code" },
    element("h4", {}, title),
    element("pre", { tabindex: "0", role: "region", "aria-label": title }, element("code", {}, text)),
    copyButton(`Copy ${title === "Command" ? "command" : title}`, () => text),
  );
}

/** Shows an answer: the verdict first, then tables and figures, then what can be taken along. */
export function showAnswer(answer: Answer): HTMLElement {
  const take = element(
    "p",
    { class: "take" },
    copyButton("Copy sentence", () => answer.verdict),
    copyButton("Copy LaTeX", () => answer.latex),
    copyButton("Copy link", () => location.href),
  );
  return element(
    "div",
    {},
    page(answer.fragment),
    element("section", { class: "same", "aria-label": "Use this answer" }, element("h3", {}, "Use this answer"), take, code("Command", answer.command), ...(answer.python === "" ? [] : [code("Python", answer.python)])),
    element("details", { class: "json" }, element("summary", {}, "JSON of the command"), element("pre", { tabindex: "0", role: "region", "aria-label": "JSON" }, answer.json), copyButton("Copy JSON", () => answer.json)),
  );
}
