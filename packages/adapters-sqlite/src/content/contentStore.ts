import type { Clock, ContentFiles, ContentStore, OnProblem, PendingWork } from '@algotheque/domain';
import type { SqliteBounds } from '../bounds.ts';
import type { Backlog } from './backlog.ts';
import { FileWriter } from './fileWriter.ts';
import { locateStored, readStored } from './storedContent.ts';
import type { LinkedContent, UnwrittenRows } from './unwrittenRows.ts';

export interface ContentStoreParts {
  readonly rows: UnwrittenRows;
  readonly files: ContentFiles;
  readonly backlog: Backlog;
  readonly clock: Clock;
  readonly onProblem: OnProblem;
  readonly bounds: SqliteBounds;
}

/**
 * Content in files, one for each algorithm. Staged content is in memory; the transaction of the record saves it in the
 * table `unwritten`, so that record and content have one commit; the file is written after it, and then the row removed.
 * A removal of a record leaves a row without content in the same way. So there is nothing to announce, and what a crash
 * leaves are rows, which are done again.
 */
export class SqliteContentStore implements ContentStore, LinkedContent {
  readonly #parts: ContentStoreParts;
  readonly #writer: FileWriter;

  constructor(parts: ContentStoreParts) {
    this.#parts = parts;
    this.#writer = new FileWriter(parts);
    this.#writer.reload();
  }

  async stage(content: Uint8Array, replaces: string | null): Promise<string> {
    const { rows, files, backlog, clock } = this.#parts;
    rows.requireOpen();
    const ref = files.newRef(content);
    const bytes = new Uint8Array(content); // the caller may change theirs before it is committed
    await backlog.stage(ref, { bytes, isNew: replaces === null }, clock.now());
    return ref;
  }

  /** @throws Error when the record was committed elsewhere: then only this memory has the content */
  async publish(id: number, ref: string): Promise<void> {
    const { rows, backlog } = this.#parts;
    rows.requireOpen();
    if (backlog.staged(ref) === undefined) return;
    if (!rows.isNamed(id, ref)) throw new Error(`Content of algorithm ${id} was not committed with its record`);
    backlog.discard(ref); // a commit that failed has come true, and has saved it
  }

  async read(id: number, ref: string): Promise<Uint8Array | null> {
    const { rows, files, backlog } = this.#parts;
    rows.requireOpen();
    const kept = backlog.staged(ref)?.bytes ?? this.#writer.kept(id, ref);
    if (kept !== null) return new Uint8Array(kept);
    return readStored({ rows, files }, id, ref);
  }

  async discard(ref: string): Promise<void> {
    const { rows, backlog } = this.#parts;
    rows.requireOpen();
    backlog.discard(ref);
  }

  async pending(now: number): Promise<readonly PendingWork[]> {
    const { rows, backlog } = this.#parts;
    rows.requireOpen();
    return backlog.forgotten(now).map((ref) => ({ kind: 'staged', ref }));
  }

  locate(id: number): string {
    return locateStored(this.#parts.files, id);
  }

  async health(): Promise<void> {
    const { rows, backlog, files } = this.#parts;
    rows.requireOpen();
    backlog.requireRoom();
    await files.health();
  }

  staged(ref: string): Uint8Array | undefined {
    return this.#parts.backlog.staged(ref)?.bytes;
  }

  committed(id: number, ref: string | null): void {
    const staged = ref === null ? undefined : this.#parts.backlog.saved(ref);
    if (ref === null) this.#writer.committed(id, null);
    else if (staged !== undefined) this.#writer.committed(id, { ref, staged });
  }

  failed(): void {
    this.#writer.check();
  }

  /** Resolves when all files are durable, except those that could not be written. */
  written(): Promise<void> {
    return this.#writer.settled();
  }

  /** Writes what it can within a bounded time; a later start does the rest. */
  close(): Promise<void> {
    return this.#writer.close();
  }
}
