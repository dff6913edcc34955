import { dirname } from 'node:path';
import { holdsContent, openFileStore } from '@algotheque/adapters-fs';
import type { ContentStore } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { Places } from '../places.ts';
import { openEmbeddedContent } from './embeddedContent.ts';
import { openMongo } from './openMongo.ts';
import { openSqlite } from './openSqlite.ts';
import type { OpenedRecords, StoreParts } from './records.ts';

/** The ports for records and content. */
export type Stores = OpenedRecords & { readonly contentStore: ContentStore };

/**
 * Opens records and content where the places say.
 * @throws ContentMismatchError when the content in a folder is not that of the records
 */
export async function openStores(places: Places, parts: StoreParts, closing: Closing): Promise<Stores> {
  const { store, files } = places;
  const { onProblem, onNotice, rooms, onCommit, emailCase } = parts;
  if (files.kind === 'mongodb') {
    return openMongo(storeUrl(store), 'mongodb', { ...parts, closing });
  }
  const folder = { dir: files.dir, holdsContent: await holdsContent(files.dir) };
  const filesParts = { onProblem, room: rooms.at(files.dir) };
  if (store.kind === 'mongodb') {
    const records = await openMongo(store.url, folder, { ...parts, closing });
    return { ...records, contentStore: await openFileStore(files.dir, filesParts) };
  }
  const room = rooms.at(dirname(store.path));
  const sqliteParts = {
    onProblem,
    room,
    closing,
    onCommit,
    ...(onNotice !== undefined && { onNotice }),
    ...(emailCase !== undefined && { emailCase }),
  };
  const { contentIn, ...records } = openSqlite({ ...folder, path: store.path }, sqliteParts);
  const contentStore = await openEmbeddedContent({ algos: records.algos, contentIn }, files.dir, filesParts);
  return { ...records, contentStore };
}

function storeUrl(store: Places['store']): string {
  if (store.kind === 'mongodb') return store.url;
  throw new Error('Nothing keeps the content of algorithms'); // placesOf refuses such settings
}
