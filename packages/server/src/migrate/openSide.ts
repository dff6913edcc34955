import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { lockDataFolder, openFileStore } from '@algotheque/adapters-fs';
import { openSqliteStore } from '@algotheque/adapters-sqlite';
import type { Closing } from '../closing.ts';
import { filesPlace, ownedFolders, type Places, storePlace } from '../places.ts';
import { StartError } from '../startError.ts';
import type { Side } from './copyStore.ts';

export interface SideChoice {
  readonly url: string;
  /** Where its content is, `file:PATH` or `mongodb:`. */
  readonly files: string | undefined;
  readonly isTarget: boolean;
}

/** A side, and what to call it in messages and marks: never with credentials. */
export type OpenedSide = Side & { readonly location: string };

/** Opens a side for this process alone: local folders are locked, a MongoDB refuses servers meanwhile. */
export async function openSide(choice: SideChoice, closing: Closing): Promise<OpenedSide> {
  if (!/^(sqlite:|mongodb(\+srv)?:\/\/)/.test(choice.url)) {
    throw new StartError('A store is sqlite:PATH or mongodb://…');
  }
  const store = storePlace(choice.url, '.');
  return store.kind === 'sqlite'
    ? openLocalSide(store.path, choice, closing)
    : openMongoSide(store.url, choice, closing);
}

async function openLocalSide(path: string, choice: SideChoice, closing: Closing): Promise<OpenedSide> {
  if (!choice.isTarget && !existsSync(path)) throw new StartError(`There is no store in ${path}`);
  const files = filesPlace(choice.files ?? null, dirname(path));
  if (files.kind !== 'folder') throw new StartError('Content can be in MongoDB only where the records are');
  lockFolders({ kind: 'sqlite', path }, files, closing);
  const store = closing.add(openSqliteStore(path, { importing: choice.isTarget }), (opened) => opened.close());
  return {
    portable: store.portable,
    algos: store.algos,
    files: await openFileStore(files.dir),
    location: `sqlite:${path}`,
  };
}

async function openMongoSide(url: string, choice: SideChoice, closing: Closing): Promise<OpenedSide> {
  const { openMongoStore } = await import('@algotheque/adapters-mongo');
  const store = openMongoStore({ url, importing: choice.isTarget, exclusive: true });
  closing.add(store, (opened) => opened.close());
  await store.ready();
  const location = `mongodb://${store.location}`;
  const side = { portable: store.portable, algos: store.algos, location };
  if (choice.files === undefined || choice.files === 'mongodb:') return { ...side, files: store.files };
  const files = filesPlace(choice.files, '.');
  if (files.kind !== 'folder') return { ...side, files: store.files };
  closing.add(lockDataFolder(files.dir), (lock) => lock.release());
  return { ...side, files: await openFileStore(files.dir) };
}

function lockFolders(store: Places['store'], files: Places['files'], closing: Closing): void {
  const dataDir = store.kind === 'sqlite' ? dirname(store.path) : '.';
  for (const folder of ownedFolders({ dataDir, store, files, mail: { dir: dataDir, smtp: null } })) {
    closing.add(lockDataFolder(folder), (lock) => lock.release());
  }
}
