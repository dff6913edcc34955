import type { Closing } from '../../closing.ts';
import type { Places } from '../../places.ts';
import { mongoSource } from './mongoSource.ts';
import type { Source } from './source.ts';
import { sqliteSource } from './sqliteSource.ts';

/** Where the store is. */
export type SourcePlace = Pick<Places, 'store' | 'files'>;

/** Opens a store beside the servers that use it. Nothing in it is made or changed. @throws StartError, StoreError, UnavailableError */
export async function openSource({ store, files }: SourcePlace, closing: Closing): Promise<Source> {
  if (store.kind === 'mongodb') return mongoSource(store.url, files, closing);
  if (files.kind === 'folder') return sqliteSource(store.path, files.dir, closing);
  throw new Error('Nothing keeps the content of algorithms'); // the settings refuse such places
}
