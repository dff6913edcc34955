import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type OnNotice, UnavailableError } from '@algotheque/domain';
import { ifPresent, makeFolder, openFolder } from '@algotheque/domain/files';

const OTHERS = 0o077;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const FILE_ITSELF = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Makes the folder, or restricts an existing one to this user: mails have links that let their reader in. If others
 * may enter the folder, it is closed to them, and so are the mails in it. Its parent folders may be reached through
 * symbolic links.
 * @throws UnavailableError when the folder is a symbolic link, or is open to others and cannot be closed
 */
export async function ownFolder(path: string, onNotice: OnNotice): Promise<void> {
  makeFolder(path);
  await refuseLink(path);
  const folder = await openFolder(path);
  try {
    if (await close(folder, path, FOLDER_MODE)) onNotice(`${path} was open to others and is now mode 0700`);
  } finally {
    await folder.close();
  }
  const closed = await closeFiles(path);
  if (closed > 0) onNotice(`${closed} files in ${path} were open to others and are now mode 0600`);
}

async function refuseLink(path: string): Promise<void> {
  if (!(await lstat(path)).isSymbolicLink()) return;
  throw refused(
    `${path} is a symbolic link, which is not followed: put the folder itself there, or name it in the settings`,
  );
}

async function closeFiles(path: string): Promise<number> {
  let closed = 0;
  for (const name of await readdir(path)) {
    if (await closeFile(join(path, name))) closed += 1;
  }
  return closed;
}

async function closeFile(path: string): Promise<boolean> {
  const stats = await ifPresent(lstat(path));
  if (stats === null || !stats.isFile() || (stats.mode & OTHERS) === 0) return false;
  const file = await ifPresent(open(path, FILE_ITSELF));
  if (file === null) return false;
  try {
    return (await file.stat()).isFile() && (await close(file, path, FILE_MODE));
  } finally {
    await file.close();
  }
}

/** @returns whether it was open */
async function close(handle: FileHandle, path: string, mode: number): Promise<boolean> {
  if (((await handle.stat()).mode & OTHERS) === 0) return false;
  await handle.chmod(mode).catch((cause: unknown) => {
    throw refused(`${path} is open to others and its mode cannot be changed: chmod ${mode.toString(8)} it`, cause);
  });
  return true;
}

const refused = (message: string, cause?: unknown): UnavailableError =>
  new UnavailableError({ reason: message, cause: new Error(message, { cause }) });
