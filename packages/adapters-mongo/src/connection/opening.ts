import type { Admission } from './gate.ts';
import { outOfReach } from './outOfReach.ts';

interface Steps {
  /** Checks and prepares the database. */
  open(): Promise<void>;
  /** Makes sure that it is still ours to use. */
  keep(): Promise<void>;
}

/**
 * Opens once, however many ask at the same time, and again at the next request when it failed: so a server that was
 * started before its database serves as soon as that is there.
 */
export class Opening implements Admission {
  readonly #steps: Steps;
  #opened: Promise<void> | null = null;
  #isClosed = false;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  async ready(): Promise<void> {
    if (this.#isClosed) throw outOfReach('The MongoDB store is closed.');
    this.#opened ??= this.#open();
    await this.#opened;
    await this.#steps.keep();
  }

  /** Lets nobody in any more; resolves, when an opening under way has ended, to whether the database was opened. */
  async end(): Promise<boolean> {
    this.#isClosed = true;
    try {
      await this.#opened;
      return this.#opened !== null;
    } catch {
      return false; // whoever waited for it was told
    }
  }

  async #open(): Promise<void> {
    try {
      await this.#steps.open();
    } catch (error) {
      this.#opened = null;
      throw error;
    }
  }
}
