import { closeSync, constants, fstatSync, open, read, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { OnProblem } from '@algotheque/domain';
import { ifPresent } from '@algotheque/domain/files';
import { sha256 } from './layout.ts';

interface ReadOptions {
  /** A larger file is not ours. */
  readonly maxBytes: number;
  readonly onProblem: OnProblem;
}

/**
 * The content with this digest (SHA-256, hex) from the first of the files that has it; null if none has it. Somebody may have replaced a
 * file by something that is no content: a folder, a link, a device, a file that is too large. Such a thing is never opened for its content
 * and never followed, and `onProblem` gets its path.
 */
export async function readFirst(
  paths: readonly string[],
  digest: string,
  { maxBytes, onProblem }: ReadOptions,
): Promise<Uint8Array | null> {
  const foreign = new Map<string, string>(); // a path may be given twice
  try {
    for (const path of paths) {
      const found = await readVerified(path, digest, maxBytes);
      if (typeof found === 'string') foreign.set(path, found);
      else if (found !== null) return found;
    }
    return null;
  } finally {
    for (const [path, what] of foreign)
      onProblem(new Error(`${path} is ${what}, and no content of an algorithm`), 'algorithm files');
  }
}

// O_NONBLOCK: a named pipe in the file's place must not block a thread for ever. O_NOCTTY: a terminal must not
// become this process's own.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

const openFile = promisify(open);
const readFile = promisify(read);

/**
 * The content of the file if it has this digest; null if it has other content or is absent; a description of what is in its place and can
 * be no content. Only the opening and the reading wait for the disk, so only they go through Node's threads. With a handle of
 * `node:fs/promises` all four steps do, which was measured to cost 90 µs of processor time in place of 35.
 */
async function readVerified(path: string, digest: string, maxBytes: number): Promise<Uint8Array | string | null> {
  const file = await ifPresent(openUnlessForeign(path, maxBytes));
  if (typeof file !== 'number') return file;
  try {
    const stat = fstatSync(file);
    const foreign = foreignKind(stat, maxBytes);
    if (foreign !== null) return foreign;
    const content = await readUpTo(file, stat.size);
    return sha256(content) === digest ? content : null;
  } finally {
    closeSync(file);
  }
}

/** A link or a socket cannot be opened, and each system has its own errors for that: its description takes the place of the file. */
async function openUnlessForeign(path: string, maxBytes: number): Promise<number | string> {
  try {
    return await openFile(path, FLAGS);
  } catch (error) {
    const foreign = foreignKind(await lstat(path), maxBytes);
    if (foreign === null) throw error;
    return foreign;
  }
}

/** The size was checked before: bytes that are added meanwhile are not read, and the digest shows it. */
async function readUpTo(file: number, size: number): Promise<Uint8Array> {
  const content = new Uint8Array(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await readFile(file, content, at, size - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return content.subarray(0, at);
}

/**
 * A description, to complete "it is", of something in the place of content; null for a file that may be content.
 */
export function foreignKind(stat: Stats, maxBytes: number): string | null {
  if (stat.isFile()) return stat.size > maxBytes ? `a file of ${stat.size} bytes, which is over ${maxBytes}` : null;
  if (stat.isDirectory()) return 'a folder';
  if (stat.isSymbolicLink()) return 'a symbolic link';
  if (stat.isFIFO()) return 'a named pipe';
  return stat.isSocket() ? 'a socket' : 'a device';
}
