import { randomBytes } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { type DiskRoom, UnavailableError } from '@algotheque/domain';
import { ifPresent, isSystemError } from '@algotheque/domain/files';
import { createDurably, type SyncNames } from './durableWrite.ts';

/** Whether an error of `onDisk` says that the disk, or this user's share of it, is full. */
function isFull(problem: unknown): boolean {
  const cause = problem instanceof UnavailableError ? problem.cause : null;
  return isSystemError(cause) && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT');
}

/** Does the work again, with the reserve as room, when the disk is full. */
export async function inReserve(room: DiskRoom, work: () => Promise<void>): Promise<void> {
  await work().catch((problem: unknown) => {
    if (!isFull(problem) || !room.release()) throw problem;
    return work();
  });
}

/** The block size of most filesystems: an empty file may fit where no content does. Random, so that none compresses it. */
const CONTENT = randomBytes(4_096);

/** Writes a block to a new file, durably, and removes the file: that fails where no content can be written. */
export async function writeProbe(path: string, syncNames: SyncNames): Promise<void> {
  await ifPresent(unlink(path)); // into what a crash has left the block might fit
  try {
    await createDurably(path, CONTENT, syncNames);
  } catch (error) {
    await Promise.allSettled([unlink(path)]); // where even this fails the next probe removes it, or says why not
    throw error;
  }
  await unlink(path);
}
