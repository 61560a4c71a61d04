// The five calculators: their fields, examples, and the request that the engine takes.

import { ofLine } from "./pvalues.js";

/** Text of each field by its name; a box that is ticked has "yes". */
export type Values = Record<string, string>;

export type Name = "compare" | "share" | "audit" | "plan" | "adjust";

export interface Field {
  readonly name: string;
  readonly label: string;
  /** A count takes digits, a text is read by the engine, a list takes lines. */
  readonly kind: "count" | "number" | "text" | "choice" | "list" | "tick";
  readonly help?: string;
  readonly example?: string;
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** What the field holds at first; such a value is left out of links. */
  readonly initial?: string;
  /** False for fields that may be empty. */
  readonly required?: boolean;
  /** Shown below "More options". */
  readonly more?: boolean;
  /** The field is asked for only under this condition. */
  readonly when?: (values: Values) => boolean;
}

export interface Calculator {
  readonly name: Name;
  readonly tab: string;
  readonly title: string;
  readonly about: string;
  readonly button: string;
  readonly fields: readonly Field[];
  readonly examples: readonly (readonly [label: string, values: Values])[];
  /** Returns the request, or throws a `FieldError`. */
  readonly request: (values: Values) => object;
}

/** Text of a field that cannot be read. */
export class FieldError extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

function label(calculator: Calculator, name: string): string {
  return calculator.fields.find((field) => field.name === name)?.label ?? name;
}

/** Reads a count; blanks, commas and points between groups of digits are allowed. */
function count(values: Values, name: string, of: () => Calculator): number {
  const text = (values[name] ?? "").trim();
  const digits = text.replace(/(?<=\d)[,. \u202f\u00a0'](?=\d{3}(?:\D|$))/g, "");
  if (!/^\d{1,15}$/.test(digits)) {
    const found = text === "" ? "nothing" : text;
    throw new FieldError(name, `${label(of(), name)}: expected a whole number, found ${found}`);
  }
  return Number(digits);
}

/** A decimal comma as a point: `0,05`, `78,4%`. */
function point(text: string): string {
  return text.replace(/^([+-]?\d*),(\d+(?:\s*(?:%|pt))?)$/, "$1.$2");
}

function number(values: Values, name: string, of: () => Calculator): number {
  const text = (values[name] ?? "").trim();
  const value = Number(point(text));
  if (text === "" || !Number.isFinite(value)) {
    const found = text === "" ? "nothing" : text;
    throw new FieldError(name, `${label(of(), name)}: expected a number, found ${found}`);
  }
  return value;
}

function text(values: Values, name: string, of: () => Calculator): string {
  const value = point((values[name] ?? "").trim());
  if (value === "") {
    throw new FieldError(name, `${label(of(), name)}: expected a value, found nothing`);
  }
  return value;
}

/** Reads a share as papers print it; a number above 1 is per cent, also without its sign. */
function accuracy(values: Values, name: string, of: () => Calculator): string {
  const value = text(values, name, of);
  const isPercent = /^\d+(?:\.\d+)?$/.test(value) && Number(value) > 1 && Number(value) <= 100;
  return isPercent ? `${value}%` : value;
}

const isEmpty = (values: Values, name: string): boolean => (values[name] ?? "").trim() === "";

/** The properties whose field is not empty. */
function present<T>(values: Values, names: readonly string[], read: (name: string) => T): Record<string, T> {
  return Object.fromEntries(names.filter((name) => !isEmpty(values, name)).map((name) => [name, read(name)]));
}

const ALPHA: Field = {
  name: "alpha",
  label: "Significance level (alpha)",
  kind: "number",
  help: "Intervals have confidence 1 − alpha.",
  initial: "0.05",
  more: true,
};
const POWER: Field = { name: "power", label: "Target power", kind: "number", initial: "0.8", more: true };

function side(better: string): Field {
  return {
    name: "alternative",
    label: "Alternative hypothesis",
    kind: "choice",
    options: [
      ["two-sided", "two-sided"],
      ["better", `one-sided: ${better} is better`],
      ["worse", `one-sided: ${better} is worse`],
    ],
    initial: "two-sided",
    more: true,
  };
}

const byCounts = (values: Values): boolean => values["input"] !== "table";
const byTable = (values: Values): boolean => values["input"] === "table";
const hasMargin = (values: Values): boolean => (values["claim"] ?? "none") !== "none";

const compare: Calculator = {
  name: "compare",
  tab: "Compare from counts",
  title: "Compare two systems from counts",
  about: "Both systems answered the same items. On how many was the new system better, on how many worse?",
  button: "Compare",
  fields: [
    {
      name: "input",
      label: "You have",
      kind: "choice",
      options: [
        ["counts", "better, worse, tied"],
        ["table", "a 2 × 2 table of right and wrong"],
      ],
      initial: "counts",
    },
    { name: "better", label: "Items on which the system is better", kind: "count", example: "102", when: byCounts },
    { name: "worse", label: "Items on which it is worse", kind: "count", example: "41", when: byCounts },
    { name: "tied", label: "Items on which both are equal", kind: "count", initial: "0", when: byCounts },
    { name: "both", label: "Both are right", kind: "count", example: "700", when: byTable },
    { name: "baseline", label: "Only the baseline is right", kind: "count", example: "41", when: byTable },
    { name: "system", label: "Only the system is right", kind: "count", example: "102", when: byTable },
    { name: "neither", label: "Neither is right", kind: "count", example: "157", when: byTable },
    {
      name: "claim",
      label: "Margin",
      kind: "choice",
      options: [
        ["none", "none"],
        ["noninferior", "non-inferiority (not worse by)"],
        ["equivalent", "equivalence (no more than)"],
        ["superior", "superiority (better by)"],
      ],
      initial: "none",
    },
    {
      name: "margin",
      label: "Size of the margin",
      kind: "text",
      help: "1pt is one percentage point. Fix it before you see the scores.",
      example: "1pt",
      when: hasMargin,
    },
    side("the system"),
    ALPHA,
  ],
  examples: [
    ["LLM: 102 questions won, 41 lost", { better: "102", worse: "41", tied: "1176" }],
    ["Translation: 63 segments preferred, 48 not, 39 ties", { better: "63", worse: "48", tied: "39" }],
    ["Retrieval: 31 of 50 topics better, 15 worse", { better: "31", worse: "15", tied: "4" }],
    ["Not worse by more than 1 point", { input: "table", both: "3700", baseline: "60", system: "52", neither: "384", claim: "noninferior", margin: "1pt" }],
  ],
  request: (values) => ({
    counted: byTable(values)
      ? {
          table: {
            both: count(values, "both", () => compare),
            baseline: count(values, "baseline", () => compare),
            system: count(values, "system", () => compare),
            neither: count(values, "neither", () => compare),
          },
        }
      : {
          counts: {
            better: count(values, "better", () => compare),
            worse: count(values, "worse", () => compare),
            tied: count(values, "tied", () => compare),
          },
        },
    ...(hasMargin(values) ? { margin: { claim: values["claim"], size: text(values, "margin", () => compare) } } : {}),
    alternative: values["alternative"],
    alpha: number(values, "alpha", () => compare),
  }),
};

const share: Calculator = {
  name: "share",
  tab: "k of n",
  title: "One score: k right of n",
  about: "The confidence interval of an accuracy, or its test against a number that is known.",
  button: "Compute",
  fields: [
    { name: "right", label: "Items that are right", kind: "count", example: "63" },
    { name: "items", label: "All items", kind: "count", example: "123" },
    {
      name: "against",
      label: "Number to test against (may be empty)",
      kind: "number",
      help: "Such as 0.5 for chance. A score that was measured on the same items is no such number.",
      example: "0.5",
      required: false,
    },
    side("the share"),
    ALPHA,
  ],
  examples: [
    ["LLM: 63 of 123 tasks solved", { right: "63", items: "123" }],
    ["Translation: 58 of 80 preferences, against chance", { right: "58", items: "80", against: "0.5" }],
    ["Retrieval: 44 of 50 queries answered", { right: "44", items: "50" }],
  ],
  request: (values) => ({
    right: count(values, "right", () => share),
    items: count(values, "items", () => share),
    ...present(values, ["against"], (name) => number(values, name, () => share)),
    alternative: values["alternative"],
    alpha: number(values, "alpha", () => share),
  }),
};

const audit: Calculator = {
  name: "audit",
  tab: "Two published accuracies",
  title: "Two published accuracies",
  about: "A paper reports two accuracies on one test set. Which p-values can the paired test have, whatever items each system had right?",
  button: "Audit",
  fields: [
    { name: "baseline", label: "Accuracy of the baseline", kind: "text", help: "As printed: 78.4%, 0.784 or 784/1000.", example: "78.4%" },
    { name: "system", label: "Accuracy of the system", kind: "text", example: "79.1%" },
    {
      name: "items",
      label: "Number of test items",
      kind: "count",
      help: "May be empty if an accuracy is a count.",
      example: "1000",
      required: false,
    },
    side("the system"),
    ALPHA,
    POWER,
  ],
  examples: [
    ["LLM: 78.4 % against 79.1 % on 1,000 questions", { baseline: "78.4%", system: "79.1%", items: "1000" }],
    ["Tagging: 97.2 % against 97.6 % on 5,000 tokens", { baseline: "97.2%", system: "97.6%", items: "5000" }],
    ["Retrieval: success@1 of 0.62 against 0.74 on 50 queries", { baseline: "0.62", system: "0.74", items: "50" }],
  ],
  request: (values) => ({
    baseline: accuracy(values, "baseline", () => audit),
    system: accuracy(values, "system", () => audit),
    ...present(values, ["items"], (name) => count(values, name, () => audit)),
    alternative: values["alternative"],
    alpha: number(values, "alpha", () => audit),
    power: number(values, "power", () => audit),
  }),
};

const plan: Calculator = {
  name: "plan",
  tab: "How many items",
  title: "How many items are needed",
  about: "The number of test items that detect a gain in accuracy, both systems on the same items.",
  button: "Plan",
  fields: [
    { name: "baseline", label: "Accuracy of the baseline", kind: "text", example: "80%" },
    {
      name: "gain",
      label: "Smallest gain worth detecting",
      kind: "text",
      help: "2pt is two percentage points. May be empty if there is a number of items or a margin.",
      example: "2pt",
      required: false,
    },
    {
      name: "agreement",
      label: "Agreement of the systems",
      kind: "text",
      help: "The share of items on which both are right or both wrong. If it is empty, all possible values are computed.",
      example: "90%",
      required: false,
    },
    { name: "items", label: "Items that you have", kind: "count", required: false, help: "Adds their power and the smallest detectable gain." },
    { name: "noninferior", label: "Non-inferiority margin", kind: "text", required: false, more: true, help: "Such as 1pt. It needs the agreement." },
    { name: "comparisons", label: "Comparisons that share alpha", kind: "count", initial: "1", more: true },
    side("the system"),
    ALPHA,
    POWER,
  ],
  examples: [
    ["LLM: a gain of 2 points on 80 %", { baseline: "80%", gain: "2pt", agreement: "90%" }],
    ["Tagging: a gain of 0.4 points on 97 %", { baseline: "97%", gain: "0.4pt", agreement: "98%" }],
    ["Retrieval: what 50 queries detect", { baseline: "62%", items: "50", agreement: "80%" }],
  ],
  request: (values) => ({
    baseline: accuracy(values, "baseline", () => plan),
    ...present(values, ["agreement"], (name) => accuracy(values, name, () => plan)),
    ...present(values, ["gain", "noninferior"], (name) => text(values, name, () => plan)),
    ...present(values, ["items"], (name) => count(values, name, () => plan)),
    alternative: values["alternative"],
    alpha: number(values, "alpha", () => plan),
    power: number(values, "power", () => plan),
    comparisons: count(values, "comparisons", () => plan),
  }),
};

function rows(values: Values): { name: string; p: string }[] {
  const lines = text(values, "pvalues", () => adjust)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const found = lines.flatMap((line) => {
    const read = ofLine(line);
    if (typeof read === "string") {
      throw new FieldError("pvalues", `p-values: ${read}`);
    }
    return read;
  });
  const isNamed = found.some((row) => row.name !== "");
  return found.map((row, at) => (isNamed && row.name === "" ? { ...row, name: String(at + 1) } : row));
}

const adjust: Calculator = {
  name: "adjust",
  tab: "Adjust p-values",
  title: "Adjust p-values for multiple testing",
  about: "Several tests share one significance level. Which are significant after the correction?",
  button: "Adjust",
  fields: [
    {
      name: "pvalues",
      label: "p-values",
      kind: "list",
      help: "One per line, with a name before it or not: mnli 0.03. Or a list: 0.01, 0.02, 0.03. Bounds are allowed: <0.001.",
      example: "mnli 0.012\nqnli 0.034\nrte <0.001",
    },
    {
      name: "adjust",
      label: "Correction",
      kind: "choice",
      options: [
        ["holm", "Holm"],
        ["bonferroni", "Bonferroni"],
        ["hochberg", "Hochberg"],
        ["hommel", "Hommel"],
        ["sidak", "Šidák"],
        ["holm-sidak", "Holm with Šidák's levels"],
        ["bh", "Benjamini–Hochberg (false discovery rate)"],
        ["by", "Benjamini–Yekutieli (false discovery rate)"],
        ["none", "none"],
      ],
      initial: "holm",
    },
    { name: "independent", label: "The p-values are independent: combine them too", kind: "tick", initial: "", required: false },
    { ...ALPHA, help: "After the correction." },
  ],
  examples: [
    ["LLM: four benchmarks", { pvalues: "mmlu 0.004\ngsm8k 0.021\narc 0.03\nhellaswag 0.4" }],
    ["Translation: three language pairs, independent", { pvalues: "de-en 0.012\nzh-en 0.048\ncs-en <0.001", independent: "yes" }],
    ["Retrieval: five collections by Benjamini–Hochberg", { pvalues: "0.001\n0.012\n0.03\n0.04\n0.6", adjust: "bh" }],
  ],
  request: (values) => ({
    rows: rows(values),
    adjust: values["adjust"],
    alpha: number(values, "alpha", () => adjust),
    independent: values["independent"] === "yes",
  }),
};

export const CALCULATORS: readonly Calculator[] = [compare, share, audit, plan, adjust];
