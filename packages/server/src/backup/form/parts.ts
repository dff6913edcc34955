import type { PortableKind } from '@algotheque/domain';

/** The kinds of rows, in the order in which they are written: who is named by rows comes before them. */
export const KINDS: readonly PortableKind[] = [
  'user',
  'session',
  'folder',
  'deleted',
  'algo',
  'former',
  'deletion',
  'lastId',
];

/** The kinds that releases before had not: a backup of theirs has no file of them. */
export const LATER_KINDS: readonly PortableKind[] = ['deleted', 'former'];

/** A file of a backup. */
export type Part =
  | { readonly is: 'manifest' }
  | { readonly is: 'rows'; readonly kind: PortableKind }
  | { readonly is: 'content'; readonly digest: string };

export const MANIFEST = 'manifest.json';

/** Files of the lock of a folder that is being filled. A kill while it gets its name can leave them in it. */
export const LOCKS: readonly string[] = ['lock.db', 'lock.pid', 'lock.db-journal'];

const ROWS = /^rows\/([A-Za-z]+)\.jsonl$/;
const CONTENT = /^contents\/([0-9a-f]{2})\/(\1[0-9a-f]{62})\.json$/;
const SHA256_HEX_CHARS = 64;
const SHARD_CHARS = 2;

export const rowsName = (kind: PortableKind): string => `rows/${kind}.jsonl`;

/** The folder of a content within `contents/`: 256 of them. */
const shardOf = (digest: string): string => digest.slice(0, SHARD_CHARS);

export const contentName = (digest: string): string => `contents/${shardOf(digest)}/${digest}.json`;

/** The SHA-256 that a reference ends with, in hex. */
export const digestOf = (ref: string): string => ref.slice(-SHA256_HEX_CHARS);

/** The part that has this name, with `/` between folders; null for every other name. */
export function partOf(name: string): Part | null {
  if (name === MANIFEST) return { is: 'manifest' };
  const kind = KINDS.find((each) => each === ROWS.exec(name)?.[1]);
  if (kind !== undefined) return { is: 'rows', kind };
  const digest = CONTENT.exec(name)?.[2];
  return digest === undefined ? null : { is: 'content', digest };
}
