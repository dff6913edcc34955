import type { Admission } from './gate.ts';
import { outOfReach } from './outOfReach.ts';

interface Steps {
  /** Checks and prepares the database. */
  open(): Promise<void>;
  /** Checks that the database may still be used. */
  keep(): Promise<void>;
  /** Writes into the database that it is used. */
  renew(): Promise<void>;
}

/**
 * Opens once, even for many callers at the same time, and tries again at the next use after a failure. So a server
 * that was started before its database serves as soon as the database is reachable.
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

  renew(): Promise<void> {
    return this.#steps.renew();
  }

  /**
   * Refuses all callers from now on. Waits for an opening that is under way, and resolves to whether the database
   * was opened.
   */
  async end(): Promise<boolean> {
    this.#isClosed = true;
    const opened = this.#opened;
    this.#opened = null; // a second call has nothing to end
    try {
      await opened;
      return opened !== null;
    } catch {
      return false; // its callers got the error
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
