import type { Closing } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import { contentFolder } from '../stores/contentFolder.ts';
import { clearFolder, isImporting, markFolder, requireNoContent, unmarkFolder } from '../stores/importMark.ts';
import type { Watch } from '../terminal/progress.ts';
import { lockSide } from './openSource.ts';
import { noting } from './side.ts';

export interface Filling extends Watch {
  /** Removes what an interrupted import has left in the target. */
  readonly anew: boolean;
  readonly closing: Closing;
}

/** A store that is being filled: it is marked, so that no server opens it until `end`. */
export type MigrationTarget = Awaited<ReturnType<typeof openTarget>>;

/**
 * Opens the store to copy into, for this process alone, and marks it before anything else is made. A folder of content has the mark first
 * and last, so that a server finds it whatever is in the store; a store without a folder has it in itself.
 * @param source the location of what is copied into it
 * @throws ImportRefusedError, StartError when it has anything, unless that is of an interrupted import and to be removed
 */
export async function openTarget(place: SidePlace, source: string, { anew, closing, progress }: Filling) {
  const { store: at, contentDir, emailCase } = place;
  const onProblem = noting(progress);
  const driver = await at.kind.load();
  const isLeft = contentDir !== null && isImporting(contentDir);
  if (contentDir !== null) {
    requireNoContent(contentDir, anew);
    if (!isLeft) await driver.requireEmpty(at.url);
  }
  lockSide(place, closing);
  if (contentDir !== null) await markFolder(contentDir, source);
  const folder = await contentFolder(contentDir, { onProblem });
  const importing = { source, anew, isLeft };
  const options = { folder, importing, onProblem, ...(emailCase && { emailCase }) };
  const opened = await driver.open(at.url, options).catch(async (error: unknown) => {
    if (contentDir !== null && !isLeft) await unmarkFolder(contentDir); // the store was not marked either
    throw error;
  });
  const store = closing.add(opened, (each) => each.close());
  if (contentDir !== null) await clearFolder(contentDir);
  await store.ready();
  const { portable, location } = store;
  return {
    portable,
    rows: portable,
    contents: await store.openContent(),
    location,
    /** Removes the marks: it is complete. */
    async end() {
      await portable.endImport();
      if (contentDir !== null) await unmarkFolder(contentDir);
    },
  };
}
