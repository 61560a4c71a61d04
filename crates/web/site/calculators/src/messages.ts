// What the page and its worker send each other.

import type { Name } from "./calculators.js";

export interface Question {
  readonly number: number;
  readonly calculator: Name;
  /** JSON of the request. */
  readonly request: string;
}

export interface Answer {
  readonly json: string;
  readonly verdict: string;
  readonly fragment: string;
  readonly latex: string;
  readonly command: string;
  readonly python: string;
}

export interface Problem {
  readonly message: string;
  readonly hint: string;
  readonly field: string;
}

export type Reply =
  | { readonly number: number; readonly answer: Answer }
  | { readonly number: number; readonly problem: Problem }
  | { readonly number: number; readonly fault: string };
