import { damagedRecord } from '@algotheque/domain';
import type { Finding } from '../codes.ts';
import type { Look } from '../look.ts';
import { placeOf, readRows, unlessDamaged } from './damaged.ts';
import { isUser } from './users.ts';

/** The folders of every owner, and the owner. Folders that do not fit together are damage of the record. */
export async function* checkFolders(look: Look): AsyncGenerator<Finding> {
  for await (const { row, damage } of readRows(look, 'folder')) {
    if (damage !== null) {
      yield damagedRecord(damage);
      continue;
    }
    const { ownerId: owner } = row;
    look.known.uses('user', owner);
    if ((await isThere(look, owner)) && !(await isUser(look, owner)))
      yield { code: 'folder-without-owner', place: placeOf('folder', owner), owner };
  }
}

/** Whether the owner has the record still. */
const isThere = async ({ folders }: Look, ownerId: number): Promise<boolean> =>
  (await unlessDamaged(folders.find(ownerId), null))?.version !== 0;
