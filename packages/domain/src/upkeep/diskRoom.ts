/**
 * The purpose of a write, which decides whether it is made when the disk is nearly full. `growth` adds what stays
 * (users, algorithms, mails) and is refused first; `session` is small and lets people in (logins, counters of
 * limits, a changed profile); `removal` frees space (deletions, logouts) and is never refused.
 */
export type WriteKind = 'growth' | 'session' | 'removal';

/**
 * The space on the disk that stores write to. It keeps a reserve on the disk, so that people can log in and delete
 * when the disk is full. Use cases do not use it: adapters get it, and those on one filesystem share one.
 */
export interface DiskRoom {
  /** @throws UnavailableError when the disk is too full for a write of this kind */
  requireRoom(kind: WriteKind): void;
  /**
   * Reserves room for bytes of growth that are about to be written. It counts as used until the returned function is
   * called: once the bytes are on the disk, or when they will not be written.
   * @throws UnavailableError when the disk is too full
   */
  reserve(bytes: number): () => void;
  /** The disk has refused a write because it is full: frees the reserve. False when there is no reserve to free. */
  release(): boolean;
}

/** No reserve: every write is tried. */
export const NO_DISK_ROOM: DiskRoom = { requireRoom: () => {}, reserve: () => () => {}, release: () => false };

const EVERY_MS = 1_000;

/**
 * A check with a cost, such as a durable write, that runs at most once a second, and once at a time. Callers in between get its last
 * outcome.
 */
export class SharedTry {
  readonly #work: () => Promise<void>;
  readonly #now: () => number;
  #last: Promise<void> | null = null;
  #begunAt = 0;
  #isRunning = false;

  /** @param now milliseconds; may be set back */
  constructor(work: () => Promise<void>, now: () => number) {
    this.#work = work;
    this.#now = now;
  }

  outcome(): Promise<void> {
    const age = this.#now() - this.#begunAt;
    if (this.#last !== null && (this.#isRunning || (age >= 0 && age < EVERY_MS))) return this.#last;
    this.#begunAt = this.#now();
    this.#last = this.#run();
    return this.#last;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      await this.#work();
    } finally {
      this.#isRunning = false;
    }
  }
}
