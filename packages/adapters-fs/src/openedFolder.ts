import { lstatSync } from 'node:fs';

/** A folder as it was when it was opened. */
export interface OpenedFolder {
  readonly path: string;
  readonly dev: number;
  readonly ino: number;
}

/** Notes which folder is at the path. It blocks, but only for a name that the system has in memory. */
export function openedFolder(path: string): OpenedFolder {
  const { dev, ino } = lstatSync(path);
  return { path, dev, ino };
}

/**
 * While a disk is not mounted, another folder is at its path, and what is written there is gone when the disk is back.
 * @throws Error when another folder is at the path; a system error when none is
 */
export function requireSameFolder({ path, dev, ino }: OpenedFolder): void {
  const found = lstatSync(path);
  if (found.dev === dev && found.ino === ino) return;
  throw new Error(`${path} is not the folder that was opened: its disk is not mounted, or it was replaced`);
}
