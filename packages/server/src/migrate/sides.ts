import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type Algorithm,
  type ContentPlace,
  type ContentStore,
  isError,
  nullIfDamaged,
  type OnProblem,
  type RowReader,
} from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import { asStartError, StartError } from '../startError.ts';
import { contentFolder, contentIn, openContentFolder } from '../stores/contentFolder.ts';
import { refuseNoFile } from '../stores/findStore.ts';
import {
  clearFolder,
  isImporting,
  markFolder,
  refuseImporting,
  requireNoContent,
  unmarkFolder,
} from '../stores/importMark.ts';
import { findOwnerId, OWNER_ID } from '../stores/keptText.ts';
import { lockForCommand } from '../stores/lockForCommand.ts';
import type { Progress, Watch } from '../terminal/progress.ts';

/** What is copied: the rows and contents of a store or a backup. */
export interface ReadSide {
  readonly rows: RowReader;
  readonly contents: Pick<ContentStore, 'read' | 'locate'>;
  /** Its name in messages and marks, without credentials. */
  readonly location: string;
}

/** What an operator must do if a target cannot be completed. */
export const BEGIN_ANEW = 'Run the same command with --begin-anew.';

/** The content of an algorithm; null when it is absent, or is not the content that its row names. */
export const readContent = (
  { contents }: Pick<ReadSide, 'contents'>,
  { id, ref }: Pick<Algorithm, 'id' | 'ref'>,
): Promise<Uint8Array | null> => nullIfDamaged(contents.read(id, ref), () => {});

/** Tells the problems of a store as lines of the progress. */
export const noting =
  (progress: Progress): OnProblem =>
  (problem, where) => {
    const error = asStartError(problem);
    progress.note(`${where}: ${isError(error) ? error.message : String(error)}`);
  };

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
function lockSide({ store, contentDir }: SidePlace, closing: Closing): void {
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
