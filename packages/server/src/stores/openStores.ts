import { openFileStore } from '@algotheque/adapters-fs';
import type { AlgoFileStore, OnProblem, PortableStore, Ports } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import type { Places } from '../places.ts';
import { openMongo } from './openMongo.ts';
import { openSqlite } from './openSqlite.ts';

/** The ports that a database implements. */
export type Records = Pick<Ports, 'users' | 'algos' | 'folders' | 'tokenStore' | 'limiter' | 'deletions'> & {
  readonly portable: PortableStore;
};

export interface OpenedRecords extends Records {
  /** Content in the database itself, where it can keep it. */
  readonly files?: AlgoFileStore;
  /** Rejects when a database that was out of reach at first must not be used after all; else stays as it is. */
  readonly refused: Promise<never>;
}

export interface StoreParts {
  readonly secret: Uint8Array;
  readonly onProblem: OnProblem;
}

export type Stores = Records & { readonly files: AlgoFileStore; readonly refused: Promise<never> };

/** Opens records and content where the places say. */
export async function openStores(places: Places, parts: StoreParts, closing: Closing): Promise<Stores> {
  const { store, files } = places;
  const folder = files.kind === 'folder' ? await openFileStore(files.dir) : undefined;
  const records =
    store.kind === 'sqlite'
      ? openSqlite(store.path, closing)
      : await openMongo(store.url, files, { ...parts, closing });
  const content = folder ?? records.files;
  if (content === undefined) throw new Error('Nothing keeps the content of algorithms'); // placesOf refuses such settings
  return { ...records, files: content };
}
