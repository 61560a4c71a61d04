// Compares the engine of the page, run in Node, with answers of the program: every byte of the JSON.
//
//     node scripts/browser/calculators.mjs PAGE ANSWERS
//
// PAGE is where scripts/page built it; ANSWERS are lines with `calculator`, `request` and `json`, as a test of the program writes them.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [page, answers] = process.argv.slice(2);
const engine = await import(pathToFileURL(join(page, "wasm/restrap_web.js")));
await engine.default({ module_or_path: readFileSync(join(page, "wasm/restrap_web_bg.wasm")) });

const lines = readFileSync(answers, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
const differ = lines.filter(({ calculator, request, json }) => engine[calculator](JSON.stringify(request)).json !== json);
for (const { command } of differ.slice(0, 10)) {
  console.log(`differs: ${command}`);
}
// Another request must be noticed.
const [first, second] = lines.filter(({ calculator }) => calculator === "compare");
if (engine.compare(JSON.stringify(first.request)).json === second.json) {
  console.log("error: expected two answers to differ, found them equal");
  process.exit(1);
}
console.log(`${lines.length} requests in Node, ${differ.length} differ from the program`);
process.exit(differ.length === 0 ? 0 : 1);
