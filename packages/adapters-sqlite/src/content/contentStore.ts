import type { Clock, ContentFiles, ContentStore, DiskRoom, OnProblem, PendingWork } from '@algotheque/domain';
import type { SqliteBounds } from '../bounds.ts';
import type { Backlog } from './backlog.ts';
import type { LinkedContent } from './contentLink.ts';
import { FileWriter } from './fileWriter.ts';
import { StagedContents } from './stagedContents.ts';
import { locateStored, readStored } from './storedContent.ts';
import type { UnwrittenRows } from './unwrittenRows.ts';

export interface ContentStoreParts {
  readonly rows: UnwrittenRows;
  readonly files: ContentFiles;
  readonly backlog: Backlog;
  readonly clock: Clock;
  readonly onProblem: OnProblem;
  readonly bounds: SqliteBounds;
  /** Watches over the disk of the database. */
  readonly room: DiskRoom;
  /** Watches over the disk of the files. */
  readonly filesRoom: DiskRoom;
}

/**
 * Content in files, one for each algorithm. Staged content is in memory; the transaction of the record saves it in the
 * table `unwritten`, so that record and content have one commit; the file is written after it, and then the row removed.
 * A removal of a record leaves a row without content in the same way. So there is nothing to announce, and what a crash
 * leaves are rows, which are done again.
 */
export class SqliteContentStore implements ContentStore, LinkedContent {
  readonly #parts: ContentStoreParts;
  readonly #staged: StagedContents;
  readonly #writer: FileWriter;

  constructor(parts: ContentStoreParts) {
    this.#parts = parts;
    this.#staged = new StagedContents(() => parts.clock.now());
    this.#writer = new FileWriter(parts);
    this.#writer.reload();
  }

  async stage(content: Uint8Array): Promise<string> {
    const { rows, files, backlog, room, filesRoom } = this.#parts;
    rows.requireOpen();
    const ref = files.newRef(content);
    const bytes = Uint8Array.from(content); // the caller may change theirs before it is committed
    await backlog.enter(bytes.length);
    try {
      const leaveDatabase = room.claim('growth', bytes.length);
      try {
        this.#staged.add(ref, { bytes, leaveDatabase, leaveFiles: filesRoom.claim('growth', bytes.length) });
      } catch (problem) {
        leaveDatabase();
        throw problem;
      }
    } catch (problem) {
      backlog.leave(bytes.length);
      throw problem;
    }
    return ref;
  }

  async announce(): Promise<void> {
    this.#parts.rows.requireOpen();
  }

  async withdraw(): Promise<void> {
    this.#parts.rows.requireOpen();
  }

  /** @throws Error when the record was committed elsewhere: then only this memory has the content */
  async publish(id: number, ref: string): Promise<void> {
    const { rows } = this.#parts;
    rows.requireOpen();
    if (this.#staged.get(ref) === undefined) return;
    if (!rows.isNamed(id, ref)) throw new Error(`Content of algorithm ${id} was not committed with its record`);
    this.#forget(ref); // a commit that failed has come true, and has saved it
  }

  async read(id: number, ref: string): Promise<Uint8Array | null> {
    const { rows, files } = this.#parts;
    rows.requireOpen();
    const kept = this.#staged.get(ref)?.bytes ?? this.#writer.kept(id, ref);
    if (kept !== null) return Uint8Array.from(kept);
    return readStored({ rows, files }, id, ref);
  }

  async discard(ref: string): Promise<void> {
    this.#parts.rows.requireOpen();
    this.#forget(ref);
  }

  async delete(_id: number, ref: string | null): Promise<void> {
    this.#parts.rows.requireOpen();
    if (ref !== null) this.#forget(ref);
  }

  async pending(now: number): Promise<readonly PendingWork[]> {
    this.#parts.rows.requireOpen();
    return this.#staged.forgotten(now).map((ref) => ({ kind: 'staged', ref }));
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

  save(id: number, ref: string): void {
    const staged = this.#staged.get(ref);
    if (staged !== undefined) this.#parts.rows.put(id, ref, staged.bytes);
  }

  remove(id: number): void {
    this.#parts.rows.put(id, null, null);
  }

  committed(id: number, ref: string | null): void {
    const staged = ref === null ? undefined : this.#staged.take(ref);
    staged?.leaveDatabase();
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

  #forget(ref: string): void {
    const staged = this.#staged.take(ref);
    if (staged === undefined) return;
    staged.leaveDatabase();
    staged.leaveFiles();
    this.#parts.backlog.leave(staged.bytes.length);
  }
}
