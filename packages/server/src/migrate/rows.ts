import type { PortableKind, PortableRows } from '@algotheque/domain';

export type AnyRow = PortableRows[PortableKind];

/**
 * Each kind of rows: what people read of it before or after a number, and the field by which its rows are in order. The kinds are in the
 * order in which they are copied: who is named by rows comes before them, and deletions after what they delete.
 */
const TABLE: Readonly<Record<PortableKind, readonly [words: string, key: string]>> = {
  user: ['users', 'id'],
  session: ['sessions', 'digest'],
  remembered: ['refusals and known addresses', 'key'],
  folder: ['trees of folders', 'ownerId'],
  deleted: ['algorithms in the bin', 'id'],
  algo: ['algorithms', 'id'],
  former: ['former versions', 'ref'],
  mail: ['mails that wait', 'name'],
  event: ['events', 'key'],
  deletion: ['unfinished deletions of users', 'userId'],
  lastId: ['counters of ids', 'of'],
};

export const ROW_KINDS = Object.keys(TABLE) as readonly PortableKind[]; // the keys of the table

/** The kinds of rows that name a content. */
export const NAMING: readonly ('algo' | 'deleted' | 'former')[] = ['algo', 'deleted', 'former'];

export const kindInWords = (kind: PortableKind): string => TABLE[kind][0];

/** By what the rows of a kind are in order; null if this is no row of it. */
export function keyOf(kind: PortableKind, row: Readonly<Record<string, unknown>>): string | number | null {
  const key = row[TABLE[kind][1]];
  return typeof key === 'string' || typeof key === 'number' ? key : null;
}

/** JSON with the keys of every object in order, so that stores that give them in another order agree. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
