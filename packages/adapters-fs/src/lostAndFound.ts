import { randomBytes } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checkFolder, FOLDER_MODE, isSystemError, syncFolder, writeFileDurably } from '@algotheque/domain/files';

export const LOST_AND_FOUND = 'lost+found';

/**
 * Makes the folder below the root for what was moved out of the way, if it is absent, and returns its path.
 * @throws UnavailableError when something else is in its place
 */
export async function makeLostAndFound(root: string): Promise<string> {
  const folder = join(root, LOST_AND_FOUND);
  try {
    await mkdir(folder, { mode: FOLDER_MODE });
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
    await checkFolder(folder);
  }
  return folder;
}

/** A name below `lost+found/` that does not exist yet. */
async function newPlace(root: string, name: string): Promise<string> {
  return join(await makeLostAndFound(root), `${name}-${randomBytes(8).toString('hex')}`);
}

/** Moves what is at the path to the `lost+found/` of the root, durably, and resolves to its new path. */
export async function moveAside(root: string, path: string): Promise<string> {
  const kept = await newPlace(root, basename(path));
  await rename(path, kept);
  for (const folder of new Set([dirname(kept), root, dirname(path)])) await syncFolder(folder);
  return kept;
}

/** Writes bytes to a new file in the `lost+found/` of the root, durably, and resolves to its path. */
export async function keepAside(root: string, name: string, bytes: Uint8Array): Promise<string> {
  const kept = await newPlace(root, name);
  await writeFileDurably(kept, bytes);
  for (const folder of [dirname(kept), root]) await syncFolder(folder);
  return kept;
}
