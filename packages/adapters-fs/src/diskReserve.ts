import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, statfsSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskRoom, type OnProblem, printProblem, UnavailableError, type WriteKind } from '@algotheque/domain';
import { isSystemError } from '@algotheque/domain/files';

export interface DiskReserveOptions {
  /** The clock for the next try of the reserve, milliseconds. Default: the machine's monotonic clock. */
  readonly now?: () => number;
  /** Gets a line when the reserve is freed. Default: `console.error`. */
  readonly onProblem?: OnProblem;
}

/** The size of the reserve: twice the size of SQLite's log before it starts again at its beginning. */
const RESERVE_BYTES = 8 * 1_024 * 1_024;
/** The file of the reserve in its folder. */
export const RESERVE_FILE = 'reserve';
const CHUNK_BYTES = 1_024 * 1_024;
/** While so much is free, an answer of the system counts for FRESH_MS: no disk takes as much in this time. */
const PLENTY_BYTES = 1_024 * CHUNK_BYTES;
/** To ask for the free space takes ten microseconds, twice for each content. */
const FRESH_MS = 100;
/** After a failed try the reserve is not written for this time, because each try writes megabytes. */
const RETRY_MS = 10_000;
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;

/**
 * Keeps a reserve on the disk of `folder`, in its file `reserve`. While the reserve exists, growth is refused when
 * less than half of its size is free. After the reserve was freed, growth is refused until there is room for it
 * twice. The last quarter of the freed reserve is for removals only.
 */
export function openDiskReserve(folder: string, options: DiskReserveOptions = {}): DiskRoom {
  return new DiskReserve(folder, options);
}

class DiskReserve implements DiskRoom {
  readonly #folder: string;
  readonly #path: string;
  readonly #now: () => number;
  readonly #onProblem: OnProblem;
  #isKept = false;
  #reserved = 0;
  #known = { free: 0, at: 0 };
  #retryAt = Number.NEGATIVE_INFINITY;

  constructor(folder: string, options: DiskReserveOptions) {
    this.#folder = folder;
    this.#path = join(folder, RESERVE_FILE);
    this.#now = options.now ?? (() => performance.now());
    this.#onProblem = options.onProblem ?? printProblem;
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    const free = this.#free();
    this.#isKept = size > 0; // an earlier start has left the file, perhaps incomplete
    if (free < RESERVE_BYTES / 2)
      this.release(); // a start on a full disk needs the room
    else if (size === RESERVE_BYTES || free >= 2 * RESERVE_BYTES) this.#isKept = this.#make();
  }

  requireRoom(kind: WriteKind): void {
    if (kind === 'growth') this.reserve(0);
    if (kind === 'session' && !this.#isKept && this.#free() < RESERVE_BYTES / 4) throw this.#refusal();
  }

  release(): boolean {
    if (!this.#isKept) return false;
    this.#isKept = false;
    if (!this.#remove()) return false;
    this.#onProblem(this.#refusal(), 'the reserve was given to a full disk');
    return true;
  }

  reserve(bytes: number): () => void {
    const left = this.#free() - this.#reserved - bytes;
    if (!this.#isKept && left >= 2 * RESERVE_BYTES && this.#now() >= this.#retryAt) this.#isKept = this.#make();
    if (!this.#isKept || left < RESERVE_BYTES / 2) throw this.#refusal();
    this.#reserved += bytes;
    let isOver = false;
    return () => {
      if (!isOver) this.#reserved -= bytes;
      isOver = true;
    };
  }

  /** Bytes that a process without privileges can still write. */
  #free(): number {
    const now = this.#now();
    const isFresh = Math.abs(now - this.#known.at) < FRESH_MS; // the clock may have been set back
    if (!isFresh || this.#known.free < PLENTY_BYTES) this.#known = { free: this.#ask(), at: now };
    return this.#known.free;
  }

  #ask(): number {
    try {
      const { bavail, bsize } = statfsSync(this.#folder);
      return bavail * bsize;
    } catch (error) {
      throw isSystemError(error) ? new UnavailableError({ cause: error, isDecided: true }) : error;
    }
  }

  #refusal(): UnavailableError {
    return new UnavailableError({ reason: `The disk of ${this.#folder} is nearly full`, isDecided: true });
  }

  /**
   * Writes the complete file, with bytes that no filesystem can compress. A part that exists is not written again.
   */
  #make(): boolean {
    try {
      const file = openSync(this.#path, FLAGS, 0o600);
      try {
        this.#fill(file);
      } finally {
        closeSync(file);
      }
      return true;
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#retryAt = this.#now() + RETRY_MS;
      this.#remove();
      this.#onProblem(
        new UnavailableError({ cause: error, reason: `No reserve in ${this.#folder}: ${error.message}` }),
        'disk reserve',
      );
      return false;
    }
  }

  #fill(file: number): void {
    const { blocks, size } = fstatSync(file);
    if (size === RESERVE_BYTES && blocks * 512 >= RESERVE_BYTES) return;
    const chunk = randomBytes(CHUNK_BYTES);
    for (let at = 0; at < RESERVE_BYTES; )
      at += writeSync(file, chunk, 0, Math.min(CHUNK_BYTES, RESERVE_BYTES - at), at);
  }

  #remove(): boolean {
    try {
      unlinkSync(this.#path);
      return true;
    } catch (error) {
      if (isSystemError(error)) return false;
      throw error;
    }
  }
}
