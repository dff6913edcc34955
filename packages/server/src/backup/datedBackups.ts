import { readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { syncFolder } from '@algotheque/domain/files';
import { asStartError, UsageError } from '../startError.ts';
import { type BackupOrder, backupTo, type Made } from './backupTo.ts';
import { type Keep, notKept, parseKeep } from './keep.ts';
import { backupsIn } from './otherBackups.ts';
import { isOwnFolder } from './own.ts';

/** The name of a backup that this makes; nothing else is ever removed. */
const DATED = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
const REMOVED = '.removed';

/**
 * Makes a new backup in `folder`, named by the time, and then removes those that are not kept. If something damaged is left out of the new backup, or it
 * fails, nothing is removed: an older one may have it.
 * @param periods how many days and weeks have a backup that is kept, such as `7d,4w`
 * @throws StartError, UsageError
 */
export async function backupInto(folder: string, periods: string, order: BackupOrder): Promise<Made> {
  const keep = parseKeep(periods);
  if (folder.endsWith('.tar')) throw new UsageError('--keep makes folders in a folder: name one, not a tar');
  const { now = Date.now } = order;
  const parent = resolve(folder);
  const name = new Date(now())
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  // One name for all: the next run goes on with what an interrupted one has left.
  const made = await backupTo(join(parent, name), order, join(parent, 'unfinished.partial'));
  try {
    if (made.facts.leftOut.count === 0) await removeOthers(parent, keep, order);
    return made;
  } catch (error) {
    throw asStartError(error);
  }
}

async function removeOthers(parent: string, keep: Keep, { now = Date.now, progress }: BackupOrder): Promise<void> {
  const backups = (await backupsIn(parent)).filter(({ name }) => DATED.test(name));
  for (const { name, path } of notKept(backups, keep, now())) {
    await rename(path, `${path}${REMOVED}`); // so that a part of it is never taken for a backup
    progress.note(`Removed: ${name}`);
  }
  await syncFolder(parent);
  for (const name of await readdir(parent)) {
    if (!name.endsWith(REMOVED) || !DATED.test(name.slice(0, -REMOVED.length))) continue;
    if (await isOwnFolder(join(parent, name))) await rm(join(parent, name), { recursive: true });
  }
}
