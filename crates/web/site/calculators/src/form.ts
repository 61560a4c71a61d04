// The form of a calculator.

import type { Calculator, Field, Values } from "./calculators.js";
import { element } from "./dom.js";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export class Form {
  readonly root: HTMLFormElement;
  private readonly controls = new Map<string, Control>();
  private readonly rows = new Map<string, HTMLElement>();

  constructor(
    private readonly calculator: Calculator,
    submit: () => void,
    example: () => void,
  ) {
    const usual = calculator.fields.filter((field) => field.more !== true).map((field) => this.row(field));
    const more = calculator.fields.filter((field) => field.more === true).map((field) => this.row(field));
    const examples = calculator.examples.map(([label, values]) => {
      const button = element("button", { type: "button" }, label);
      button.addEventListener("click", () => {
        this.fill(values);
        example();
      });
      return element("li", {}, button);
    });
    this.root = element(
      "form",
      { novalidate: true, "aria-labelledby": "title" },
      ...usual,
      element("details", {}, element("summary", {}, "More options"), ...more),
      element("button", { type: "submit" }, calculator.button),
      element("section", { class: "examples", "aria-label": "Examples" }, element("h3", {}, "Examples"), element("ul", {}, ...examples)),
    );
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      submit();
    });
    this.root.addEventListener("input", () => {
      this.adapt();
    });
    this.fill({});
  }

  private row(field: Field): HTMLElement {
    const id = `field-${field.name}`;
    const attributes: Record<string, string | boolean> = { id, name: field.name };
    if (field.help !== undefined) {
      attributes["aria-describedby"] = `${id}-help`;
    }
    if (field.example !== undefined) {
      attributes["placeholder"] = field.example;
    }
    const label = element("label", { for: id }, field.label);
    const help = field.help === undefined ? [] : [element("p", { id: `${id}-help`, class: "help" }, field.help)];
    const control = this.control(field, attributes);
    this.controls.set(field.name, control);
    const row = field.kind === "tick" ? element("div", { class: "row tick" }, control, label) : element("div", { class: "row" }, label, control, ...help);
    this.rows.set(field.name, row);
    return row;
  }

  private control(field: Field, attributes: Record<string, string | boolean>): Control {
    if (field.kind === "choice") {
      const options = (field.options ?? []).map(([value, label]) => element("option", { value }, label));
      return element("select", attributes, ...options);
    }
    if (field.kind === "list") {
      return element("textarea", { ...attributes, rows: "6", spellcheck: "false", required: true });
    }
    if (field.kind === "tick") {
      return element("input", { ...attributes, type: "checkbox" });
    }
    const inputmode = field.kind === "count" ? "numeric" : field.kind === "number" ? "decimal" : "text";
    const isRequired = field.required !== false;
    return element("input", { ...attributes, type: "text", inputmode, autocomplete: "off", spellcheck: "false", required: isRequired });
  }

  /** Hides the fields that are not asked for. */
  private adapt(): void {
    const values = this.values();
    for (const field of this.calculator.fields) {
      const row = this.rows.get(field.name);
      if (row !== undefined && field.when !== undefined) {
        row.hidden = !field.when(values);
      }
    }
  }

  /** Sets every field: to this value, or to what it holds at first. */
  fill(values: Values): void {
    for (const field of this.calculator.fields) {
      const control = this.controls.get(field.name);
      const value = values[field.name] ?? field.initial ?? "";
      if (control instanceof HTMLInputElement && control.type === "checkbox") {
        control.checked = value === "yes";
      } else if (control !== undefined) {
        control.value = value;
      }
    }
    this.mark(undefined);
    this.adapt();
    const hasMore = this.calculator.fields.some((field) => field.more === true && values[field.name] !== undefined && values[field.name] !== field.initial);
    const details = this.root.querySelector("details");
    if (details !== null && hasMore) {
      details.open = true;
    }
  }

  values(): Values {
    const read = (control: Control): string =>
      control instanceof HTMLInputElement && control.type === "checkbox" ? (control.checked ? "yes" : "") : control.value;
    return Object.fromEntries([...this.controls].map(([name, control]) => [name, read(control)]));
  }

  /** The values that are asked for and differ from what the fields hold at first: what a link carries. */
  changed(): Values {
    const values = this.values();
    const of = (field: Field): boolean => (values[field.name] ?? "") !== (field.initial ?? "") && (field.when?.(values) ?? true);
    return Object.fromEntries(this.calculator.fields.filter(of).map((field) => [field.name, values[field.name] ?? ""]));
  }

  /** Marks the field that is wrong, and moves the focus to it; `undefined` takes the mark away. */
  mark(name: string | undefined): void {
    for (const [each, control] of this.controls) {
      control.toggleAttribute("aria-invalid", false);
      if (each === name) {
        control.setAttribute("aria-invalid", "true");
        const details = control.closest("details");
        if (details !== null) {
          details.open = true;
        }
        control.focus();
      }
    }
  }
}
