import type { PortableKind, PortableRows } from '@algotheque/domain';

/**
 * The kinds of rows in the order in which they are copied: who is named by rows comes before them, and deletions after what they delete.
 */
export const KINDS: readonly PortableKind[] = [
  'user',
  'session',
  'remembered',
  'folder',
  'deleted',
  'algo',
  'former',
  'mail',
  'deletion',
  'lastId',
];

/** A row of any kind. */
export type AnyRow = PortableRows[PortableKind];

/** The fields by which kinds are in order; for the others it is `id`. */
const KEYS: Partial<Readonly<Record<PortableKind, string>>> = {
  session: 'digest',
  remembered: 'key',
  folder: 'ownerId',
  former: 'ref',
  deletion: 'userId',
  mail: 'name',
  lastId: 'of',
};

/** By what the rows of a kind are in order; null if this is no row of it. */
export function keyOf(kind: PortableKind, row: Readonly<Record<string, unknown>>): string | number | null {
  const key = row[KEYS[kind] ?? 'id'];
  return typeof key === 'string' || typeof key === 'number' ? key : null;
}
