import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { holdsContent, lockDataFolder, openFileStore } from '@algotheque/adapters-fs';
import { type AdministrationPorts, type AuditEvent, type OnProblem, systemClock } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import { DiskRooms } from '../diskRooms.ts';
import { hasherOf } from '../hasher.ts';
import { findOwnerId } from '../ownerId.ts';
import { ownedFolders, type Places } from '../places.ts';
import type { Prepared } from '../prepare.ts';
import { openEmbeddedContent } from '../stores/embeddedContent.ts';
import { noStoreError } from '../stores/findStore.ts';
import { openSqlite } from '../stores/openSqlite.ts';

interface Parts {
  readonly onProblem: OnProblem;
  readonly tell: (line: string) => void;
  /** Whether an absent store in a folder is made. */
  readonly makesStore: boolean;
  readonly closing: Closing;
}

type StorePorts = Omit<AdministrationPorts, 'hasher' | 'audit' | 'clock'>;

/**
 * Opens a store. A MongoDB may be in use by servers. A folder belongs to this process until the closing: it is locked as by a server.
 * @throws StartError when there is no store; DataFolderInUseError when a server uses its folder
 */
export async function openAccountPorts(prepared: Prepared, parts: Parts): Promise<AdministrationPorts> {
  const { users, algos, folders, sessionStore, deletions, contentStore } = await openStore(prepared, parts);
  const record = (event: AuditEvent) => parts.tell(auditLine(event));
  const own = { hasher: hasherOf(prepared.settings), audit: { record }, clock: systemClock };
  return { users, algos, folders, sessionStore, deletions, contentStore, ...own };
}

/** The event in the form of the server's log. */
const auditLine = (event: AuditEvent): string =>
  JSON.stringify({ audit: { ...event, date: new Date(event.date).toISOString() }, msg: 'audit' });

function openStore(prepared: Prepared, parts: Parts): Promise<StorePorts> {
  const { store, files } = prepared.places;
  if (store.kind === 'mongodb') return openMongo(store.url, prepared.places, parts);
  if (files.kind !== 'folder') throw new Error('Nothing keeps the content of algorithms'); // placesOf refuses such settings
  return openEmbedded({ path: store.path, dir: files.dir }, prepared, parts);
}

async function openEmbedded(
  { path, dir }: { readonly path: string; readonly dir: string },
  { places, settings }: Prepared,
  parts: Parts,
): Promise<StorePorts> {
  const { onProblem, tell } = parts;
  const isAbsent = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (isAbsent && !parts.makesStore) throw noStoreError(places);
  lockFolders(places, parts.closing);
  const rooms = new DiskRooms(places.dataDir, onProblem);
  const room = rooms.at(dirname(path));
  const made = isAbsent ? { emailCase: settings.emailCase } : {}; // only a server changes that of a store
  const pair = { dir, holdsContent: await holdsContent(dir), path };
  const records = openSqlite(pair, { ...parts, ...made, room });
  records.refused.catch((problem: unknown) => onProblem(problem, 'store')); // the ports report it too
  if (isAbsent) tell(`A new store was made in ${places.dataDir}`);
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
  for (const folder of ownedFolders(places)) closing.add(lockDataFolder(folder), (lock) => lock.release());
}
