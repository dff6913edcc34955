import {
  impossibleInAlgo,
  impossibleInBin,
  impossibleInDeletion,
  impossibleInEvent,
  impossibleInFolders,
  impossibleInFormer,
  impossibleInMail,
  impossibleInRemembered,
  impossibleInSession,
  impossibleInUser,
  type PortableKind,
  type PortableRows,
} from '@algotheque/domain';

export type AnyRow = PortableRows[PortableKind];

/** The field with a value that no version of the program can have written; null if there is none. */
type Impossible<Row> = (row: Row) => string | null;

/**
 * Each kind of rows: what people read of it before or after a number, the field by which its rows are in order, and what is damage. The
 * kinds are in the order in which they are copied: who is named by rows comes before them, and deletions after what they delete.
 */
const TABLE: { readonly [Kind in PortableKind]: readonly [string, string, Impossible<PortableRows[Kind]>] } = {
  user: ['users', 'id', impossibleInUser],
  session: ['sessions', 'digest', impossibleInSession],
  remembered: ['refusals and known addresses', 'key', impossibleInRemembered],
  folder: ['trees of folders', 'ownerId', impossibleInFolders],
  deleted: ['algorithms in the bin', 'id', impossibleInBin],
  algo: ['algorithms', 'id', impossibleInAlgo],
  former: ['former versions', 'ref', impossibleInFormer],
  mail: ['mails that wait', 'name', impossibleInMail],
  event: ['events', 'key', impossibleInEvent],
  deletion: ['unfinished deletions of users', 'userId', impossibleInDeletion],
  lastId: ['counters of ids', 'of', () => null],
};

export const ROW_KINDS = Object.keys(TABLE) as readonly PortableKind[]; // the keys of the table

/** The kinds of rows that name a content. */
export const NAMING: readonly ('algo' | 'deleted' | 'former')[] = ['algo', 'deleted', 'former'];

export const kindInWords = (kind: PortableKind): string => TABLE[kind][0];

export const impossibleIn = <Kind extends PortableKind>(kind: Kind, row: PortableRows[Kind]): string | null =>
  TABLE[kind][2](row);

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
