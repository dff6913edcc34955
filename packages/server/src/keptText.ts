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
import { errorCode } from './startError.ts';

/** 256 random bits in base64url. */
const TEXT_BYTES = 32;

/** More than any text that is kept; a file that is larger is another one. */
const MAX_FILE_BYTES = 65_536;

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const DRAFT = /^\.[0-9a-f]{16}\.new$/;

/** How filesystems without hard links refuse one. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

export interface Kept {
  readonly text: string;
  /** Whether a draft of it may still be there: it has a second name. */
  readonly hasDraft: boolean;
}

/** Told of the mode of a file that others may read or write; it has mode 0600 from then on. */
export type OnTooOpen = (mode: number) => void;

/**
 * The text of a file that is made, with random text and mode 0600, where it is absent or empty. A start that ends at any
 * step leaves no file or the whole one: it is written under another name, synced, and linked.
 * @throws Error when the file is a symbolic link, or none that this makes
 */
export function readOrMake(path: string, onTooOpen?: OnTooOpen): string {
  const found = readKept(path, onTooOpen);
  if (found === null) keep(path, randomBytes(TEXT_BYTES).toString('base64url'));
  if (found === null || found.hasDraft) removeDrafts(path);
  const kept = found ?? readKept(path, onTooOpen);
  if (kept === null) throw new Error('it was emptied meanwhile');
  return kept.text;
}

/** The text of a file, without the white space at its end; null where the file is absent or holds nothing more. */
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

/** Keeps a text of one's own, durably, unless there is one. Of several starts at once one makes the file. */
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
    // Another start was quicker; it may have removed this draft, too.
    if ((code === 'EEXIST' || code === 'ENOENT') && readKept(path) !== null) return;
    // An empty file is replaced. Whoever else would do so now is kept off by the lock of the folder.
    if (code === 'EEXIST' || NO_LINKS.has(code)) renameSync(draft, path);
    else throw error;
  }
  syncFolderNow(dirname(path));
}

/** What a start that ended half-way left. The file is there by now, so that nobody waits for a draft of it. */
function removeDrafts(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  const drafts = readdirSync(folder).filter((other) => other.startsWith(name) && DRAFT.test(other.slice(name.length)));
  for (const draft of drafts) rmSync(join(folder, draft), { force: true });
  syncFolderNow(folder); // the end of that start may have come before its own
}
