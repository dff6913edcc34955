import { hash } from 'node:crypto';
import {
  DamagedError,
  type NamedContent,
  type SavedContent,
  type StoreReading,
  type StoreView,
  UnavailableError,
} from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import { errorCode, StartError } from '../startError.ts';
import { openContentFolder, otherFolder } from '../stores/contentFolder.ts';
import { refuseNoFile } from '../stores/findStore.ts';
import { digestInRef } from './form/lines.ts';

/** The store to back up; servers may use it meanwhile. */
export interface BackupSource {
  readonly views: Pick<StoreReading, 'location' | 'present' | 'isOneMoment' | 'take'>;
  /** The content that a view or the folder of content has, and that the reference names. Else the reason, with its place. */
  read(view: StoreView, named: NamedContent): Promise<ContentRead>;
  /** @throws StartError when the folder of content is not there any more */
  check(): Promise<void>;
}

export type ContentRead = { readonly bytes: Uint8Array } | { readonly problem: string };

/**
 * Opens a store beside the servers that use it. Nothing in it is made or changed.
 * @throws StartError, StoreError, UnavailableError
 */
export async function openBackupSource(place: SidePlace, closing: Closing): Promise<BackupSource> {
  const { store, contentDir } = place;
  refuseNoFile(store);
  const driver = await store.kind.load();
  const views = closing.add(await driver.read(store.url), (opened) => opened.close());
  const files = await openContentFolder(contentDir);
  const check = async (): Promise<void> => {
    const other = otherFolder(place, await views.contentPlace());
    if (other !== null)
      throw new StartError(`${other}: is the right folder mounted, and does ALGOTHEQUE_FILES_URL name it?`);
  };
  await check();
  const locate = ({ id, ref }: NamedContent): string => (files === null ? views.locate(ref) : files.locate(id, ref));
  return { views, read: (view, named) => findContent(view, named, { reader: files, locate }), check };
}

export async function findContent(view: StoreView, named: NamedContent, files: Files): Promise<ContentRead> {
  const where = files.locate(named);
  try {
    const bytes = (await view.content(named)) ?? (await readFile(files.reader, named));
    if (typeof bytes === 'string') return { problem: `its content ${where} ${bytes}` };
    if (bytes === null) return { problem: `its content ${where} is missing or is that of another version` };
    return hash('sha256', bytes) === digestInRef(named.ref) ? { bytes } : { problem: 'its content is damaged' };
  } catch (error) {
    if (error instanceof DamagedError) return { problem: error.message };
    throw error;
  }
}

/** The folder of content, null if there is none, and the place of a content for messages. */
interface Files {
  readonly reader: Pick<SavedContent, 'read'> | null;
  readonly locate: (named: NamedContent) => string;
}

/** A file that cannot be read is one content that is missing; it does not end the backup of the others. */
async function readFile(files: Files['reader'], { id, ref }: NamedContent): Promise<Uint8Array | string | null> {
  if (files === null) return null;
  try {
    return await files.read(id, ref);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return `cannot be read: ${errorCode(error.cause)}`;
  }
}
