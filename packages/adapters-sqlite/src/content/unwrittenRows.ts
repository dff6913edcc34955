import type { Connection } from '../connection/connection.ts';
import { type Row, RowReader } from '../connection/rowReader.ts';

/** What the file of an algorithm must become: the content of `ref`, or, with null, no file. */
export interface Unwritten {
  readonly id: number;
  readonly ref: string | null;
  /** Bytes of the content. */
  readonly size: number;
}

const column = new RowReader('unwritten', 'algoId');

/** Saves a content. Other bytes that are there under its reference are damage. */
export const ADD_CONTENT = `
  INSERT INTO contents (ref, bytes) VALUES (:ref, :bytes)
  ON CONFLICT (ref) DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes`;

/** What the store of the content does with the commits of records. */
export interface LinkedContent {
  /** The bytes of a staged content. */
  staged(ref: string): Uint8Array | undefined;
  /** A transaction is committed in which the record `id` came to name `ref`; null: in which it was removed. */
  committed(id: number, ref: string | null): void;
  /** A transaction has failed. */
  failed(): void;
}

/** A record after a commit. */
interface ChangedRecord {
  readonly id: number;
  /** Null when it was removed. */
  readonly ref: string | null;
}

/**
 * The contents that commits have saved, and the table of what is not in durable files yet. The transactions of records write both, if
 * the content of the records is in files of this store.
 */
export function unwrittenRows(records: Connection) {
  const sql = unwrittenStatements(records);
  let content: LinkedContent | null = null;

  /** The transaction of `save` or `drop` is committed: the record names `ref`. */
  const committed = (id: number, ref: string | null): void => content?.committed(id, ref);

  return {
    /** How often the file was opened: what was read before the last opening may have been undone. */
    get openings(): number {
      return records.openings;
    },
    /** @throws UnavailableError when the store is closed */
    requireOpen: (): void => records.read(() => {}),
    /** From now on, commits of records are those of this content too. */
    attach(linked: LinkedContent): void {
      content = linked;
    },
    /** Within a transaction of the records: the record `id` comes to name `ref`. */
    save(id: number, ref: string): void {
      const bytes = content?.staged(ref);
      if (bytes === undefined) return;
      sql.add.run({ ref, bytes });
      sql.put.run({ id, ref });
    },
    /** Within a transaction of the records: the record `id` is removed. */
    drop(id: number): void {
      if (content !== null) sql.put.run({ id, ref: null });
    },
    committed,
    /**
     * Waits for the end of that transaction.
     * @param changed what it has changed by its result
     */
    async follow<Value>(commit: Promise<Value>, changed: (value: Value) => ChangedRecord | null): Promise<Value> {
      try {
        const value = await commit;
        const record = changed(value);
        if (record !== null) committed(record.id, record.ref);
        return value;
      } catch (problem) {
        content?.failed(); // a recovery may have found the commit all the same
        throw problem;
      }
    },
    list: (): readonly Unwritten[] =>
      records.read(() =>
        sql.list.all().map((row) => ({
          id: column.integer(row, 'algoId'),
          ref: column.textOrNull(row, 'ref'),
          size: column.integer(row, 'size'),
        })),
      ),
    /** The row of an algorithm, with its content if that is the content of `ref`; null without a row. */
    find: (id: number, ref: string): { readonly ref: string | null; readonly bytes: Uint8Array | null } | null =>
      records.read(() => {
        const row = sql.find.get({ id, ref });
        return row === undefined ? null : { ref: column.textOrNull(row, 'ref'), bytes: bytesOf(row) };
      }),
    /** Whether the record `id`, or the algorithm of this id in the bin, names `ref`. */
    isNamed: (id: number, ref: string): boolean => records.read(() => sql.names.get({ id, ref })) !== undefined,
    /**
     * Removes rows whose files are durable, all in one commit; a row that was replaced stays. The commit does not wait for
     * the disk: when a power loss undoes it, the files are written again.
     */
    remove(rows: readonly Unwritten[]): void {
      records.writeUnsynced(() => {
        for (const { id, ref } of rows) sql.remove.run({ id, ref });
      });
    },
  };
}

export type UnwrittenRows = ReturnType<typeof unwrittenRows>;

function unwrittenStatements(records: Connection) {
  return {
    add: records.prepare(ADD_CONTENT),
    put: records.prepare(`
      INSERT INTO unwritten (algoId, ref) VALUES (:id, :ref) ON CONFLICT (algoId) DO UPDATE SET ref = excluded.ref`),
    list: records.prepare(`
      SELECT algoId, unwritten.ref, coalesce(length(bytes), 0) AS size FROM unwritten LEFT JOIN contents USING (ref)
      ORDER BY algoId`),
    find: records.prepare(`
      SELECT algoId, unwritten.ref, iif(unwritten.ref = :ref, bytes, NULL) AS bytes
      FROM unwritten LEFT JOIN contents USING (ref) WHERE algoId = :id`),
    names: records.prepare(`
      SELECT 1 AS found FROM algos WHERE id = :id AND ref = :ref
      UNION ALL SELECT 1 FROM bin WHERE id = :id AND ref = :ref`),
    remove: records.prepare('DELETE FROM unwritten WHERE algoId = :id AND ref IS :ref'),
  };
}

function bytesOf(row: Row): Uint8Array | null {
  const { bytes } = row;
  if (bytes === null || bytes instanceof Uint8Array) return bytes;
  return column.refuse(row, 'bytes');
}
