// The page: one calculator at a time, chosen by the part of the address behind `#`, which also holds its inputs.

import { showAnswer } from "./answer.js";
import { CALCULATORS, FieldError, type Calculator, type Values } from "./calculators.js";
import { element } from "./dom.js";
import { Engine } from "./engine.js";
import { Form } from "./form.js";
import type { Reply } from "./messages.js";

/** Time after which a question can be cancelled. */
const PATIENCE = 300;

const engine = new Engine();
const main = document.querySelector("main") as HTMLElement;
const nav = document.querySelector("nav") as HTMLElement;

/** Splits `#compare?better=102&worse=41`. */
function address(): [Calculator, Values] {
  const [name, query] = location.hash.slice(1).split("?", 2);
  const found = CALCULATORS.find((calculator) => calculator.name === name);
  const first = CALCULATORS[0] as Calculator;
  return [found ?? first, found === undefined ? {} : Object.fromEntries(new URLSearchParams(query))];
}

function tabs(current: Calculator): void {
  const links = CALCULATORS.map((calculator) => {
    const attributes: Record<string, string> = { href: `#${calculator.name}` };
    if (calculator === current) {
      attributes["aria-current"] = "page";
    }
    return element("li", {}, element("a", attributes, calculator.tab));
  });
  nav.replaceChildren(element("ul", {}, ...links));
}

function show(): void {
  const [calculator, values] = address();
  tabs(calculator);
  document.title = `${calculator.title} · restrap`;
  const status = element("p", { class: "status", role: "status" });
  const alert = element("div", { class: "alert", role: "alert" });
  const result = element("section", { class: "result", "aria-label": "Answer", "aria-live": "polite", tabindex: "-1" });

  function problem(message: string, hint: string, field: string): void {
    const paragraphs = [message, hint].filter((text) => text !== "").map((text) => element("p", {}, text));
    result.replaceChildren();
    alert.replaceChildren(...paragraphs);
    form.mark(field === "" ? undefined : field);
  }

  function showReply(reply: Reply): void {
    status.replaceChildren();
    if ("answer" in reply) {
      result.replaceChildren(showAnswer(reply.answer));
      // On a phone the form fills the screen.
      if (result.getBoundingClientRect().top > 0.6 * innerHeight) {
        result.scrollIntoView({ block: "start" });
      }
    } else if ("problem" in reply) {
      problem(reply.problem.message, reply.problem.hint, reply.problem.field);
    } else {
      engine.restart();
      problem(
        `The calculation failed: ${reply.fault}.`,
        "The calculator was started again. Tens of millions of items need more memory than a browser gives: use the command line for them. If the numbers are smaller, please report the link of this page.",
        "",
      );
    }
  }

  async function ask(): Promise<void> {
    alert.replaceChildren();
    form.mark(undefined);
    let request: object;
    try {
      request = calculator.request(form.values());
    } catch (error) {
      if (error instanceof FieldError) {
        problem(error.message, "", error.field);
        return;
      }
      throw error;
    }
    const query = new URLSearchParams(form.changed()).toString();
    history.replaceState(null, "", `#${calculator.name}?${query}`);
    const cancel = element("button", { type: "button" }, "Cancel");
    const late = setTimeout(() => {
      status.replaceChildren("Computing. ", cancel);
    }, PATIENCE);
    const reply = await Promise.race([
      engine.ask(calculator.name, request),
      new Promise<"cancelled">((resolve) => {
        cancel.addEventListener("click", () => {
          resolve("cancelled");
        });
      }),
    ]);
    clearTimeout(late);
    if (reply === "cancelled") {
      engine.restart();
      status.replaceChildren("Cancelled.");
    } else {
      showReply(reply);
    }
  }

  const form = new Form(calculator, () => void ask(), () => void ask());
  main.replaceChildren(
    element("h2", { id: "title" }, calculator.title),
    element("p", { class: "about" }, calculator.about),
    form.root,
    alert,
    status,
    result,
  );
  if (Object.keys(values).length > 0) {
    form.fill(values);
    void ask();
  }
}

// Its address would be that of a calculator.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", show);
show();
if ("serviceWorker" in navigator) {
  // Without it the page works while there is a network.
  void navigator.serviceWorker.register("sw.js").catch(() => undefined);
}
