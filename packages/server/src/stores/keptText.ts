import { randomBytes } from 'node:crypto';
import { closeSync, constants, fchmodSync, fstatSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolderNow, writeNewFileNow } from '@algotheque/domain/files';
import { errorCode, StartError } from '../startError.ts';

const TEXT_BYTES = 32;

/** More than any text that is kept; a larger file is another one. */
const MAX_FILE_BYTES = 65_536;

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Gets the mode of a file that others may read or write; from then on it has mode 0600. */
export type OnTooOpen = (mode: number) => void;

/**
 * The text of a file. If the file is absent or empty, it is made with random text and mode 0600. A start that ends
 * at any step leaves no file or the complete one. The caller has the lock of the folder.
 * @throws Error when the file is a symbolic link, or not one that this function makes
 */
export function readOrMake(path: string, onTooOpen?: OnTooOpen): string {
  const found = readKept(path, onTooOpen);
  const text = found ?? randomBytes(TEXT_BYTES).toString('base64url');
  if (found === null) keep(path, text);
  else syncFolderNow(dirname(path)); // the start that made it may have ended before its own sync
  return text;
}

/** The text of a file, without white space at its end; null if the file is absent or has nothing else. */
export function readKept(path: string, onTooOpen?: OnTooOpen): string | null {
  const file = openIfThere(path);
  if (file === null) return null;
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error('it is no regular file');
    if (stat.size > MAX_FILE_BYTES) throw new Error(`it has more than ${MAX_FILE_BYTES} bytes`);
    const text = readFileSync(file, 'utf8').trimEnd();
    if (text.includes('\0')) throw new Error('it is damaged: it holds zero bytes');
    if (text === '') return null;
    if (onTooOpen !== undefined) closeFileToOthers(file, stat.mode & 0o777, onTooOpen);
    return text;
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, READ);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    if (errorCode(error) === 'ELOOP') throw new Error('it is a symbolic link, which is not followed', { cause: error });
    throw error;
  }
}

function closeFileToOthers(file: number, mode: number, onTooOpen: OnTooOpen): void {
  if ((mode & 0o077) === 0 || process.platform === 'win32') return; // Windows has no such modes
  try {
    fchmodSync(file, 0o600);
  } catch (error) {
    const open = `others may use it (mode ${mode.toString(8)})`;
    throw new Error(`${open}, and that cannot be changed: ${errorCode(error)}`, { cause: error });
  }
  onTooOpen(mode);
}

/** Stores a text durably: it is written under another name, synced, and renamed. The caller has the lock of the folder. */
function keep(path: string, text: string): void {
  const draft = `${path}.partial`;
  rmSync(draft, { force: true }); // of a start that ended half-way
  writeNewFileNow(draft, `${text}\n`);
  renameSync(draft, path);
  syncFolderNow(dirname(path));
}

export const OWNER_ID = 'owner-id';

/** The id of the folder, made where it has none. @throws StartError that names the file */
export const ownerIdOf = (dir: string): string => named(dir, (path) => readOrMake(path));

/** The id of the folder, or null where it has none. @throws StartError that names the file */
export const findOwnerId = (dir: string): string | null => named(dir, (path) => readKept(path));

/** Gives the folder, which has none, the id that its database has recorded. @throws StartError that names the file */
export const giveOwnerId = (dir: string, owner: string): void => named(dir, (path) => keep(path, owner));

function named<Result>(dir: string, read: (path: string) => Result): Result {
  const path = join(dir, OWNER_ID);
  try {
    return read(path);
  } catch (error) {
    throw new StartError(`${path} cannot be used: ${errorCode(error)}`, { cause: error });
  }
}
