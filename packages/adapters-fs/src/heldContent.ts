import { randomBytes } from 'node:crypto';
import { mkdir, opendir, readdir, rename, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FOLDER_MODE, ifPresent, onDisk, syncFolder } from '@algotheque/domain/files';
import { formerName, isRef, Layout, publishedName } from './layout.ts';
import { LOST_AND_FOUND, makeLostAndFound } from './lostAndFound.ts';

/**
 * Whether the folder, which may be absent, has a file with the name of published or staged content. It stops at the
 * first.
 * @throws UnavailableError when it cannot be read
 */
export function holdsContent(dir: string): Promise<boolean> {
  const { root, bin, versions, staging } = new Layout(dir);
  const places: readonly (readonly [string, (name: string) => boolean])[] = [
    [root, isPublished],
    [bin, isPublished],
    [versions, (name) => formerName(name) !== null],
    [staging, isRef],
  ];
  return onDisk(async () => {
    for (const [folder, isOurs] of places) if (await hasName(folder, isOurs)) return true;
    return false;
  });
}

const isPublished = (name: string): boolean => publishedName(name, 'records') !== null;

const MOVED = 'content-';

/** Whether `moveContentAside` has moved content of the folder, which may be absent. @throws UnavailableError when it cannot be read */
export const holdsMovedContent = (dir: string): Promise<boolean> =>
  onDisk(() => hasName(join(dir, LOST_AND_FOUND), (name) => name.startsWith(MOVED)));

/**
 * Moves all content of a folder that no store has open, and the files of these `names`, to a new folder below its
 * `lost+found/`, with the same layout. Repeatable: what an interruption left is moved to another folder. Resolves
 * to the new folder, durably; null if there was nothing to move.
 * @throws UnavailableError
 */
export function moveContentAside(dir: string, names: readonly string[]): Promise<string | null> {
  const { root, folders } = new Layout(dir);
  return onDisk(async () => {
    const lostAndFound = await makeLostAndFound(root);
    const target = join(lostAndFound, `${MOVED}${randomBytes(8).toString('hex')}`);
    await mkdir(target, { mode: FOLDER_MODE });
    let moved = 0;
    const move = async (from: string, name: string): Promise<void> => {
      if ((await ifPresent(rename(from, join(target, name)).then(() => true))) !== null) moved += 1;
    };
    for (const name of (await readdir(root)).filter(isPublished)) await move(join(root, name), name);
    for (const folder of folders) await move(folder, basename(folder));
    for (const name of names) await move(join(root, name), name); // last: until then they say which database the rest belongs to
    if (moved === 0) await rmdir(target);
    else await syncFolder(target);
    for (const folder of [lostAndFound, root]) await syncFolder(folder);
    return moved === 0 ? null : target;
  });
}

async function hasName(folder: string, isOurs: (name: string) => boolean): Promise<boolean> {
  const entries = await ifPresent(opendir(folder));
  if (entries === null) return false;
  for await (const { name } of entries) if (isOurs(name)) return true; // the loop closes the folder
  return false;
}
