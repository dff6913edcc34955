import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { ifPresent } from '@algotheque/domain/files';
import { foreignKind } from './foreignKind.ts';
import { sha256 } from './layout.ts';

// O_NONBLOCK: a named pipe in the file's place must not block a thread for ever. O_NOCTTY: a terminal must not
// become this process's own.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

export interface Expected {
  /** SHA-256 of the content, in hex. */
  readonly digest: string;
  /** A larger file is not read. */
  readonly maxBytes: number;
  /** Gets a description of what is in the file's place and can be no content. */
  onForeign(what: string): void;
}

/** The content of the file if it has this digest; null if it has other content, is no file or is absent. */
export async function readVerified(path: string, expected: Expected): Promise<Uint8Array | null> {
  const file = await ifPresent(openUnlessForeign(path, expected));
  if (file === null) return null;
  try {
    const stat = await file.stat();
    const what = foreignKind(stat, expected.maxBytes);
    if (what !== null) expected.onForeign(what);
    const content = what === null ? await readUpTo(file, stat.size) : null;
    return content !== null && sha256(content) === expected.digest ? content : null;
  } finally {
    await file.close();
  }
}

/** A link or a socket cannot be opened, and each system has its own errors for that. */
async function openUnlessForeign(path: string, { maxBytes, onForeign }: Expected): Promise<FileHandle | null> {
  try {
    return await open(path, FLAGS);
  } catch (error) {
    const what = foreignKind(await lstat(path), maxBytes);
    if (what === null) throw error;
    onForeign(what);
    return null;
  }
}

/** The size was checked before: bytes that are added meanwhile are not read, and the digest shows it. */
async function readUpTo(file: FileHandle, size: number): Promise<Uint8Array> {
  const content = new Uint8Array(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(content, at, size - at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return content.subarray(0, at);
}
