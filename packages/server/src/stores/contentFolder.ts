import { statSync } from 'node:fs';
import { type ContentFolderReader, holdsContent, openContentReader, openFileStore } from '@algotheque/adapters-fs';
import { type ContentFolder, type DiskRoom, NO_DISK_ROOM, type OnProblem } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import { refuseImporting } from './importMark.ts';
import { findOwnerId, ownerIdOf } from './ownerId.ts';

interface FolderParts {
  readonly onProblem: OnProblem;
  /** Watches over its disk. Default: every write is tried. */
  readonly room?: DiskRoom;
}

/**
 * The folder of content as drivers open it; null for a store that has the content itself.
 * @throws UnavailableError when it cannot be read
 */
export async function contentFolder(
  dir: string | null,
  { onProblem, room = NO_DISK_ROOM }: FolderParts,
): Promise<ContentFolder | null> {
  if (dir === null) return null;
  return {
    dir,
    room,
    holdsContent: await holdsContent(dir),
    findOwner: () => findOwnerId(dir),
    owner: () => ownerIdOf(dir),
    open: () => openFileStore(dir, { onProblem, room }),
  };
}

/**
 * Opens the folder of content of a store only to read it; null for a store that has the content itself.
 * @throws StartError when it is absent; UnavailableError
 */
export async function openContentFolder(dir: string | null): Promise<ContentFolderReader | null> {
  if (dir === null) return null;
  refuseImporting(dir);
  if (statSync(dir, { throwIfNoEntry: false }) === undefined) {
    throw new StartError(
      `The folder of content ${dir} is absent: is it mounted, and do the settings name the right place?`,
    );
  }
  return openContentReader(dir);
}
