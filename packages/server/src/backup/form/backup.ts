import type { FileHandle } from 'node:fs/promises';
import {
  DamagedError,
  type OnDamaged,
  type PortableKind,
  type PortableRows,
  type RowReader,
  rowsAtOnce,
  unlessDamaged,
} from '@algotheque/domain';
import { impossibleIn, keyOf } from '../../migrate/rows.ts';
import type { Facts, Head, Moment, Seal } from './lines.ts';
import { jsonIn, readLines } from './readLines.ts';

export interface Span {
  readonly at: number;
  readonly bytes: number;
}

export interface StoredContent extends Span {
  /** Of the content itself, in bytes. */
  readonly size: number;
}

export interface Index {
  readonly head: Head;
  readonly moment: Moment;
  readonly facts: Facts;
  readonly seal: Seal;
  readonly contents: ReadonlyMap<string, StoredContent>;
  /** Where the rows of each kind are, other lines between them included. */
  readonly rows: ReadonlyMap<PortableKind, Span>;
}

/** A whole backup: rows and contents are read from the file again, where the index says. */
export class Backup implements RowReader {
  readonly location: string;
  readonly index: Index;
  readonly #file: FileHandle;
  readonly #signal: AbortSignal;

  /** @param signal ends the reading between two rows, with its reason */
  constructor(location: string, file: FileHandle, { index, signal }: { index: Index; signal: AbortSignal }) {
    this.location = location;
    this.index = index;
    this.#file = file;
    this.#signal = signal;
  }

  async countRows(kind: PortableKind): Promise<number> {
    return this.index.facts.rows[kind];
  }

  async *exportRows<Kind extends PortableKind>(
    kind: Kind,
    onDamaged?: OnDamaged,
  ): AsyncGenerator<readonly PortableRows[Kind][]> {
    const span = this.index.rows.get(kind);
    if (span === undefined) return;
    let batch: PortableRows[Kind][] = [];
    for await (const line of readLines(this.#file, span.at, span.at + span.bytes)) {
      this.#signal.throwIfAborted();
      const row = rowIn(kind, jsonIn(line));
      if (row === null) continue; // a content that was read with its row
      const stored = unlessDamaged(() => storedRow(kind, row), onDamaged);
      if (stored !== null) batch.push(stored);
      if (batch.length < rowsAtOnce(kind)) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  /** Null when the backup has none. Its digest was compared when the backup was opened. */
  async read(_id: number, ref: string): Promise<Uint8Array | null> {
    const found = this.index.contents.get(ref);
    if (found === undefined) return null;
    for await (const line of readLines(this.#file, found.at, found.at + found.bytes)) {
      const json = jsonIn(line);
      if (typeof json === 'object' && json !== null && 'text' in json) return Buffer.from(String(json.text));
    }
    return null;
  }

  locate(_id: number, ref: string): string {
    return `${this.location}: content ${ref}`;
  }
}

/** The row of this kind in a line; null if it has none. */
export function rowIn(kind: PortableKind, json: unknown): object | null {
  if (typeof json !== 'object' || json === null || !(kind in json)) return null;
  const row: unknown = json[kind as keyof typeof json];
  return typeof row === 'object' && row !== null && !Array.isArray(row) && Object.keys(json).length === 1 ? row : null;
}

/**
 * A row of a backup as a store gives it. The types of some values are checked by the store that is filled: it reads each row again.
 * @throws DamagedError for a value that no version of the program can have written
 */
function storedRow<Kind extends PortableKind>(kind: Kind, read: object): PortableRows[Kind] {
  const row = read as PortableRows[Kind]; // where it is not, that is damage
  const field = damagedField(() => impossibleIn(kind, row));
  if (field === null) return row;
  throw new DamagedError({ place: kind, id: String(keyOf(kind, { ...read })), field });
}

/** The checks of the domain compare values of the right types, and throw for some that are of another one. */
function damagedField(check: () => string | null): string | null {
  try {
    return check();
  } catch (error) {
    if (error instanceof TypeError) return 'row';
    throw error;
  }
}
