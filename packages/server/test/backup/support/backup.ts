import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { type BackupOrder, backupTo } from '../../../src/backup/backupTo.ts';
import { verifyBackup } from '../../../src/backup/form/verifyBackup.ts';
import { madeText } from '../../../src/backup/leftOut.ts';
import { type Restored, type Restoring, restoreBackup } from '../../../src/backup/restore.ts';
import { closingAfter } from '../../../src/closing.ts';
import type { SidePlace } from '../../../src/places.ts';
import { NO_PROGRESS } from '../../../src/terminal/progress.ts';
import { sqliteIn } from '../../migrate/support/places.ts';
import { type Snapshot, snapshotOf } from '../../migrate/support/snapshot.ts';

const NEVER = new AbortController().signal;
/** Signs the backups of tests. */
export const SECRET = Buffer.from('a secret of the service, which signs backups');

/** Progress as a list of lines. @param onLine gets each line @param onPart gets each part that begins, with the number of its steps */
export function noting(
  onLine: (line: string) => void = () => {},
  onPart: (name: string, total: number | null) => void = () => {},
) {
  const lines: string[] = [];
  const note = (line: string): void => {
    lines.push(line);
    onLine(line);
  };
  const begin = (name: string, total: number | null) => {
    onPart(name, total);
    return { reach() {}, end: note };
  };
  return { lines, progress: { note, begin } };
}

/** Backs a store up; resolves to the lines of progress, and what the backup holds. */
export async function backUp(
  place: SidePlace,
  target: string | Writable,
  order: Partial<BackupOrder> = {},
): Promise<readonly string[]> {
  const { progress, lines } = noting();
  const { facts } = await backupTo(target, { place, secret: SECRET, signal: NEVER, progress, ...order });
  return [...lines, madeText(facts)];
}

export async function restoreTo(
  path: string,
  to: SidePlace,
  order: Partial<Omit<Restoring, 'path' | 'to'>> = {},
): Promise<Restored> {
  const how = { secret: SECRET, unsigned: false, deleted: null, anew: false };
  return restoreBackup({ path, to, signal: NEVER, progress: NO_PROGRESS, ...how, ...order });
}

/** What is wrong with a backup, in words; null for a whole one. */
export const flawOf = (path: string, progress = NO_PROGRESS): Promise<string | null> =>
  refusal(() => closingAfter((closing) => verifyBackup(path, { signal: NEVER, progress, secret: null, closing })));

/** The message of a StartError; null when there was none. */
export async function refusal(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Error && error.name === 'StartError') return error.message;
    throw error;
  }
}

/** All data of a backup, as it is after it was restored into a new SQLite store in `scratch`. */
export async function restored(path: string, scratch: string): Promise<Snapshot> {
  const target = sqliteIn(await mkdtemp(join(scratch, 'restored-')));
  await restoreTo(path, target);
  return snapshotOf(target);
}
