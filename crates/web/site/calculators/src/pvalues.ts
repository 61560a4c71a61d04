// p-values as people paste them: alone, in lists, behind a name, with decimal commas, as p < 0.001.

export interface Named {
  name: string;
  p: string;
}

/** A p-value as papers print it, with a point or a comma. */
const P_VALUE = /^[<≤]?\d*[.,]?\d+(?:[eE][+-]?\d+)?$/;

/** The p-value of a word; `undefined` of a word that is none, such as the 3.1 of a name. */
function pvalue(word: string): string | undefined {
  const value = word.replace(",", ".");
  return P_VALUE.test(word) && Number(value.replace(/^[<≤]/, "")) <= 1 ? value : undefined;
}

/** Characters that nobody sees and that act where a command is pasted. */
const ACTS = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** The p-values of a line, a name and one p-value or any number of p-values; or what was expected. */
export function ofLine(line: string): Named[] | string {
  const wrong = (expected: string): string => `expected ${expected}, found ${line}`;
  if (ACTS.test(line.replaceAll("\t", " "))) {
    return "expected names without control characters";
  }
  // "p < 0.001" is one word; a comma before a space, or between two points, separates.
  const whole = line.replace(/(?:^|(?<=\s))[pP]\s*(?=[=<≤])/g, "").replace(/=\s*/g, "").replace(/([<≤])\s+/g, "$1");
  const isList = /\.\d+,\s*[<≤]?\d*\./.test(whole);
  const words = whole.split(isList ? /[\s,;:]+/ : /[\s;:]+|,(?=\s|$)\s*/).filter((word) => word !== "");
  const values = words.map(pvalue);
  if (values.length > 0 && values.every((value) => value !== undefined)) {
    return values.map((p) => ({ name: "", p }));
  }
  const p = values.at(-1);
  const before = words.slice(0, -1);
  if (p === undefined && words.length === 1 && /,/.test(line)) {
    // A name and its p-value with nothing but a comma between them.
    const cut = line.lastIndexOf(",");
    const last = pvalue(line.slice(cut + 1).trim());
    const name = line.slice(0, cut).trim();
    if (last !== undefined && !/^[\d.,]*$/.test(name)) {
      return [{ name, p: last }];
    }
  }
  if (p === undefined) {
    return wrong('a name and a p-value from 0 to 1, such as "mnli 0.03"');
  }
  if (before.some((word) => pvalue(word) !== undefined && /[.,]/.test(word))) {
    return wrong("one p-value behind a name, or p-values alone");
  }
  return [{ name: before.join(" "), p }];
}
