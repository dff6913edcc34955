import { statSync } from 'node:fs';
import { type ContentFolderReader, holdsContent, openContentReader, openFileStore } from '@algotheque/adapters-fs';
import {
  type ContentPlace,
  type ContentStore,
  type DiskRoom,
  type LockedContentFolder,
  NO_DISK_ROOM,
  type OnProblem,
  type SavedContent,
  type StoreReading,
  UnavailableError,
} from '@algotheque/domain';
import type { SidePlace } from '../places.ts';
import { StartError } from '../startError.ts';
import { ownContentUrl } from './drivers.ts';
import { refuseImporting } from './importMark.ts';
import { findOwnerId, OWNER_ID, ownerIdOf } from './keptText.ts';

/** The folder of content as drivers open it; null for a store that has the content itself. @throws UnavailableError */
export async function contentFolder(
  dir: string | null,
  { onProblem, room = NO_DISK_ROOM }: { readonly onProblem: OnProblem; readonly room?: DiskRoom },
): Promise<LockedContentFolder | null> {
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

/** For a process beside the server that has the folder: nothing is made in it or changed. @throws StartError when it is absent */
export async function contentFolderBeside(
  dir: string | null,
  onProblem: OnProblem,
): Promise<LockedContentFolder | null> {
  const [folder, reader] = [await contentFolder(dir, { onProblem }), await openContentFolder(dir)];
  if (folder === null || reader === null) return null;
  const refuse = () => new UnavailableError({ reason: `Only the server that uses ${folder.dir} changes it` });
  return {
    ...folder,
    owner() {
      const owner = folder.findOwner();
      if (owner === null) throw refuse();
      return owner;
    },
    open: async () => onlyRead(reader, refuse),
  };
}

function onlyRead({ read, locate }: SavedContent, reason: () => Error): ContentStore {
  const refuse = (): Promise<never> => Promise.reject(reason());
  return {
    read,
    locate,
    stage: refuse,
    keep: refuse,
    publish: refuse,
    move: refuse,
    noteRemoval: refuse,
    discard: refuse,
    delete: refuse,
    deleteFormer: refuse,
    pending: refuse,
    health: refuse,
  };
}

/** For a process that only reads; null for a store that has the content itself. @throws StartError when it is absent */
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

/** The content that a store itself has. */
export const contentIn = ({ present, locate }: StoreReading): SavedContent => ({
  read: (id, ref) => present.content({ id, ref }),
  locate: (_id, ref) => locate(ref),
});

/**
 * In words, how the folder differs from the one that the store names; null if it does not.
 * @throws StartError when the settings name another kind of place than the store does
 */
export function otherFolder({ store: { kind }, contentDir }: SidePlace, place: ContentPlace | null): string | null {
  if (place === null || (place === 'store' && contentDir === null)) return null;
  const lies = `The content of the algorithms of this ${kind.name} database lies`;
  if (place === 'store')
    throw new StartError(`${lies} in the database: set ALGOTHEQUE_FILES_URL=${ownContentUrl(kind)}`);
  if (contentDir === null)
    throw new StartError(`${lies} in the folder of its server: name it by ALGOTHEQUE_FILES_URL=file:PATH`);
  const found = findOwnerId(contentDir);
  if (found === place.owner) return null;
  return `The database names the folder with ${OWNER_ID} ${place.owner}, and ${contentDir} has ${found ?? 'none'}`;
}
