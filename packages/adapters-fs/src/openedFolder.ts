import { lstatSync } from 'node:fs';
import { UnavailableError } from '@algotheque/domain';

/**
 * A check that the folder at the path is the one that is there now. While a disk is not mounted, another folder is at its path, and what is
 * written there is gone when the disk is back. It blocks, but only for a name that the system has in memory.
 * @returns a function that throws UnavailableError when another folder is at the path; a system error when none is
 */
export function openedFolder(path: string): () => void {
  const { dev, ino } = lstatSync(path);
  return () => {
    const found = lstatSync(path);
    if (found.dev === dev && found.ino === ino) return;
    throw new UnavailableError({
      reason: `${path} is not the folder that was opened: its disk is not mounted, or it was replaced`,
    });
  };
}
