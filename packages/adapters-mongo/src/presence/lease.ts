import { type OnProblem, StoreRefusedError } from '@algotheque/domain';
import type { Admission } from '../connection/commands.ts';
import { outOfReach } from '../connection/failures.ts';

/** How often a user of a database renews its place in the lease, in milliseconds. */
export const BEAT_MS = 10_000;

/** The time without a renewal after which the user must prepare the database again before it goes on. */
export const LAPSE_MS = 20_000;

/** The place of a process among those that use the database: alone, or as a server among others. It lapses if it is not renewed. */
export interface Membership {
  /**
   * Takes it or prolongs it, also after it lapsed.
   * @throws StoreLockedError when another process has the database, or had it alone since
   */
  hold(): Promise<void>;
  release(): Promise<void>;
}

interface LeaseParts {
  readonly member: Membership;
  connect(): Promise<void>;
  /** Checks each time whether the database may be used. Writes nothing. */
  inspect(): Promise<void>;
  /** Prepares the database for use, when the place is taken. */
  claim(): Promise<void>;
  readonly onProblem: OnProblem;
  readonly elapsedMs?: () => number;
}

/**
 * The time in which a process may use a database. It begins at the first use, even for many callers at the same time, and again at the next
 * use after a failure: so a server that was started before its database serves as soon as the database is reachable. Its place is renewed
 * in the background. After a long interruption (a stopped process, a broken network) it must be taken again before the next use, because
 * others may have taken the database meanwhile, or migrated, restored or emptied it.
 */
export class Lease implements Admission {
  readonly #parts: Required<LeaseParts>;
  #opened: Promise<void> | null = null;
  #ended: Promise<void> | null = null;
  #heldAt = Number.NEGATIVE_INFINITY;
  #holding: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: LeaseParts) {
    this.#parts = { elapsedMs: () => performance.now(), ...parts };
  }

  /** @throws StoreRefusedError; UnavailableError, also after the end */
  async ready(): Promise<void> {
    if (this.#ended !== null) throw outOfReach('The MongoDB store is closed.');
    this.#opened ??= this.#open();
    await this.#opened;
    if (this.#isLapsed()) await this.#hold();
  }

  /** Renews the place now. @throws StoreLockedError, UnavailableError when it cannot be written */
  renew(): Promise<void> {
    return this.#hold();
  }

  /** Refuses all callers from now on, waits for an opening that is under way, and releases the place. All calls share one end. */
  end(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<void> {
    const isHeld = await this.#opened?.then(
      () => true,
      () => false, // its callers got the error
    );
    if (isHeld !== true) return;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#holding?.catch(() => {}); // reported by its own caller
    await this.#parts.member.release();
  }

  async #open(): Promise<void> {
    try {
      await this.#parts.connect();
      await this.#hold();
    } catch (error) {
      this.#opened = null;
      throw error;
    }
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS).unref();
  }

  #isLapsed(): boolean {
    return this.#parts.elapsedMs() - this.#heldAt > LAPSE_MS;
  }

  #hold(): Promise<void> {
    this.#holding ??= this.#holdOnce().finally(() => {
      this.#holding = null;
    });
    return this.#holding;
  }

  async #holdOnce(): Promise<void> {
    const { member, inspect, elapsedMs } = this.#parts;
    const began = elapsedMs();
    try {
      await inspect(); // a newer release may have upgraded the database meanwhile, beside this server
      await member.hold();
      if (this.#isLapsed()) await this.#claim();
      this.#heldAt = began;
    } catch (problem) {
      if (problem instanceof StoreRefusedError) this.#heldAt = Number.NEGATIVE_INFINITY;
      throw problem;
    }
  }

  /** The place is released if the database turns out not to be usable. */
  async #claim(): Promise<void> {
    try {
      await this.#parts.claim();
    } catch (error) {
      await this.#parts.member.release().catch(() => {}); // the first failure is reported; a place that stays lapses
      throw error;
    }
  }

  async #beat(): Promise<void> {
    try {
      await this.#hold();
    } catch (problem) {
      this.#parts.onProblem(problem, 'MongoDB: presence');
    }
  }
}
