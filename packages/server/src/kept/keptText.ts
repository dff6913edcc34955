import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolderNow, writeNewFileNow } from '@algotheque/domain/files';
import { errorCode } from '../startError.ts';

/** 256 random bits in base64url. */
const TEXT_BYTES = 32;

/** More than any text that is kept; a larger file is another one. */
const MAX_FILE_BYTES = 65_536;

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const DRAFT = /^\.[0-9a-f]{16}\.new$/;

/** The errors of filesystems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

export interface Kept {
  readonly text: string;
  /** Whether its draft may still exist: the file has a second name. */
  readonly hasDraft: boolean;
}

/** Gets the mode of a file that others may read or write; from then on it has mode 0600. */
export type OnTooOpen = (mode: number) => void;

/**
 * The text of a file. If the file is absent or empty, it is made with random text and mode 0600. A start that ends
 * at any step leaves no file or the complete one: the text is written under another name, synced, and linked.
 * @throws Error when the file is a symbolic link, or not one that this function makes
 */
export function readOrMake(path: string, onTooOpen?: OnTooOpen): string {
  const found = readKept(path, onTooOpen);
  if (found === null) keep(path, randomBytes(TEXT_BYTES).toString('base64url'));
  if (found === null || found.hasDraft) removeDrafts(path);
  const kept = found ?? readKept(path, onTooOpen);
  if (kept === null) throw new Error('it was emptied meanwhile');
  return kept.text;
}

/** The text of a file, without white space at its end; null if the file is absent or has nothing else. */
export function readKept(path: string, onTooOpen?: OnTooOpen): Kept | null {
  const file = openIfThere(path);
  if (file === null) return null;
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error('it is no regular file');
    if (stat.size > MAX_FILE_BYTES) throw new Error(`it has more than ${MAX_FILE_BYTES} bytes`);
    const text = readFileSync(file, 'utf8').trimEnd();
    if (text.includes('\0')) throw new Error('it is damaged: it holds zero bytes');
    if (text === '') return null;
    if (onTooOpen !== undefined) closeToOthers(file, stat.mode & 0o777, onTooOpen);
    return { text, hasDraft: stat.nlink > 1 };
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

function closeToOthers(file: number, mode: number, onTooOpen: OnTooOpen): void {
  if ((mode & 0o077) === 0 || process.platform === 'win32') return; // Windows has no such modes
  try {
    fchmodSync(file, 0o600);
  } catch (error) {
    const open = `others may use it (mode ${mode.toString(8)})`;
    throw new Error(`${open}, and that cannot be changed: ${errorCode(error)}`, { cause: error });
  }
  onTooOpen(mode);
}

/** Stores a text durably, unless the file exists. Of several starts at once one makes the file. */
export function keep(path: string, text: string): void {
  const draft = `${path}.${randomBytes(8).toString('hex')}.new`;
  try {
    writeNewFileNow(draft, `${text}\n`);
    putInPlace(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function putInPlace(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    const code = errorCode(error);
    // Another start has made the file; it may have removed this draft too.
    if ((code === 'EEXIST' || code === 'ENOENT') && readKept(path) !== null) return;
    // An empty file is replaced. The lock of the folder keeps other processes from doing the same.
    if (code === 'EEXIST' || NO_LINKS.has(code)) renameSync(draft, path);
    else throw error;
  }
  syncFolderNow(dirname(path));
}

/** Removes what a start left that ended half-way. The file exists by now, so no start waits for a draft of it. */
function removeDrafts(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  const drafts = readdirSync(folder).filter((other) => other.startsWith(name) && DRAFT.test(other.slice(name.length)));
  for (const draft of drafts) rmSync(join(folder, draft), { force: true });
  syncFolderNow(folder); // that start may have ended before its own sync
}
