// What scripts/page runs after the engine is compiled: checks the types, bundles the page, lists what is loaded.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { check } from "./pvalues.test.mjs";

const source = dirname(fileURLToPath(import.meta.url));
const page = process.env.PAGE;
const html = join(page, "html");
const require = createRequire(join(page, "npm/"));
const esbuild = require("esbuild");

const config = {
  extends: join(source, "tsconfig.json"),
  compilerOptions: { paths: { "restrap-web": [join(page, "wasm/restrap_web.d.ts")] } },
  include: [join(source, "src")],
};
writeFileSync(join(page, "tsconfig.json"), JSON.stringify(config));
execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "--project", join(page, "tsconfig.json")], { stdio: "inherit" });

const parser = join(page, "pvalues.mjs");
await esbuild.build({ entryPoints: [join(source, "src/pvalues.ts")], outfile: parser, format: "esm", logLevel: "warning" });
check((await import(pathToFileURL(parser))).ofLine);

rmSync(html, { recursive: true, force: true });
mkdirSync(html, { recursive: true });
const options = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outdir: html,
  alias: { "restrap-web": join(page, "wasm/restrap_web.js") },
  logLevel: "warning",
};
await esbuild.build({ ...options, entryPoints: ["src/main.ts", "src/worker.ts", "style.css"].map((name) => join(source, name)), entryNames: "[name]" });
copyFileSync(join(source, "index.html"), join(html, "index.html"));
copyFileSync(join(page, "wasm/restrap_web_bg.wasm"), join(html, "restrap_web_bg.wasm"));

const files = ["index.html", "main.js", "restrap_web_bg.wasm", "style.css", "worker.js"];
const digest = createHash("sha256");
for (const file of files) {
  digest.update(readFileSync(join(html, file)));
}
const define = { FILES: JSON.stringify(["./", ...files]), VERSION: JSON.stringify(digest.digest("hex").slice(0, 16)) };
await esbuild.build({ ...options, define, entryPoints: [join(source, "src/sw.ts")] });

let all = 0;
for (const file of [...files, "sw.js"]) {
  const bytes = readFileSync(join(html, file));
  const packed = brotliCompressSync(bytes).length;
  all += packed;
  console.log(`${file.padEnd(22)} ${String(bytes.length).padStart(9)} bytes, ${String(packed).padStart(8)} by brotli`);
}
console.log(`${"all".padEnd(22)} ${" ".repeat(9)}        ${String(all).padStart(8)} by brotli`);
