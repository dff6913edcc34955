import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataFolderInUseError, holdsContent, lockDataFolder, openFileStore } from '@algotheque/adapters-fs';
import { type AdministrationPorts, type AuditEvent, type OnProblem, systemClock } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import { DiskRooms } from '../diskRooms.ts';
import { hasherOf } from '../hasher.ts';
import { findOwnerId } from '../ownerId.ts';
import { ownedFolders, type Places } from '../places.ts';
import type { Prepared } from '../prepare.ts';
import { StartError } from '../startError.ts';
import { openEmbeddedContent } from '../stores/embeddedContent.ts';
import { noStoreError } from '../stores/findStore.ts';
import { openSqlite } from '../stores/openSqlite.ts';

interface Parts {
  readonly onProblem: OnProblem;
  readonly tell: (line: string) => void;
  readonly closing: Closing;
}

type StorePorts = Omit<AdministrationPorts, 'hasher' | 'audit' | 'clock'>;

/**
 * Opens an existing store. A MongoDB may be in use by servers. A folder belongs to this process until the closing: it is locked as
 * by a server.
 * @throws StartError when there is no store, or a server uses its folder
 */
export async function openAccountPorts(prepared: Prepared, parts: Parts): Promise<AdministrationPorts> {
  const { places, settings } = prepared;
  const { users, algos, folders, sessionStore, deletions, contentStore } = await openStore(places, parts);
  const record = (event: AuditEvent) => parts.tell(auditLine(event));
  const own = { hasher: hasherOf(settings), audit: { record }, clock: systemClock };
  return { users, algos, folders, sessionStore, deletions, contentStore, ...own };
}

/** The event in the form of the server's log. */
const auditLine = (event: AuditEvent): string =>
  JSON.stringify({ audit: { ...event, date: new Date(event.date).toISOString() }, msg: 'audit' });

function openStore(places: Places, parts: Parts): Promise<StorePorts> {
  const { store, files } = places;
  if (store.kind === 'mongodb') return openMongo(store.url, places, parts);
  if (files.kind !== 'folder') throw new Error('Nothing keeps the content of algorithms'); // placesOf refuses such settings
  return openEmbedded({ path: store.path, dir: files.dir }, places, parts);
}

async function openEmbedded(
  { path, dir }: { readonly path: string; readonly dir: string },
  places: Places,
  parts: Parts,
): Promise<StorePorts> {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) throw noStoreError(places);
  lockFolders(places, parts.closing);
  const { onProblem } = parts;
  const rooms = new DiskRooms(places.dataDir, onProblem);
  const records = openSqlite(
    { dir, holdsContent: await holdsContent(dir), path },
    { ...parts, room: rooms.at(dirname(path)) },
  );
  records.refused.catch((problem: unknown) => onProblem(problem, 'store')); // the ports report it too
  return { ...records, contentStore: await openEmbeddedContent(records, dir, { onProblem, room: rooms.at(dir) }) };
}

async function openMongo(url: string, places: Places, { onProblem, closing }: Parts): Promise<StorePorts> {
  const { files } = places;
  if (files.kind === 'folder') {
    if (findOwnerId(files.dir) === null) throw noStoreError(places);
    lockFolders(places, closing);
  }
  const { openMongoStore } = await import('@algotheque/adapters-mongo');
  const store = openMongoStore({ url, existing: true, contentPlace: contentPlaceOf(files), onProblem });
  closing.add(store, (opened) => opened.close());
  await store.ready();
  return files.kind === 'mongodb' ? store : { ...store, contentStore: await openFileStore(files.dir, { onProblem }) };
}

function contentPlaceOf(files: Places['files']) {
  if (files.kind === 'mongodb') return 'mongodb';
  const owner = findOwnerId(files.dir);
  if (owner === null) throw new Error('The folder has no owner'); // it was checked before
  return { owner };
}

function lockFolders(places: Places, closing: Closing): void {
  try {
    for (const folder of ownedFolders(places)) closing.add(lockDataFolder(folder), (lock) => lock.release());
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    throw new StartError(
      `${error.message}. Stop the server, run this command, and start it again: only servers on MongoDB with ALGOTHEQUE_FILES_URL=mongodb: can run meanwhile.`,
      { cause: error },
    );
  }
}
