import { lstatSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../startError.ts';

/** The longest address of a socket, without the byte at its end: 108 bytes on Linux, 104 on macOS. */
const MOST_BYTES = 103;
const OTHERS_WRITE = 0o022;

export const socketOf = (dataDir: string): string => join(dataDir, 'accounts.sock');

/** Runs the work with a name of the socket that is short enough for an address: its own, or one through a link to its folder. */
export async function withShortName<Result>(path: string, work: (name: string) => Promise<Result>): Promise<Result> {
  if (Buffer.byteLength(path) <= MOST_BYTES) return work(path);
  const folder = await mkdtemp(join(tmpdir(), 'algotheque-')); // only this user can write in it
  try {
    await symlink(dirname(path), join(folder, 'data'));
    return await work(join(folder, 'data', basename(path)));
  } finally {
    await rm(folder, { recursive: true, force: true }); // it removes the link, and not what it names
  }
}

/**
 * Passwords go through the socket, so another user's is refused. In a folder that only its owner can write in, nobody else can
 * have made one.
 * @throws StartError; the system's error when there is no socket
 */
export function requireOwnSocket(path: string): void {
  const { uid } = lstatSync(path);
  const isClosed = (lstatSync(dirname(path)).mode & OTHERS_WRITE) === 0;
  if (isClosed || uid === process.getuid?.()) return;
  throw new StartError(`${path} is of another user, and others can write in its folder: it is not used`);
}
