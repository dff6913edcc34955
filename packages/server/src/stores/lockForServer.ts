import { statSync } from 'node:fs';
import {
  type ContentPlace,
  StoreRefusedError,
  type StoreView,
  type StoreViews,
  UnavailableError,
} from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { Places, SidePlace } from '../places.ts';
import { StartError } from '../startError.ts';
import { ownContentUrl } from './drivers.ts';
import { isAbsent, lockFolders } from './findStore.ts';
import { refuseImporting } from './importMark.ts';

/**
 * Locks the folders of a store for a server until the closing, after `refuseUnready`. Commands may work beside it.
 * @returns whether a server has used the file of the store before
 * @throws StartError, DataFolderInUseError
 */
export async function lockForServer(places: Places, closing: Closing): Promise<{ readonly hasStore: boolean }> {
  await refuseUnready(places);
  lockFolders(places, closing, 'owner');
  return { hasStore: places.store.path !== null && !isAbsent(places) };
}

/**
 * Looks before a start whether an import was interrupted, and whether the folder of content is absent although the store has algorithms.
 * Nothing is made then, so that a folder that is mounted later is as it was.
 * @throws StartError
 */
async function refuseUnready({ store, contentDir }: Places): Promise<void> {
  refuseImporting(contentDir);
  if (contentDir === null || statSync(contentDir, { throwIfNoEntry: false }) !== undefined) return;
  const views = await viewsOf(store);
  if (views === null) return;
  try {
    if (await namesContent(views.present)) throw absent({ store, contentDir }, await views.contentPlace());
  } finally {
    await views.close();
  }
}

function absent({ store, contentDir }: SidePlace, recorded: ContentPlace | null): StartError {
  const where = store.path ?? `this ${store.kind.name}`;
  const advice =
    recorded === 'store'
      ? `lies in the database: set ALGOTHEQUE_FILES_URL=${ownContentUrl(store.kind)}`
      : `lies in the folder of one server: is it mounted, and does ALGOTHEQUE_FILES_URL name it? To go on without that content, run \`algotheque begin-anew\` once`;
  return new StartError(
    `The folder of content ${contentDir} is absent. The content of the algorithms of ${where} ${advice}. Nothing was made`,
  );
}

/** Null when there is no store, or it cannot be read: the start says more. */
async function viewsOf({ kind, url }: Places['store']): Promise<StoreViews | null> {
  try {
    return await (await kind.load()).views(url);
  } catch (error) {
    if (error instanceof StoreRefusedError || error instanceof UnavailableError) return null;
    throw error;
  }
}

async function namesContent(view: StoreView): Promise<boolean> {
  for await (const batch of view.contents()) if (batch.length > 0) return true;
  return false;
}
