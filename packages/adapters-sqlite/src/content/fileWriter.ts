import type { Clock, ContentFiles, OnProblem } from '@algotheque/domain';
import type { SqliteBounds } from '../bounds.ts';
import type { Backlog, Staged } from './backlog.ts';
import { type Change, Changes, writeChange } from './changes.ts';
import { FailedFiles } from './failedFiles.ts';
import { SyncRounds } from './syncRounds.ts';
import type { UnwrittenRows } from './unwrittenRows.ts';

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
 * Makes the files what the table says, in the background: it writes a file at once, makes many files durable together,
 * and then removes their rows. It acts on committed rows only. After a crash all rows that are left are done again.
 */
export class FileWriter {
  readonly #parts: FileWriterParts;
  readonly #changes: Changes;
  /** Algorithms whose files are not as their rows say. */
  readonly #due = new Set<number>();
  readonly #writing = new Set<number>();
  readonly #failed: FailedFiles;
  readonly #rounds: SyncRounds;
  #openings = 0;
  #isClosed = false;
  #onSettled: (() => void)[] = [];

  constructor(parts: FileWriterParts) {
    const { backlog, clock, onProblem, rows, files, bounds } = parts;
    this.#parts = parts;
    this.#changes = new Changes(backlog, bounds);
    this.#failed = new FailedFiles({ clock, onProblem, retry: (changes) => this.#retry(changes) });
    this.#rounds = new SyncRounds({
      rows,
      files,
      clock,
      bounds,
      onDone: (change) => this.#done(change),
      onFailed: (change, problem) => this.#fail(change, problem),
      onEnd: () => this.#continue(),
    });
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
    this.#continue();
  }

  /** Reads the table: at the start, and after the file was opened again, when recovery decided what is committed. */
  reload(): void {
    this.#readRows();
    this.#continue();
  }

  /** A commit has failed: if the file was opened again for it, the table tells what is committed. */
  check(): void {
    this.#continue();
  }

  /** Resolves when all files are durable, except those that could not be written. */
  settled(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onSettled.push(resolve);
    this.#continue();
    return promise;
  }

  /** Writes what it can within a bounded time. A second call has no effect. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#failed.close();
    this.#rounds.doNotWait();
    const isOver = new AbortController();
    await Promise.race([this.settled(), this.#parts.clock.sleep(CLOSE_MS, isOver.signal)]);
    isOver.abort();
    this.#isClosed = true;
    await this.#rounds.drop();
  }

  /** A change is tried again only when it has failed: a file that is written again while it is synced would not be durable. */
  #retry(changes: readonly Change[]): void {
    for (const change of changes) if (this.#changes.isCurrent(change)) this.#due.add(change.id);
    this.#continue();
  }

  #continue(): void {
    if (this.#isClosed) return;
    if (this.#openings !== this.#parts.rows.openings) this.#reload();
    for (const id of this.#due) {
      if (this.#writing.size >= this.#parts.bounds.writers || this.#rounds.isFull) return;
      if (!this.#writing.has(id)) void this.#write(id);
    }
    if (this.#due.size > 0 || this.#writing.size > 0 || !this.#rounds.isIdle) return;
    for (const resolve of this.#onSettled.splice(0)) resolve();
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

  async #write(id: number): Promise<void> {
    this.#due.delete(id);
    const change = this.#changes.get(id);
    if (change === undefined) return;
    this.#writing.add(id);
    try {
      await this.#apply(change);
    } catch (problem) {
      this.#fail(change, problem);
    }
    this.#writing.delete(id);
    this.#continue();
  }

  async #apply(change: Change): Promise<void> {
    const file = await writeChange(change, this.#parts);
    if (file === 'replaced') {
      this.#forget(change); // another row has taken its place
      return;
    }
    this.#changes.written(change);
    if (this.#isClosed) await file?.drop();
    else await this.#rounds.add(change, file);
  }

  #done(change: Change): void {
    this.#forget(change);
    this.#parts.backlog.recover();
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
