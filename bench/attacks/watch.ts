import { setTimeout } from 'node:timers/promises';
import { ask } from './ask.ts';

const EVERY_MS = 50;

/** Requests `/healthz` repeatedly until it is stopped, each time on a new connection. */
export class Watch {
  #isStopped = false;
  readonly #ended: Promise<number>;

  constructor(port: number) {
    this.#ended = this.#run(port);
  }

  /** The longest wait in milliseconds; Infinity if a request failed. */
  stop(): Promise<number> {
    this.#isStopped = true;
    return this.#ended;
  }

  async #run(port: number): Promise<number> {
    let longest = 0;
    while (!this.#isStopped) {
      const begun = performance.now();
      const { status } = await ask(port, { path: '/healthz', from: '127.0.9.1' });
      longest = Math.max(longest, status === 200 ? performance.now() - begun : Infinity);
      await setTimeout(EVERY_MS);
    }
    return longest;
  }
}
