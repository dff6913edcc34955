import { type OnProblem, StoreRefusedError } from '@algotheque/domain';
import type { Admission } from '../connection/commands.ts';
import { outOfReach } from '../connection/failures.ts';
import { BEAT_MS, LAPSE_MS } from './times.ts';

/** Lets a process use the database: for itself alone, or as a server among others. Others see it, and it lapses if it is not renewed. */
export interface Lock {
  /** Takes it, also after it lapsed. @throws StoreLockedError when another process holds the database */
  take(): Promise<void>;
  /** Prolongs it before it lapses: until then no other process can have taken the database. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

interface LeaseParts {
  readonly lock: Lock;
  /** Connects to the database, before anything else. */
  connect(): Promise<void>;
  /** Checks whether the database may be used, before the lock is taken and after each renewal. Writes nothing. */
  inspect(): Promise<void>;
  /** Prepares the database for use, when the lock is taken. */
  claim(): Promise<void>;
  readonly onProblem: OnProblem;
  /** A monotonic clock. Default: that of the machine. */
  readonly elapsedMs?: () => number;
}

/**
 * The time in which a process may use a database. It begins at the first use, even for many callers at the same time, and again at the next
 * use after a failure: so a server that was started before its database serves as soon as the database is reachable. The lock is renewed in
 * the background. After a long interruption (a stopped process, a broken network) it must be taken again before the next use, because
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

  /** Renews the lock now. @throws StoreLockedError, UnavailableError when it cannot be written */
  renew(): Promise<void> {
    return this.#hold();
  }

  /** Refuses all callers from now on, waits for an opening that is under way, and releases the lock. All calls share one end. */
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
    await this.#parts.lock.release();
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
    const began = this.#parts.elapsedMs();
    try {
      await (this.#isLapsed() ? this.#take() : this.#renew());
      this.#heldAt = began;
    } catch (problem) {
      if (problem instanceof StoreRefusedError) this.#heldAt = Number.NEGATIVE_INFINITY;
      throw problem;
    }
  }

  /** A newer release may have upgraded the database meanwhile, beside this server. */
  async #renew(): Promise<void> {
    const { lock, inspect } = this.#parts;
    await lock.renew();
    await inspect();
  }

  /** The lock is released if the database turns out not to be usable. */
  async #take(): Promise<void> {
    const { lock, inspect, claim } = this.#parts;
    await inspect();
    await lock.take();
    try {
      await claim();
    } catch (error) {
      await lock.release().catch(() => {}); // the first failure is reported; a lock that stays lapses
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
