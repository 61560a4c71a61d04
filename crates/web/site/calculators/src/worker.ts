// The worker in which the engine runs, so that the page answers while something is computed.

import init, * as engine from "restrap-web";
import type { Answer, Question, Problem, Reply } from "./messages.js";

const ready = init({ module_or_path: new URL("restrap_web_bg.wasm", self.location.href) });

function tell(reply: Reply): void {
  self.postMessage(reply);
}

self.onmessage = async (message: MessageEvent<Question>): Promise<void> => {
  const { number, calculator, request } = message.data;
  try {
    await ready;
    const found = engine[calculator](request);
    const { json, verdict, fragment, latex, command, python }: Answer = found;
    tell({ number, answer: { json, verdict, fragment, latex, command, python } });
    found.free();
  } catch (error) {
    if (error instanceof engine.Problem) {
      const { message, hint, field }: Problem = error;
      tell({ number, problem: { message, hint, field } });
    } else {
      tell({ number, fault: error instanceof Error ? error.message : String(error) });
    }
  }
};
