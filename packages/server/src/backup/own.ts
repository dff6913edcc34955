import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { ifPresent } from '@algotheque/domain/files';

/** The bits of a mode that let group and others write. */
const OTHERS_WRITE = 0o022;

/** Whether a thing belongs to this user, where there are users. Somebody else could have put it there, and change it later. */
export const isOfThisUser = ({ uid }: Pick<Stats, 'uid'>): boolean => uid === (process.geteuid?.() ?? uid);

/** Whether there is a folder of this user, and no link to one. */
export async function isOwnFolder(path: string): Promise<boolean> {
  const found = await ifPresent(lstat(path));
  return found?.isDirectory() === true && isOfThisUser(found);
}

/** Whether there is a file of this user in which nobody else can write, and no link to one. */
export async function isOwnFile(path: string): Promise<boolean> {
  const found = await ifPresent(lstat(path));
  return found?.isFile() === true && isOfThisUser(found) && (found.mode & OTHERS_WRITE) === 0;
}
