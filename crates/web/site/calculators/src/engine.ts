// The engine as the page sees it: one question at a time, which can be cancelled.

import type { Name } from "./calculators.js";
import type { Question, Reply } from "./messages.js";

export class Engine {
  private worker = this.start();
  private number = 0;
  private waiting: ((reply: Reply) => void) | undefined;

  private start(): Worker {
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = (message: MessageEvent<Reply>): void => {
      if (message.data.number === this.number) {
        this.waiting?.(message.data);
        this.waiting = undefined;
      }
    };
    worker.onerror = (event): void => {
      event.preventDefault();
      this.waiting?.({ number: this.number, fault: event.message });
      this.waiting = undefined;
    };
    return worker;
  }

  /** Asks; a question that is still computed is cancelled first. */
  async ask(calculator: Name, request: object): Promise<Reply> {
    if (this.waiting !== undefined) {
      this.restart();
    }
    this.number += 1;
    const question: Question = { number: this.number, calculator, request: JSON.stringify(request) };
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.worker.postMessage(question);
    });
  }

  /** Drops what is computed. A worker that has failed has lost its memory, so there is a new one. */
  restart(): void {
    this.worker.terminate();
    this.waiting = undefined;
    this.worker = this.start();
  }
}
