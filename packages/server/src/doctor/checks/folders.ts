import { damagedRecord, type Folder } from '@algotheque/domain';
import type { Finding } from '../codes.ts';
import { type Look, mendBy } from '../look.ts';
import { placeOf, readRows } from './damaged.ts';
import { isUser } from './users.ts';

/** Every folder: its values, its owner, and the folders above it. */
export async function* checkFolders(look: Look): AsyncGenerator<Finding> {
  const { known } = look;
  const folders = new Map<number, Folder>();
  const damaged = new Set<number | null>();
  for await (const { row, damage } of readRows(look, 'folder')) {
    if (damage === null) {
      known.uses('folder', row.id);
      known.uses('user', row.ownerId);
      folders.set(row.id, row);
    } else {
      damaged.add(known.usesDamaged('folder', damage));
      yield damagedRecord(damage);
    }
  }
  for (const folder of folders.values()) {
    if (!(await isThere(look, folder))) continue;
    const { id, ownerId: owner } = folder;
    if (!(await isUser(look, owner))) yield { code: 'folder-without-owner', place: placeOf('folder', id), owner };
    const detail = damaged.has(folder.parentId) ? null : parentProblem(folders, folder);
    if (detail !== null)
      yield { code: 'folder-parent', place: placeOf('folder', id), owner, detail, ...toRoot(look, folder) };
    if (detail !== null) folders.set(id, { ...folder, parentId: null }); // a cycle has one finding
  }
}

function parentProblem(folders: ReadonlyMap<number, Folder>, { id, ownerId, parentId }: Folder): string | null {
  if (parentId === null) return null;
  const parent = folders.get(parentId);
  if (parent === undefined) return `Folder ${parentId} does not exist`;
  if (parent.ownerId !== ownerId) return `Folder ${parentId} belongs to user ${parent.ownerId}`;
  const seen = new Set<number>();
  for (let above: Folder | undefined = parent; above !== undefined && !seen.has(above.id); ) {
    if (above.id === id) return `Folder ${parentId} lies in it`;
    seen.add(above.id);
    above = above.parentId === null ? undefined : folders.get(above.parentId);
  }
  return null;
}

/** Whether the folder is there still as it was listed. */
async function isThere({ folders }: Look, { id, ownerId, parentId }: Folder): Promise<boolean> {
  const found = await folders.listByOwner(ownerId, () => {});
  return found.some((folder) => folder.id === id && folder.parentId === parentId);
}

const toRoot = (look: Look, folder: Folder): Pick<Finding, 'mend'> =>
  mendBy(look, async (mending) => {
    await mending.replace('folder', folder, { ...folder, parentId: null });
    return 'The folder was put at the root';
  });
