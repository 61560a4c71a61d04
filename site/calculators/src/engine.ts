// The engine as the page sees it: one question at a time, which can be cancelled.

import type { Name } from "./calculators.js";
import type { Asked, Told } from "./messages.js";

export class Engine {
  private worker = this.started();
  private number = 0;
  private waiting: ((told: Told) => void) | undefined;

  private started(): Worker {
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = (message: MessageEvent<Told>): void => {
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
  async ask(calculator: Name, request: object): Promise<Told> {
    if (this.waiting !== undefined) {
      this.restart();
    }
    this.number += 1;
    const asked: Asked = { number: this.number, calculator, request: JSON.stringify(request) };
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.worker.postMessage(asked);
    });
  }

  /** Drops what is computed. A worker that has failed has lost its memory, so there is a new one. */
  restart(): void {
    this.worker.terminate();
    this.waiting = undefined;
    this.worker = this.started();
  }
}
