import type { Clock, ContentFiles, FileChange, OnProblem } from '@algotheque/domain';
import type { SqliteBounds } from '../bounds.ts';
import type { Backlog, Staged } from './backlog.ts';
import { type Change, Changes, fileChange } from './changes.ts';
import { FailedFiles } from './failedFiles.ts';
import type { UnwrittenRows } from './unwrittenRows.ts';

/** How long files wait for others, to be made durable together. A file that changes meanwhile is written once. */
const DELAY_MS = 250;

/** How long a close waits for files. What is left is written after the next start. */
const CLOSE_MS = 1_500;

export interface FileWriterParts {
  readonly rows: UnwrittenRows;
  readonly files: ContentFiles;
  readonly backlog: Backlog;
  readonly clock: Clock;
  readonly onProblem: OnProblem;
  readonly bounds: SqliteBounds;
}

/**
 * Makes the files what the table says, in the background, in rounds of many files: it makes them durable, and then removes their
 * rows. It acts on committed rows only. After a crash all rows that are left are done again.
 */
export class FileWriter {
  readonly #parts: FileWriterParts;
  readonly #changes: Changes;
  /** Algorithms whose files are not as their rows say, and that no round has taken. */
  readonly #due = new Set<number>();
  readonly #failed: FailedFiles;
  /** The pause before a round. */
  #pause: AbortController | null = null;
  #isRunning = false;
  #openings = 0;
  #isClosing = false;
  #isClosed = false;
  #onSettled: (() => void)[] = [];

  constructor(parts: FileWriterParts) {
    const { backlog, clock, onProblem, bounds } = parts;
    this.#parts = parts;
    this.#changes = new Changes(backlog, bounds);
    this.#failed = new FailedFiles({ clock, onProblem, retry: (changes) => this.#retry(changes) });
  }

  /** Content of the row of an algorithm that is still in memory. */
  kept(id: number, ref: string): Uint8Array | null {
    const change = this.#changes.get(id);
    return change?.ref === ref ? change.bytes : null;
  }

  /** A row was committed: content that has entered the backlog, or null for a removal. */
  committed(id: number, content: { readonly ref: string; readonly staged: Staged } | null): void {
    this.#changes.committed(id, content);
    this.#due.add(id);
    this.continue();
  }

  /** Reads the table: at the start, and after the file was opened again, when recovery decided what is committed. */
  reload(): void {
    this.#readRows();
    this.continue();
  }

  /** Resolves when all files are durable, except those that could not be written. */
  settled(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onSettled.push(resolve);
    this.continue();
    return promise;
  }

  /** Writes what it can within a bounded time. A second call has no effect. */
  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#failed.close();
    const isOver = new AbortController();
    await Promise.race([this.settled(), this.#parts.clock.sleep(CLOSE_MS, isOver.signal)]);
    isOver.abort();
    this.#isClosed = true;
  }

  #retry(changes: readonly Change[]): void {
    for (const change of changes) if (this.#changes.isCurrent(change)) this.#due.add(change.id);
    this.continue();
  }

  /** Begins what is due. If the database was opened again, the table tells what is committed. */
  continue(): void {
    if (this.#isClosed || this.#isRunning) return;
    if (this.#openings !== this.#parts.rows.openings) this.#reload();
    if (this.#due.size === 0) for (const resolve of this.#onSettled.splice(0)) resolve();
    else if (this.#isClosing || this.#isFull()) void this.#run();
    else if (this.#pause === null) void this.#runLater();
  }

  /** Whether what is due waits no longer for others. */
  #isFull(): boolean {
    const { roundFiles, roundBytes } = this.#parts.bounds;
    if (this.#due.size >= roundFiles) return true;
    let bytes = 0;
    for (const id of this.#due) bytes += this.#changes.get(id)?.size ?? 0;
    return bytes >= roundBytes;
  }

  #readRows(): void {
    const { rows } = this.#parts;
    this.#openings = rows.openings;
    for (const row of rows.list()) {
      if (this.#changes.get(row.id)?.ref === row.ref) continue;
      this.#changes.found(row);
      this.#due.add(row.id);
    }
  }

  #reload(): void {
    try {
      this.#readRows();
    } catch (problem) {
      this.#parts.onProblem(problem, 'algorithm files'); // the store cannot be used: the next start does the rest
    }
  }

  async #runLater(): Promise<void> {
    const pause = new AbortController();
    this.#pause = pause;
    await this.#parts.clock.sleep(DELAY_MS, pause.signal);
    if (!pause.signal.aborted) await this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#pause?.abort();
    this.#pause = null;
    await this.#write(this.#take());
    this.#isRunning = false;
    this.continue();
  }

  /** What a round writes, in the order in which it came. */
  #take(): readonly (readonly [Change, FileChange])[] {
    const { roundFiles, roundBytes } = this.#parts.bounds;
    const taken: [Change, FileChange][] = [];
    let bytes = 0;
    for (const id of this.#due) {
      const change = this.#changes.get(id);
      bytes += change?.size ?? 0;
      if (taken.length >= roundFiles || (bytes > roundBytes && taken.length > 0)) break;
      this.#due.delete(id);
      const file = change === undefined ? null : this.#fileOf(change);
      if (change !== undefined && file !== null) taken.push([change, file]);
    }
    return taken;
  }

  #fileOf(change: Change): FileChange | null {
    try {
      const file = fileChange(change, this.#parts);
      if (file === null) this.#forget(change); // another row has taken its place
      return file;
    } catch (problem) {
      this.#fail(change, problem);
      return null;
    }
  }

  async #write(taken: readonly (readonly [Change, FileChange])[]): Promise<void> {
    const { rows, files } = this.#parts;
    try {
      const outcomes = await files.apply(taken.map(([, file]) => file));
      const durable = taken.filter((_, at) => outcomes[at] === null).map(([change]) => change);
      rows.remove(durable);
      for (const change of durable) this.#forget(change);
      if (durable.length > 0) this.#parts.backlog.recover();
      for (const [at, [change]] of taken.entries()) if (outcomes[at] !== null) this.#fail(change, outcomes[at]);
    } catch (problem) {
      for (const [change] of taken) this.#fail(change, problem);
    }
  }

  /** Nothing is left to do for a change. A later change of the same algorithm may have failed, and waits for its next try. */
  #forget(change: Change): void {
    if (!this.#changes.isCurrent(change)) return;
    this.#changes.done(change);
    this.#failed.forget(change.id);
  }

  #fail(change: Change, problem: unknown): void {
    if (this.#isClosed || !this.#changes.isCurrent(change)) return; // what has replaced it is due
    this.#parts.backlog.fail(problem);
    this.#failed.add(change, problem);
  }
}
