import { closeSync, constants, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { logOf, statOf } from './storeFile.ts';

const CHUNK_BYTES = 1_048_576;
const FLAGS = constants.O_RDWR | constants.O_NOFOLLOW;

export function hasLog(path: string): boolean {
  return (statOf(path, logOf(path))?.size ?? 0) > 0;
}

/** Makes the transactions durable that a recovery has found in the log, because the log may not have been synced. */
export function makeRecoveryDurable(connection: { readonly path: string; write(work: () => void): void }): void {
  const { path } = connection;
  if (hasLog(path)) connection.write(() => rewriteLog(path));
}

/**
 * Writes the write-ahead log again with the same bytes, and syncs it. After a failed fsync the system may mark data
 * as clean that never reached the disk. SQLite's recovery then reads it from memory, later syncs skip it, and a
 * power loss removes it after all. The caller holds the write lock, so that the log does not change meanwhile. A
 * process that ends half-way leaves the same bytes.
 */
function rewriteLog(path: string): void {
  const log = openSync(logOf(path), FLAGS);
  try {
    const chunk = new Uint8Array(CHUNK_BYTES);
    for (let at = 0; ; ) {
      const length = readSync(log, chunk, 0, CHUNK_BYTES, at);
      if (length === 0) break;
      writeAll(log, chunk.subarray(0, length), at);
      at += length;
    }
    fsyncSync(log);
  } finally {
    closeSync(log); // SQLite holds no lock on this file, so closing it ends none
  }
}

function writeAll(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}
