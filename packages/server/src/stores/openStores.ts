import { openFileStore } from '@algotheque/adapters-fs';
import type { AlgoFileStore } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { Places } from '../places.ts';
import { openMongo } from './openMongo.ts';
import { openSqlite } from './openSqlite.ts';
import type { OpenedRecords, StoreParts } from './records.ts';

/** Records and content, wherever they are. */
export type Stores = OpenedRecords & { readonly files: AlgoFileStore };

/** Opens records and content where the places say. */
export async function openStores(places: Places, parts: StoreParts, closing: Closing): Promise<Stores> {
  const { store, files } = places;
  const folder = files.kind === 'folder' ? await openFileStore(files.dir, { onProblem: parts.onProblem }) : undefined;
  const records =
    store.kind === 'sqlite'
      ? openSqlite(store.path, { ...parts, closing })
      : await openMongo(store.url, files, { ...parts, closing });
  const content = folder ?? records.files;
  if (content === undefined) throw new Error('Nothing keeps the content of algorithms'); // placesOf refuses such settings
  return { ...records, files: content };
}
