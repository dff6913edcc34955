import { setImmediate } from 'node:timers/promises';
import type { Step } from '@algotheque/testing/worlds';

/** Turns of the event loop without a call under way after which nothing more begins: more than an operation waits between two calls. */
const QUIET_TURNS = 6;

/** Holds one call of one operation, and tells when all other calls have ended. */
export class Turnstile {
  #underWay = 0;
  #ended = Promise.withResolvers<void>();
  #isDead = false;

  /** Counts calls; `beforeCall` runs before each, which is not counted meanwhile. After `kill` no call is made any more. */
  step(beforeCall: (call: string) => Promise<void> = async () => {}): Step {
    return async (name, run) => {
      await beforeCall(name);
      if (this.#isDead) return new Promise(() => {});
      this.#underWay += 1;
      try {
        return await run();
      } finally {
        this.#underWay -= 1;
        this.#ended.resolve();
        this.#ended = Promise.withResolvers();
      }
    };
  }

  /** Resolves when no call is under way, and none begins: what has not ended by then waits for the call that is held. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
      await setImmediate();
      for (; this.#underWay > 0; turns = -1) await this.#ended.promise;
    }
  }

  /** The process dies: its calls are not made, and none of its results comes. */
  kill(): void {
    this.#isDead = true;
  }
}
