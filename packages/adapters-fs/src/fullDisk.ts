import { randomBytes } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { type DiskRoom, UnavailableError } from '@algotheque/domain';
import { ifPresent, isSystemError } from '@algotheque/domain/files';
import { createDurably, type SyncNames } from './durableWrite.ts';

/** Whether an error of `onDisk` says that the disk or this user's quota is full. */
function isFull(problem: unknown): boolean {
  const cause = problem instanceof UnavailableError ? problem.cause : null;
  return isSystemError(cause) && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT');
}

/** Does the work again after freeing the reserve, if the disk is full. */
export async function inReserve(room: DiskRoom, work: () => Promise<void>): Promise<void> {
  await work().catch((problem: unknown) => {
    if (!isFull(problem) || !room.release()) throw problem;
    return work();
  });
}

/**
 * The block size of most filesystems: an empty file may fit where no content does. Random, so that it cannot be
 * compressed.
 */
const CONTENT = randomBytes(4_096);

/** Writes a block to a new file, durably, and removes the file: this fails if no content can be written. */
export async function writeProbe(path: string, syncNames: SyncNames): Promise<void> {
  await ifPresent(unlink(path)); // an existing file might accept the block although no new one fits
  try {
    await createDurably(path, CONTENT, syncNames);
  } catch (error) {
    await Promise.allSettled([unlink(path)]); // if even this fails, the next probe removes it or reports why it cannot
    throw error;
  }
  await unlink(path);
}
