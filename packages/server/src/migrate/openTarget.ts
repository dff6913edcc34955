import { ContentMismatchError, type OnProblem } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import { StartError } from '../startError.ts';
import { contentFolder } from '../stores/contentFolder.ts';
import { ImportFolder } from './importFolder.ts';
import { lockSide, sideOf } from './openSource.ts';
import type { Side, Target } from './side.ts';

interface Opening {
  /** The location of what is copied into it. */
  readonly source: string;
  readonly closing: Closing;
  readonly onProblem: OnProblem;
}

/**
 * Opens the store to copy into, for this process alone, and marks it.
 * @throws ImportRefusedError, StartError when it has anything but a part of this same migration; it is not changed
 */
export async function openTarget(place: SidePlace, opening: Opening): Promise<Target> {
  const { contentDir } = place;
  lockSide(place, opening.closing);
  const folder = contentDir === null ? null : new ImportFolder(contentDir, opening.source);
  await folder?.check(); // before the records are marked, so that they do not change either when the folder is refused
  const { begun, ...side } = await openRecords(place, opening);
  await folder?.mark();
  return {
    ...side,
    begun,
    async end() {
      await side.portable.endImport();
      await folder?.unmark();
    },
  };
}

async function openRecords(
  { store: at, contentDir }: SidePlace,
  { source, closing, onProblem }: Opening,
): Promise<Side & Pick<Target, 'begun'>> {
  const driver = await at.kind.load();
  const options = { folder: await contentFolder(contentDir, { onProblem }), importFrom: source, onProblem };
  try {
    const store = closing.add(await driver.open(at.url, options), (opened) => opened.close());
    await store.ready();
    return { ...(await sideOf(store)), begun: store.begun ?? 'begun' };
  } catch (error) {
    // The database was empty when it was marked, so only this migration can have recorded where content is.
    if (!(error instanceof ContentMismatchError)) throw error;
    throw new StartError('This migration was begun with another --to-files: give that one again', { cause: error });
  }
}
