import { constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ANY_FILE, syncFolder, writeFileDurably } from '@algotheque/domain/files';
import { StartError } from '../startError.ts';

/** The file of a folder of content that says that an import fills it: the first thing that is written, and the last that is removed. */
const MARK = 'import';

/** The names that a folder of content has before it has content. */
const NOT_CONTENT = new Set(['lock.db', 'lock.db-journal', 'lock.pid', 'lost+found', 'owner-id', MARK]);
/** Folders in it that a server makes before they have anything. */
const INNER = ['staging', 'bin', 'versions'];
/** What an import makes in it. Other things that were put there meanwhile are left alone. */
const OF_IMPORT = /^(?:[1-9][0-9]*\.json|staging|bin|versions)$/;

export const isImporting = (dir: string): boolean => existsSync(join(dir, MARK));

/** Call it before anything is made or opened. @throws StartError when an import into the folder of content has not ended */
export function refuseImporting(dir: string | null): void {
  if (dir === null || !isImporting(dir)) return;
  const source = readFileSync(join(dir, MARK), 'utf8');
  throw new StartError(
    `${dir} is the target of an import${source === '' ? '' : ` from ${source}`} that has not ended: wait for it, or, if it was interrupted, run the same restore or migrate again with --begin-anew`,
  );
}

/** @throws StartError when the folder of content holds anything but the mark, unless that is to be removed because of the mark */
export function requireNoContent(dir: string, anew: boolean): void {
  const held = contentIn(dir);
  if (held === undefined || (anew && isImporting(dir))) return;
  throw new StartError(
    isImporting(dir)
      ? `The folder ${dir} holds a part of an import that was interrupted: --begin-anew removes it and begins anew`
      : `The folder ${dir} is not empty: it has ${held}`,
  );
}

function contentIn(dir: string): string | undefined {
  const isEmpty = (name: string): boolean =>
    statSync(join(dir, name)).isDirectory() && namesIn(join(dir, name)).length === 0;
  return namesIn(dir).find((name) => !NOT_CONTENT.has(name) && !(INNER.includes(name) && isEmpty(name)));
}

const namesIn = (dir: string): readonly string[] => (existsSync(dir) ? readdirSync(dir) : []);

export async function markFolder(dir: string, source: string): Promise<void> {
  await writeFileDurably(join(dir, MARK), source, ANY_FILE | constants.O_TRUNC);
  await syncFolder(dir);
}

/** Removes what an interrupted import has left in the folder. Its id stays. */
export async function clearFolder(dir: string): Promise<void> {
  for (const name of namesIn(dir)) if (OF_IMPORT.test(name)) await rm(join(dir, name), { recursive: true });
}

/** Removes the mark, durably: the import has ended. */
export async function unmarkFolder(dir: string): Promise<void> {
  await rm(join(dir, MARK));
  await syncFolder(dir);
}
