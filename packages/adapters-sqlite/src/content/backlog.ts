import { type DiskRoom, PENDING_AGE_MS, UnavailableError } from '@algotheque/domain';
import type { SqliteBounds } from '../bounds.ts';

/** Content that no commit has saved yet. */
export interface Staged {
  readonly bytes: Uint8Array;
  /** Whether it is the first content of an algorithm. */
  readonly isNew: boolean;
  /** Gives back the room that was claimed for it on the disk of the database. */
  readonly leaveDatabase: () => void;
  /** The same for the disk of the files. */
  readonly leaveFiles: () => void;
}

interface Waiting {
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface BacklogParts {
  readonly bounds: Pick<SqliteBounds, 'waitingContents' | 'waitingBytes'>;
  /** Watches over the disk of the database. */
  readonly room: DiskRoom;
  /** Watches over the disk of the files. */
  readonly filesRoom: DiskRoom;
}

/**
 * The contents that are not in durable files yet: those that no commit has saved are here, in memory, and all are counted. What adds
 * content waits while there are too many, in the order of arrival, and fails when files cannot be written. Removals are not counted.
 */
export class Backlog {
  readonly #parts: BacklogParts;
  readonly #staged = new Map<string, Staged & { since: number }>();
  #count = 0;
  #bytes = 0;
  #waiting: Waiting[] = [];
  /** Why no file could be written recently; null when files can be written. */
  #failure: unknown = null;

  constructor(parts: BacklogParts) {
    this.#parts = parts;
  }

  /**
   * Keeps a content under its reference, once there is room for it.
   * @param since milliseconds since the Unix epoch
   * @throws UnavailableError when there is no room and files cannot be written, or when a disk is too full
   */
  async stage(ref: string, { bytes, isNew }: Pick<Staged, 'bytes' | 'isNew'>, since: number): Promise<void> {
    const { room, filesRoom } = this.#parts;
    await this.#enter(bytes.length);
    const claimed: (() => void)[] = [() => this.leave(bytes.length)];
    try {
      const leaveDatabase = room.claim('growth', bytes.length);
      claimed.push(leaveDatabase);
      const leaveFiles = filesRoom.claim('growth', bytes.length);
      this.#staged.set(ref, { bytes, isNew, leaveDatabase, leaveFiles, since });
    } catch (problem) {
      for (const giveBack of claimed) giveBack();
      throw problem;
    }
  }

  staged(ref: string): Staged | undefined {
    return this.#staged.get(ref);
  }

  /** A commit has saved the content: it is counted until its file is durable. */
  saved(ref: string): Staged | undefined {
    const staged = this.#staged.get(ref);
    this.#staged.delete(ref);
    staged?.leaveDatabase();
    return staged;
  }

  /** No commit will save the content. */
  discard(ref: string): void {
    const staged = this.saved(ref);
    if (staged === undefined) return;
    staged.leaveFiles();
    this.leave(staged.bytes.length);
  }

  /** References of what was staged PENDING_AGE_MS before `now`, or earlier. */
  forgotten(now: number): readonly string[] {
    for (const staged of this.#staged.values()) staged.since = Math.min(staged.since, now); // a clock that was ahead has been set back
    return [...this.#staged].filter(([, { since }]) => now - since >= PENDING_AGE_MS).map(([ref]) => ref);
  }

  /** @throws UnavailableError when `stage` would throw for the smallest content because files cannot be written */
  requireRoom(): void {
    if (this.#failure !== null && !this.#hasRoom(0)) throw this.#refusal();
  }

  /** Counts a content that is committed already. */
  add(bytes: number): void {
    this.#count += 1;
    this.#bytes += bytes;
  }

  /** A content is in a durable file, or will never be. */
  leave(bytes: number): void {
    this.#count -= 1;
    this.#bytes -= bytes;
    for (let next = this.#waiting[0]; next !== undefined && this.#hasRoom(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.add(next.bytes);
      next.resolve();
    }
  }

  /** Files cannot be written: what waits fails. */
  fail(problem: unknown): void {
    this.#failure = problem;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#refusal());
  }

  /** Files can be written. */
  recover(): void {
    this.#failure = null;
  }

  #enter(bytes: number): Promise<void> {
    if (this.#waiting.length === 0 && this.#hasRoom(bytes)) {
      this.add(bytes);
      return Promise.resolve();
    }
    if (this.#failure !== null) return Promise.reject(this.#refusal());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ bytes, resolve, reject });
    return promise;
  }

  /** A content that is larger than the bound alone may enter when nothing else is there. */
  #hasRoom(bytes: number): boolean {
    const { waitingContents, waitingBytes } = this.#parts.bounds;
    return this.#count === 0 || (this.#count < waitingContents && this.#bytes + bytes <= waitingBytes);
  }

  #refusal(): UnavailableError {
    const reason = 'Too much content is not in its files, which cannot be written';
    return new UnavailableError({ cause: this.#failure, reason, isDecided: true });
  }
}
