import { type Folder, type PortableKind, type PortableRows, treeOfFolders } from '@algotheque/domain';
import * as v from 'valibot';
import { readRows } from './readRows.ts';

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** A row of a backup of version 1. */
const FormerFolder = v.strictObject({ id, nom: v.string(), ownerId: id, parentId: v.nullable(id) });

/** The rows of a part of a backup; those of a backup of version 1 so that this release knows their places. */
export async function* currentRows(kind: PortableKind, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<object> {
  const rows = rowsOf(kind, pieces);
  yield* kind === 'folder' ? treeRows(rows) : rows;
}

async function* rowsOf(kind: PortableKind, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<object> {
  for await (const { row } of readRows(kind, pieces)) {
    if (kind !== 'lastId' || !isFormerCounter(row)) yield row;
  }
}

/** The last id of the folders of all users: now each has a last id of their own. */
const isFormerCounter = (row: object): boolean => 'of' in row && row.of === 'folder';

/**
 * The rows of folders as this release writes them: one for each owner. The folders of a backup of version 1, a row each, are held until all are read, because
 * no row says which is the last of an owner. Every other row is passed on as it is.
 */
async function* treeRows(rows: AsyncIterable<object>): AsyncGenerator<object> {
  const byOwner = new Map<number, Folder[]>();
  for await (const row of rows) {
    const former = v.safeParse(FormerFolder, row);
    if (!former.success) {
      yield row;
      continue;
    }
    const { ownerId, ...folder } = former.output;
    const some = byOwner.get(ownerId);
    if (some === undefined) byOwner.set(ownerId, [folder]);
    else some.push(folder);
  }
  for (const [ownerId, folders] of [...byOwner].sort(([one], [other]) => one - other)) {
    yield { ownerId, version: 1, ...treeOfFolders(folders) } satisfies PortableRows['folder'];
  }
}
