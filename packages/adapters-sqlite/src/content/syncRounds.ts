import type { Clock, ContentFiles, WrittenFile } from '@algotheque/domain';
import type { SqliteBounds } from '../bounds.ts';
import type { Change } from './changes.ts';
import type { UnwrittenRows } from './unwrittenRows.ts';

/** How long files wait for others, to be made durable together. A file that changes meanwhile is made durable once. */
const DELAY_MS = 250;

/** A file that is there and not durable: with new content, or removed. */
interface Written {
  readonly change: Change;
  /** Null for a removed file. */
  readonly file: WrittenFile | null;
}

export interface SyncRoundsParts {
  readonly rows: UnwrittenRows;
  readonly files: ContentFiles;
  readonly clock: Clock;
  /** So many files, or bytes in them, do not wait longer: `roundFiles`, `roundBytes`. */
  readonly bounds: Pick<SqliteBounds, 'roundFiles' | 'roundBytes' | 'syncs'>;
  /** The file of a change is durable, and its row removed. */
  readonly onDone: (change: Change) => void;
  /** The file must be written anew. */
  readonly onFailed: (change: Change, problem: unknown) => void;
  /** A round has ended. */
  readonly onEnd: () => void;
}

/** Makes written files durable, many at once, and then removes their rows. */
export class SyncRounds {
  readonly #parts: SyncRoundsParts;
  /** By algorithm. */
  #written = new Map<number, Written>();
  #bytes = 0;
  #isRunning = false;
  #isUrgent = false;
  #sleep: AbortController | null = null;

  constructor(parts: SyncRoundsParts) {
    this.#parts = parts;
  }

  /** While it is full, no more files are written: each file that waits is open. */
  get isFull(): boolean {
    return this.#written.size >= this.#parts.bounds.roundFiles;
  }

  /** Whether nothing is left to make durable. */
  get isIdle(): boolean {
    return this.#written.size === 0 && !this.#isRunning;
  }

  async add(change: Change, file: WrittenFile | null): Promise<void> {
    const before = this.#written.get(change.id);
    this.#written.set(change.id, { change, file });
    this.#bytes += change.size - (before?.change.size ?? 0);
    this.#plan();
    await before?.file?.drop();
  }

  /** From now on nothing waits for other files. */
  doNotWait(): void {
    this.#isUrgent = true;
    this.#plan();
  }

  /** Ends without making the rest durable: the rows stay. */
  async drop(): Promise<void> {
    this.#sleep?.abort();
    await Promise.allSettled(this.#take().map(async ({ file }) => file?.drop()));
  }

  #plan(): void {
    if (this.#isRunning || this.#written.size === 0) return;
    const isDue = this.isFull || this.#bytes >= this.#parts.bounds.roundBytes;
    if (this.#isUrgent || isDue) void this.#run();
    else if (this.#sleep === null) void this.#runLater();
  }

  async #runLater(): Promise<void> {
    const sleep = new AbortController();
    this.#sleep = sleep;
    await this.#parts.clock.sleep(DELAY_MS, sleep.signal);
    if (!sleep.signal.aborted) await this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#sleep?.abort();
    this.#sleep = null;
    await this.#syncAll(this.#take());
    this.#isRunning = false;
    this.#plan();
    this.#parts.onEnd();
  }

  #take(): readonly Written[] {
    const taken = [...this.#written.values()];
    this.#written = new Map();
    this.#bytes = 0;
    return taken;
  }

  async #syncAll(written: readonly Written[]): Promise<void> {
    const synced = await this.#syncContents(written);
    if (synced.length === 0) return;
    const { rows, files, onDone, onFailed } = this.#parts;
    try {
      await files.syncNames();
      rows.remove(synced);
    } catch (problem) {
      for (const change of synced) onFailed(change, problem);
      return;
    }
    for (const change of synced) onDone(change);
  }

  /** The changes whose content is durable. A failed sync is not tried again: the system may have given up the content. */
  async #syncContents(written: readonly Written[]): Promise<readonly Change[]> {
    const [waiting, synced]: [Written[], Change[]] = [[...written], []];
    const syncSome = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { change, file } = next;
        try {
          await file?.sync();
          synced.push(change);
        } catch (problem) {
          this.#parts.onFailed(change, problem);
        }
      }
    };
    await Promise.all(Array.from({ length: this.#parts.bounds.syncs }, syncSome));
    return synced;
  }
}
