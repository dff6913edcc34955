import type { ContentFolderReader } from '@algotheque/adapters-fs';
import type { ContentPlace } from '@algotheque/domain';
import type { Places } from '../places.ts';
import { StartError } from '../startError.ts';
import { ownContentUrl } from '../stores/drivers.ts';
import { findOwnerId, OWNER_ID } from '../stores/ownerId.ts';

/**
 * In words, how the folder differs from the one that the store names; null if it does not.
 * @throws StartError when the settings name another kind of place than the store does
 */
export function otherFolder(
  { store }: Places,
  folder: ContentFolderReader | null,
  place: ContentPlace | null,
): string | null {
  if (place === null || (place === 'store' && folder === null)) return null;
  const lies = `The content of the algorithms of this ${store.kind.name} database lies`;
  if (place === 'store')
    throw new StartError(`${lies} in the database: set ALGOTHEQUE_FILES_URL=${ownContentUrl(store.kind)}`);
  if (folder === null)
    throw new StartError(`${lies} in a folder: name it by ALGOTHEQUE_FILES_URL=file:PATH, or leave that out`);
  const found = findOwnerId(folder.root);
  if (found === place.owner) return null;
  return `The database names the folder with ${OWNER_ID} ${place.owner}, and this one ${found === null ? 'has none' : `has ${found}`}`;
}
