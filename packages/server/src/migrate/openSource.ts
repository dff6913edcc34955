import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ContentPlace, OnProblem } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import { StartError } from '../startError.ts';
import { contentIn, openContentFolder } from '../stores/contentFolder.ts';
import { refuseNoFile } from '../stores/findStore.ts';
import { refuseImporting } from '../stores/importMark.ts';
import { findOwnerId, OWNER_ID } from '../stores/keptText.ts';
import { lockForCommand } from '../stores/lockForCommand.ts';
import type { ReadSide } from './side.ts';

/** Opens the store to copy, for this process alone. Nothing is made. */
export async function openSource(place: SidePlace, closing: Closing, onProblem: OnProblem): Promise<ReadSide> {
  const { store: at, contentDir } = place;
  refuseNoFile(at);
  refuseImporting(contentDir);
  if (contentDir !== null) refuseNoFolder(contentDir);
  lockSide(place, closing);
  if (at.path === null && contentDir !== null) requireOwner(contentDir);
  const driver = await at.kind.load();
  const reading = closing.add(await driver.read(at.url, { mends: true, onProblem }), (opened) => opened.close());
  if (isElsewhere(contentDir, await reading.contentPlace()))
    throw new StartError(
      'The content of --from lies elsewhere: name its folder by --from-files file:PATH, or leave that out',
    );
  // The rows by which it could be mended are read only while this process has the store for itself.
  const rows = reading.portable ?? reading.present;
  const contents = (await openContentFolder(contentDir)) ?? contentIn(reading);
  return { rows, contents, location: reading.location };
}

function isElsewhere(contentDir: string | null, place: ContentPlace | null): boolean {
  if (place === null) return false;
  if (place === 'store') return contentDir !== null;
  return contentDir === null || findOwnerId(contentDir) !== place.owner;
}

/** Locks the folders of a side as a server does, so that no server runs on them meanwhile. */
export function lockSide({ store, contentDir }: SidePlace, closing: Closing): void {
  const dataDir = store.path === null ? contentDir : dirname(store.path);
  if (dataDir !== null) lockForCommand({ dataDir, store, contentDir, mail: { dir: dataDir, smtp: null } }, closing);
}

function refuseNoFolder(dir: string): void {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new StartError(`There is no folder of content at ${dir}: --from-files file:PATH says where it is`);
}

/** A server leaves its id in the folder of its content. */
function requireOwner(dir: string): void {
  if (findOwnerId(dir) !== null) return;
  throw new StartError(
    `--from-files is not ${dir}: no server on this database has kept content there (no ${OWNER_ID})`,
  );
}
