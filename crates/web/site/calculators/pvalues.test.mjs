// What the calculator reads where p-values are pasted. build.mjs runs it on the module that the page loads.

const p = (...values) => values.map((value) => ({ name: "", p: value }));
const CASES = [
  ["0.03", p("0.03")],
  [".03", p(".03")],
  ["0,03", p("0.03")],
  ["0.01 0.02 0.03", p("0.01", "0.02", "0.03")],
  ["0.01, 0.02, 0.03", p("0.01", "0.02", "0.03")],
  ["0.01,0.02,0.03", p("0.01", "0.02", "0.03")],
  ["0,01 0,02", p("0.01", "0.02")],
  ["0,01; 0,02", p("0.01", "0.02")],
  ["p = 0.03", p("0.03")],
  ["p < 0.001", p("<0.001")],
  ["p<0.001, p=0.2", p("<0.001", "0.2")],
  ["1e-5 3E-2", p("1e-5", "3E-2")],
  ["mmlu 0.004", [{ name: "mmlu", p: "0.004" }]],
  ["llama 3.1: p = 0.02", [{ name: "llama 3.1", p: "0.02" }]],
  ["mnli,0.03", [{ name: "mnli", p: "0.03" }]],
  ["de-en\t0,012", [{ name: "de-en", p: "0.012" }]],
  ["GPT 4 0.2", [{ name: "GPT 4", p: "0.2" }]],
  ["0", p("0")],
  ["1", p("1")],
];
const REFUSED = ["", "mnli", "1.5", "-0.1", "0.1 mnli", "mnli 0.1 0.2", "0.03%", "a\u0007 0.1", "a\u202e 0.1", "NaN", "p = "];

/** Throws what is read wrongly. */
export function check(ofLine) {
  const wrong = CASES.filter(([line, expected]) => JSON.stringify(ofLine(line)) !== JSON.stringify(expected)).map(
    ([line]) => `${line}: ${JSON.stringify(ofLine(line))}`,
  );
  wrong.push(...REFUSED.filter((line) => line !== "" && typeof ofLine(line) !== "string").map((line) => `${line} is taken`));
  if (wrong.length > 0) {
    throw new Error(`p-values are read wrongly:\n${wrong.join("\n")}`);
  }
}
