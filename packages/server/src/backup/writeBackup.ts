import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { lockDataFolder } from '@algotheque/adapters-fs';
import { FOLDER_MODE, ifPresent, syncFolder, writeFileDurably } from '@algotheque/domain/files';
import { version } from '../build.ts';
import type { Closing } from '../closing.ts';
import { StartError } from '../startError.ts';
import type { Progress } from '../terminal/progress.ts';
import { ContentPool } from './contentPool.ts';
import type { Copying } from './copyContents.ts';
import { findingsOf } from './form/findings.ts';
import { openFolderBackup } from './form/folderBackup.ts';
import { contentsTally, type ManifestFacts, manifestText } from './form/manifest.ts';
import { LOCKS, MANIFEST } from './form/parts.ts';
import { LeftOut } from './leftOut.ts';
import { type MomentOptions, viewWithContents } from './oneMoment.ts';
import { isOfThisUser } from './own.ts';
import type { Source } from './source.ts';
import { writeRows } from './writeRows.ts';

export interface Writing extends MomentOptions {
  readonly source: Source;
  /** The folder that is filled. What an interrupted run has left in it is used. */
  readonly dir: string;
  /** The folder of a whole backup, whose contents are linked where they have not changed. */
  readonly previous: string | null;
  readonly signal: AbortSignal;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly progress: Progress;
  /** Null: the backup gets no signature. */
  readonly secret: Uint8Array | null;
}

/** The tar of a backup before it has its name. */
export const UNFINISHED_TAR = 'backup.tar';
/** What a run can leave that ended just before its backup got its name. */
const LAST: readonly string[] = [MANIFEST, UNFINISHED_TAR];
/** All names in a folder that is being filled. */
const OURS: ReadonlySet<string> = new Set(['contents', 'rows', ...LOCKS, ...LAST]);

/**
 * Fills a folder with a backup; the manifest is written last. All of it is durable then.
 * @throws StartError for what an operator can repair; the folder has no manifest then
 */
export async function fillBackup(writing: Writing): Promise<ManifestFacts> {
  const { source, dir, previous, signal, now, progress, secret } = writing;
  for (const name of LAST) await rm(join(dir, name), { force: true, recursive: true });
  const pool = new ContentPool(dir, previous);
  const leftOut = new LeftOut();
  const copying: Copying = { source, pool, leftOut, signal, progress };
  const moment = await viewWithContents(copying, writing);
  const { view, isOneMoment } = moment;
  try {
    const date = new Date(now()).toISOString();
    const { rows, wanted } = await writeRows(dir, moment, copying);
    await pool.keepOnly(wanted);
    await source.check();
    const contents = contentsTally(pool.sizes);
    const findings = [...(await findingsOf(await openFolderBackup(dir), { date, signal }))];
    const about = { date, release: version, store: storeOf(source), isOneMoment };
    const facts = { ...about, rows, contents, leftOut: leftOut.facts, findings };
    await syncFolder(dir);
    await writeFileDurably(join(dir, MANIFEST), manifestText(facts, secret));
    await syncFolder(dir);
    return facts;
  } finally {
    await view.end();
  }
}

/** The scheme of its URL. */
const storeOf = ({ views: { location } }: Source): string => location.slice(0, location.indexOf(':'));

/** Where a backup is made before it has its name. */
export const unfinishedName = (path: string): string => join(dirname(path), `${basename(path)}.partial`);

/**
 * Locks the folder of an unfinished backup, and makes it if it is absent; it has mode 0700.
 * @throws DataFolderInUseError; StartError when it belongs to another user, who could lead writes to other places, or has files
 * that no backup has left, for they would be lost
 */
export function lockUnfinished(dir: string, closing: Closing): void {
  const found = lstatSync(dir, { throwIfNoEntry: false });
  if (found !== undefined && !(found.isDirectory() && isOfThisUser(found))) {
    throw new StartError(`${dir} is no folder of this user: remove it, or name another place`);
  }
  const foreign = found === undefined ? undefined : readdirSync(dir).find((name) => !isOurs(dir, name));
  if (foreign !== undefined) {
    throw new StartError(
      `${dir} has ${foreign}, which is no part of a backup of this user: move it away, or name another place`,
    );
  }
  closing.add(lockDataFolder(dir), (lock) => lock.release());
  chmodSync(dir, FOLDER_MODE);
}

/** A link, or a thing of another user, could lead writes to other places. */
function isOurs(dir: string, name: string): boolean {
  const found = lstatSync(join(dir, name));
  return OURS.has(name) && !found.isSymbolicLink() && isOfThisUser(found);
}

/** Gives a finished backup its name. It stays locked until the process has closed its lock. */
export async function nameBackup(from: string, to: string): Promise<void> {
  await rename(from, to);
  for (const name of LOCKS) await rm(join(to, name), { force: true });
  await syncFolder(to);
  await syncFolder(dirname(to));
}

/** @throws StartError when there is anything but an empty folder */
export async function refuseExisting(path: string): Promise<void> {
  if ((await ifPresent(lstat(path)))?.isSymbolicLink() === true) {
    throw new StartError(`${path} is a symbolic link, which a backup cannot replace: name another place`);
  }
  const names = await ifPresent(readdir(path)).catch(() => [MANIFEST]); // a file
  if (names === null || names.length === 0) return;
  throw new StartError(`${path} exists and is not empty: each backup needs a new name`);
}
