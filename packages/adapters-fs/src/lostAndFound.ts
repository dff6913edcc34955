import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  checkFolder,
  FOLDER_MODE,
  ifPresent,
  isSystemError,
  onDisk,
  syncFolder,
  writeFileDurably,
} from '@algotheque/domain/files';
import { entriesIn, entriesOf, Layout, publishedContent } from './layout.ts';

const LOST_AND_FOUND = 'lost+found';

/**
 * A new path in the folder below the root for what was moved out of the way. The folder is made if it is absent.
 * @throws UnavailableError when something else is in its place
 */
async function newPlace(root: string, name: string): Promise<string> {
  const folder = join(root, LOST_AND_FOUND);
  try {
    await mkdir(folder, { mode: FOLDER_MODE });
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
    await checkFolder(folder);
  }
  return join(folder, `${name}-${randomBytes(8).toString('hex')}`);
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

/**
 * Whether the folder, which may be absent, has a file with the name of published or staged content. It stops at the
 * first.
 * @throws UnavailableError when it cannot be read
 */
export async function holdsContent(dir: string): Promise<boolean> {
  for await (const { content } of entriesOf(new Layout(dir).all)) if (content !== null) return true;
  return false;
}

const MOVED = 'content';

/** Whether `moveContentAside` has moved content of the folder, which may be absent. @throws UnavailableError when it cannot be read */
export async function holdsMovedContent(dir: string): Promise<boolean> {
  for await (const name of entriesIn(join(dir, LOST_AND_FOUND))) if (name.startsWith(`${MOVED}-`)) return true;
  return false;
}

/**
 * Moves all content of a folder that no store has open, and the files of these names (`files`), to a new folder below its
 * `lost+found/`, with the same layout. Repeatable: what an interruption left is moved to another folder. Resolves
 * to the new folder, durably; null if there was nothing to move.
 * @throws UnavailableError
 */
export function moveContentAside(dir: string, files: readonly string[]): Promise<string | null> {
  const { root, folders } = new Layout(dir);
  return onDisk(async () => {
    const target = await newPlace(root, MOVED);
    await mkdir(target, { mode: FOLDER_MODE });
    let moved = 0;
    const move = async (from: string, name: string): Promise<void> => {
      if ((await ifPresent(rename(from, join(target, name)).then(() => true))) !== null) moved += 1;
    };
    for (const name of await readdir(root))
      if (publishedContent(name, 'records') !== null) await move(join(root, name), name);
    for (const folder of folders) await move(folder, basename(folder));
    for (const name of files) await move(join(root, name), name); // last: until then they say which database the rest belongs to
    if (moved === 0) await rmdir(target);
    else await syncFolder(target);
    for (const folder of [dirname(target), root]) await syncFolder(folder);
    return moved === 0 ? null : target;
  });
}
