import type { Ports } from '../ports.ts';
import { DamagedError } from '../storeErrors.ts';

interface Placed {
  readonly dossierId: number | null;
}

/**
 * The records of this user with null for each folder that is not there: a crash can leave an algorithm in a folder that was
 * deleted meanwhile. Where the tree is damaged the places are as they are stored. The tree is read only if some record is in a folder.
 */
export async function inKnownFolders<Row extends Placed>(
  { folders }: Pick<Ports, 'folders'>,
  userId: number,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (rows.every(({ dossierId }) => dossierId === null)) return rows;
  const known = await folderIds(folders, userId);
  if (known === null) return rows;
  return rows.map((row) => (row.dossierId === null || known.has(row.dossierId) ? row : { ...row, dossierId: null }));
}

/** As `inKnownFolders`, of one record. */
export async function knownPlace<Row extends Placed>(
  parts: Pick<Ports, 'folders'>,
  row: Row,
  userId: number,
): Promise<Row> {
  const [known = row] = await inKnownFolders(parts, userId, [row]);
  return known;
}

async function folderIds(folders: Ports['folders'], userId: number): Promise<ReadonlySet<number> | null> {
  try {
    return new Set((await folders.find(userId)).folders.map(({ id }) => id));
  } catch (error) {
    if (error instanceof DamagedError) return null;
    throw error;
  }
}
