import { statSync } from 'node:fs';
import { openFileStore } from '@algotheque/adapters-fs';
import type { ContentPlace } from '@algotheque/adapters-mongo';
import { openSqliteStore } from '@algotheque/adapters-sqlite';
import type { OnProblem } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import { findOwnerId, OWNER_ID } from '../ownerId.ts';
import { StartError } from '../startError.ts';
import { openEmbeddedContent } from '../stores/embeddedContent.ts';
import { refuseNoStore } from '../stores/findStore.ts';
import { lockFolders } from './localFolders.ts';
import type { Side } from './side.ts';
import type { SidePlace } from './sidePlace.ts';

interface Opening {
  readonly closing: Closing;
  readonly onProblem: OnProblem;
}

/** Opens the store to copy, for this process alone. Nothing is made. */
export async function openSource(place: SidePlace, opening: Opening): Promise<Side> {
  const { store, files } = place;
  if (store.kind === 'sqlite') refuseNoStore(store.path);
  if (files.kind === 'folder') refuseNoFolder(files.dir);
  lockFolders(place, opening.closing);
  if (store.kind === 'mongodb') return openMongo(store.url, files, opening);
  if (files.kind !== 'folder') throw new Error('Nothing keeps the content of algorithms'); // sidePlace refuses such sides
  const opened = opening.closing.add(openSqliteStore(store.path), (opened) => opened.close());
  const recorded = opened.contentOwner.find();
  if (recorded !== null && recorded !== findOwnerId(files.dir)) throw contentElsewhere(files);
  const contentStore = await openEmbeddedContent(opened, files.dir, opening);
  return { portable: opened.portable, algos: opened.algos, contentStore, location: `sqlite:${store.path}` };
}

function refuseNoFolder(dir: string): void {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new StartError(`There is no folder of content at ${dir}: --from-files file:PATH says where it is`);
}

async function openMongo(url: string, files: SidePlace['files'], { closing, onProblem }: Opening): Promise<Side> {
  const content = files.kind === 'folder' ? await openFileStore(files.dir, { onProblem }) : undefined;
  const { ContentElsewhereError, openMongoStore } = await import('@algotheque/adapters-mongo');
  const contentPlace = files.kind === 'mongodb' ? 'mongodb' : ownerOf(files.dir);
  const store = openMongoStore({ url, existing: true, exclusive: true, contentPlace, onProblem });
  closing.add(store, (opened) => opened.close());
  try {
    await store.ready();
  } catch (error) {
    throw error instanceof ContentElsewhereError ? contentElsewhere(files, error) : error;
  }
  return {
    portable: store.portable,
    algos: store.algos,
    contentStore: content ?? store.contentStore,
    location: `mongodb://${store.location}`,
  };
}

/** A server leaves its id in the folder of its content. */
function ownerOf(dir: string): ContentPlace {
  const owner = findOwnerId(dir);
  if (owner !== null) return { owner };
  throw new StartError(`--from-files is not ${dir}: no server on a MongoDB has kept content there (no ${OWNER_ID})`);
}

function contentElsewhere(files: SidePlace['files'], cause?: Error): StartError {
  const problem =
    files.kind === 'mongodb'
      ? 'The content of --from lies in the folder of its server: name it by --from-files file:PATH'
      : `The content of --from does not lie in ${files.dir}: name its folder by --from-files, or leave that out`;
  return new StartError(problem, { cause });
}
