import { closeSync, constants, fsync, lstatSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { asError, beginStep, type FileStep, type StepOutcome, syncFile } from './fileSteps.ts';

export interface FolderSteps {
  readonly root: OpenedFolder;
  /** The folders below it. */
  readonly folders: readonly string[];
  readonly steps: readonly FileStep[];
}

const FOLDER_ITSELF = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Does steps in folders; resolves to the outcomes, in the order of the steps. Files of one call are written, then all made durable. Each
 * file is open until then, because the system reports a failed write of its content only to who had it open. The folders of new names are
 * synced at the same time: a filesystem with a journal writes it once for both. Except for that, it blocks.
 *
 * A move is not synced. Filesystems with a journal (ext4, XFS, Btrfs, ZFS, APFS) keep it whole or not at all: after a power loss the name
 * is in the one place or the other.
 * @throws Error when none of the steps may be done or durable
 */
export async function runSteps({ root, folders, steps }: FolderSteps): Promise<readonly StepOutcome[]> {
  requireSameFolder(root);
  for (const folder of folders) requireFolder(folder);
  const begun = steps.map((step) => ({ step, ...beginStep(step) }));
  const synced = new Set(begun.flatMap(({ step, outcome }) => (outcome === 'done' ? newNameOf(step) : [])));
  const syncs = Promise.all([...synced].map(syncEntries));
  const ended = begun.map(({ step, outcome, file }) => ({
    step,
    outcome: file === null || step.kind !== 'write' ? outcome : syncFile(file, step.path),
  }));
  const problem = (await syncs).find((found) => found !== null);
  if (synced.size > 0) requireSameFolder(root); // otherwise the files may be in the other folder
  return ended.map(({ step, outcome }) =>
    problem !== undefined && outcome === 'done' && newNameOf(step).length > 0 ? problem : outcome,
  );
}

function newNameOf(step: FileStep): readonly string[] {
  if (step.kind === 'write') return [dirname(step.path)];
  return step.kind === 'link' ? [dirname(step.to)] : [];
}

const sync = promisify(fsync);

/** Makes the names in the folder durable, beside the thread that calls it. Resolves to why they may not be; null if they are. */
async function syncEntries(path: string): Promise<Error | null> {
  try {
    const folder = openSync(path, FOLDER_ITSELF);
    await sync(folder).finally(() => closeSync(folder));
    return null;
  } catch (error) {
    return asError(error);
  }
}

/** A symbolic link in the place of a folder would lead the work elsewhere. One that somebody has removed is made by the next start. */
function requireFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`This is not a folder: ${path}`);
}

/** A folder as it was when it was opened. */
export interface OpenedFolder {
  readonly path: string;
  readonly dev: number;
  readonly ino: number;
}

/** Notes which folder is at the path. It blocks, but only for a name that the system has in memory. */
export function openedFolder(path: string): OpenedFolder {
  const { dev, ino } = lstatSync(path);
  return { path, dev, ino };
}

/**
 * While a disk is not mounted, another folder is at its path, and what is written there is gone when the disk is back.
 * @throws Error when another folder is at the path; a system error when none is
 */
function requireSameFolder({ path, dev, ino }: OpenedFolder): void {
  const found = lstatSync(path);
  if (found.dev === dev && found.ino === ino) return;
  throw new Error(`${path} is not the folder that was opened: its disk is not mounted, or it was replaced`);
}
