import { openFileStore } from '@algotheque/adapters-fs';
import type { MongoStoreOptions } from '@algotheque/adapters-mongo';
import { openSqliteStore } from '@algotheque/adapters-sqlite';
import type { OnProblem } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import { ownerIdOf } from '../ownerId.ts';
import { StartError } from '../startError.ts';
import { openEmbeddedContent } from '../stores/embeddedContent.ts';
import { ImportFolder } from './importFolder.ts';
import { lockFolders } from './localFolders.ts';
import type { Side, Target } from './side.ts';
import type { SidePlace } from './sidePlace.ts';

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
  lockFolders(place, opening.closing);
  const folder = place.files.kind === 'folder' ? new ImportFolder(place.files.dir, opening.source) : null;
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

type Begun = Side & Pick<Target, 'begun'>;

function openRecords({ store, files }: SidePlace, opening: Opening): Promise<Begun> {
  if (store.kind === 'mongodb') return openMongo(store.url, files, opening);
  if (files.kind === 'folder') return openLocal(store.path, files.dir, opening);
  throw new Error('Nothing keeps the content of algorithms'); // sidePlace refuses such sides
}

async function openLocal(path: string, dir: string, { source, closing, onProblem }: Opening): Promise<Begun> {
  const store = closing.add(openSqliteStore(path, { importing: true }), (opened) => opened.close());
  const begun = await store.portable.beginImport(source);
  const owner = ownerIdOf(dir);
  const recorded = store.contentOwner.find();
  if (begun === 'resumed' && recorded !== null && recorded !== owner) throw begunElsewhere();
  store.contentOwner.record(owner);
  const contentStore = await openEmbeddedContent(store, dir, { onProblem });
  return {
    portable: store.portable,
    algos: store.algos,
    contentStore,
    filesWritten: () => contentStore.written(),
    location: `sqlite:${path}`,
    begun,
  };
}

/**
 * Opens twice: the first opening marks the database if it is empty, and only the second records where its content
 * is, as a server would, because that changes a database that may be refused.
 */
async function openMongo(
  url: string,
  files: SidePlace['files'],
  { source, closing, onProblem }: Opening,
): Promise<Begun> {
  const { ContentElsewhereError, openMongoStore } = await import('@algotheque/adapters-mongo');
  const options: MongoStoreOptions = { url, importing: true, exclusive: true, onProblem };
  const first = openMongoStore(options);
  const begun = await first.portable.beginImport(source).finally(() => first.close());
  const contentPlace = files.kind === 'mongodb' ? 'mongodb' : { owner: ownerIdOf(files.dir) };
  const store = closing.add(openMongoStore({ ...options, contentPlace }), (opened) => opened.close());
  await store.ready().catch((error: unknown) => {
    throw error instanceof ContentElsewhereError ? begunElsewhere(error) : error;
  });
  return {
    portable: store.portable,
    algos: store.algos,
    contentStore: files.kind === 'mongodb' ? store.contentStore : await openFileStore(files.dir, { onProblem }),
    location: `mongodb://${store.location}`,
    begun,
  };
}

// The database was empty when it was marked, so only this migration can have recorded where content is.
function begunElsewhere(cause?: Error): StartError {
  return new StartError('This migration was begun with another --to-files: give that one again', { cause });
}
