import {
  type ContentPlace,
  DamagedError,
  type NamedContent,
  type SavedContent,
  type StoreView,
  type StoreViews,
  UnavailableError,
} from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { SidePlace, StorePlace } from '../places.ts';
import { errorCode, StartError } from '../startError.ts';
import { openContentFolder } from '../stores/contentFolder.ts';
import { refuseNoFile } from '../stores/findStore.ts';
import { findOwnerId } from '../stores/keptText.ts';

/** The store to back up; servers may use it meanwhile. */
export interface Source {
  readonly views: Pick<StoreViews, 'location' | 'present' | 'isOneMoment' | 'take' | 'takeHeld'>;
  /** The content that a view or the folder of content has; it may be damaged. Else the reason, with its place. */
  read(view: StoreView, named: NamedContent): Promise<ContentRead>;
  /** @throws StartError when the folder of content is not there any more */
  check(): Promise<void>;
}

export type ContentRead = { readonly bytes: Uint8Array } | { readonly problem: string };

/**
 * Opens a store beside the servers that use it. Nothing in it is made or changed. Content in a folder that a view of one moment does not
 * have itself was in the files at that moment, if no record has changed until it was copied.
 * @throws StartError, StoreError, UnavailableError
 */
export async function openBackupSource({ store, contentDir }: SidePlace, closing: Closing): Promise<Source> {
  refuseNoFile(store);
  const driver = await store.kind.load();
  const views = closing.add(await driver.views(store.url), (opened) => opened.close());
  const files = await openContentFolder(contentDir);
  const check = async (): Promise<void> => requirePlace(store, contentDir, await views.contentPlace());
  await check();
  const locate = ({ id, ref }: NamedContent): string => (files === null ? views.locate(ref) : files.locate(id, ref));
  return { views, read: (view, named) => findContent(view, named, { files, locate }), check };
}

/** @throws StartError when the content is not where the settings say */
function requirePlace({ kind, path }: StorePlace, contentDir: string | null, recorded: ContentPlace | null): void {
  if (recorded === null) return;
  const found = contentDir === null ? 'store' : findOwnerId(contentDir);
  if (found === (recorded === 'store' ? recorded : recorded.owner)) return;
  throw new StartError(
    contentDir === null
      ? `The content of this ${kind.name} lies in the folder of its server: name it by ALGOTHEQUE_FILES_URL=file:PATH`
      : `The folder ${contentDir} does not have the content of ${path ?? `this ${kind.name}`}: is the right folder mounted, and does ALGOTHEQUE_FILES_URL name it?`,
  );
}

/** The content that the store itself has, or else its file in the folder, if the content is in one. */
export async function findContent(
  view: StoreView,
  named: NamedContent,
  {
    files,
    locate,
  }: { readonly files: Pick<SavedContent, 'read'> | null; readonly locate: (named: NamedContent) => string },
): Promise<ContentRead> {
  const where = locate(named);
  try {
    const bytes = (await view.content(named)) ?? (await readFile(files, named));
    if (typeof bytes === 'string') return { problem: `its content ${where} ${bytes}` };
    return bytes === null ? { problem: `its content ${where} is missing or is that of another version` } : { bytes };
  } catch (error) {
    if (error instanceof DamagedError) return { problem: error.message };
    throw error;
  }
}

/** A file that cannot be read is one content that is missing; it does not end the backup of the others. */
async function readFile(
  files: Pick<SavedContent, 'read'> | null,
  { id, ref }: NamedContent,
): Promise<Uint8Array | string | null> {
  if (files === null) return null;
  try {
    return await files.read(id, ref);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return `cannot be read: ${errorCode(error.cause)}`;
  }
}
