import { type ContentFiles, DamagedError, type FileChange } from '@algotheque/domain';
import type { SqliteBounds } from '../bounds.ts';
import type { Backlog, Staged } from './backlog.ts';
import type { Unwritten, UnwrittenRows } from './unwrittenRows.ts';

/** A committed row, until its file is durable or another row takes its place. */
export interface Change extends Unwritten {
  /** Null when it must be read from the table. */
  readonly bytes: Uint8Array | null;
  /** Whether it is the first content of the algorithm, as far as this process knows. */
  readonly isNew: boolean;
  /** Gives back the room on the disk that was claimed for the file. */
  readonly leaveFiles: () => void;
}

/**
 * What the file of an algorithm must become; null when the row has another reference.
 * @throws UnavailableError; DamagedError when the content in the table is not that of its reference
 */
export function fileChange(
  { id, ref, bytes: kept, isNew }: Change,
  { rows, files }: { readonly rows: UnwrittenRows; readonly files: Pick<ContentFiles, 'isContentOf'> },
): FileChange | null {
  if (ref === null) return { id, content: null };
  const bytes = kept ?? rows.find(id, ref)?.bytes ?? null;
  if (bytes === null) return null;
  if (kept === null && !files.isContentOf(ref, bytes))
    throw new DamagedError({ place: 'unwritten', id, field: 'bytes' });
  return { id, content: { ref, bytes, isNew } };
}

/** The committed rows by algorithm, as the table has them. */
export class Changes {
  readonly #backlog: Backlog;
  readonly #mostBytes: number;
  readonly #current = new Map<number, Change>();
  #bytes = 0;

  /** @param bounds `keptBytes`: of contents in memory */
  constructor(backlog: Backlog, { keptBytes }: Pick<SqliteBounds, 'keptBytes'>) {
    this.#backlog = backlog;
    this.#mostBytes = keptBytes;
  }

  /** A row that was found in the table. */
  found(row: Unwritten): void {
    if (row.ref !== null) this.#backlog.add(row.size);
    this.#set({ ...row, bytes: null, isNew: false, leaveFiles: () => {} });
  }

  /** A row that was committed: content that has entered the backlog, or null for a removal. */
  committed(id: number, content: { readonly ref: string; readonly staged: Staged } | null): void {
    if (content === null) {
      this.#set({ id, ref: null, size: 0, bytes: null, isNew: false, leaveFiles: () => {} });
      return;
    }
    const { bytes, isNew, leaveFiles } = content.staged;
    const isKept = this.#bytes + bytes.length <= this.#mostBytes;
    if (isKept) this.#bytes += bytes.length;
    this.#set({ id, ref: content.ref, size: bytes.length, bytes: isKept ? bytes : null, isNew, leaveFiles });
  }

  get(id: number): Change | undefined {
    return this.#current.get(id);
  }

  isCurrent(change: Change): boolean {
    return this.#current.get(change.id) === change;
  }

  /** The file is durable, and the row removed. */
  done(change: Change): void {
    if (this.isCurrent(change)) this.#remove(change);
  }

  #set(change: Change): void {
    const before = this.#current.get(change.id);
    if (before !== undefined) this.#remove(before);
    this.#current.set(change.id, change);
  }

  #remove(change: Change): void {
    this.#current.delete(change.id);
    this.#bytes -= change.bytes?.length ?? 0;
    change.leaveFiles();
    if (change.ref !== null) this.#backlog.leave(change.size);
  }
}
