import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupOrder, backupTo } from '../../../src/backup/backupTo.ts';
import { openBackup } from '../../../src/backup/form/openBackup.ts';
import { verifyBackup } from '../../../src/backup/form/verifyBackup.ts';
import { madeText } from '../../../src/backup/leftOut.ts';
import { type Restoring, restore } from '../../../src/backup/restore.ts';
import type { SidePlace } from '../../../src/places.ts';
import { NO_PROGRESS, type Progress } from '../../../src/terminal/progress.ts';
import { sqliteIn } from '../../migrate/support/places.ts';
import { type Snapshot, snapshotOf } from '../../migrate/support/snapshot.ts';

const NEVER = new AbortController().signal;
/** Signs the backups of tests. */
export const SECRET = Buffer.from('a secret of the service, which signs backups');

/** Progress as a list of lines. @param onLine gets each line */
export function noting(onLine: (line: string) => void = () => {}): {
  readonly progress: Progress;
  readonly lines: readonly string[];
} {
  const lines: string[] = [];
  const note = (line: string): void => {
    lines.push(line);
    onLine(line);
  };
  return { lines, progress: { note, begin: () => ({ reach() {}, end: note }) } };
}

/** Backs a store up; resolves to the lines of progress, and what the backup holds. */
export async function backUp(
  place: SidePlace,
  path: string,
  order: Partial<BackupOrder> = {},
): Promise<readonly string[]> {
  const { progress, lines } = noting();
  const { facts } = await backupTo(path, { place, secret: SECRET, signal: NEVER, progress, ...order });
  return [...lines, madeText(facts)];
}

export async function restoreTo(
  path: string,
  to: SidePlace,
  order: Partial<Pick<Restoring, 'secret' | 'unsigned' | 'progress'>> = {},
): Promise<void> {
  await restore({ path, to, signal: NEVER, progress: NO_PROGRESS, secret: SECRET, unsigned: false, ...order });
}

/** What is wrong with a backup, in words; null for a whole one. */
export async function flawOf(path: string): Promise<string | null> {
  return refusal(async () => {
    const backup = await openBackup(path);
    try {
      await verifyBackup(backup, { signal: NEVER, progress: NO_PROGRESS });
    } finally {
      await backup.close();
    }
  });
}

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
