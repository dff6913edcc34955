import { constants } from 'node:fs';
import { access, type FileHandle, lstat, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnavailableError } from '@algotheque/domain';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OWNER_ENTERS = 0o300;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Makes a folder and those above it, durably, for this user alone. One that is there keeps its mode. Node's own recursive
 * mkdir never returns where a parent exists and takes no entry (`/proc`).
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path, { mode: FOLDER_MODE }).catch(async (error: unknown) => {
    if (!(await isFolder(path))) throw error; // else another process was faster
  });
  await syncAbove(parent);
}

/** As `syncFolder`, for what is above: it may be reached through symbolic links. */
async function syncAbove(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await ifPresent(stat(path)))?.isDirectory() === true;
}

/**
 * @throws UnavailableError when the path is no folder, a symbolic link among others, or its mode keeps its owner from
 * making names in it: root would not see that, and the next start is perhaps not root's; a system error when this user cannot
 */
export async function checkOpenFolder(path: string): Promise<void> {
  const stats = await lstat(path);
  await access(path, constants.W_OK | constants.X_OK);
  if (stats.isDirectory() && (stats.mode & OWNER_ENTERS) === OWNER_ENTERS) return;
  throw new UnavailableError({ cause: new Error(`No folder, or closed to its owner: ${path}`) });
}

/** Writes a file that is not there yet, for this user alone; its content is durable when this resolves. */
export async function writeNewFile(path: string, content: Uint8Array | string): Promise<void> {
  const file = await open(path, NEW_FILE, FILE_MODE);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Moves a file; its new name is durable when this resolves. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Opens a folder itself, never what a symbolic link in its place points to. */
export function openFolder(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}

/** Makes the names in a folder durable; not through a symbolic link. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await openFolder(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** What the system refuses (no space, no right, a folder that is gone) is an UnavailableError; other errors pass as they are. */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? new UnavailableError({ cause: error }) : error;
  }
}

/** The result of the work, or null where the file that it names is absent. */
export async function ifPresent<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
