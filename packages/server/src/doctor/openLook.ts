import { secretFingerprint } from '@algotheque/adapters-crypto';
import type { ContentFolderReader } from '@algotheque/adapters-fs';
import { openSqliteReader } from '@algotheque/adapters-sqlite';
import type { Closing } from '../closing.ts';
import { localLinks } from '../mails/localLinks.ts';
import { findOwnerId, OWNER_ID } from '../ownerId.ts';
import type { Prepared } from '../prepare.ts';
import { findSecret } from '../secret.ts';
import { StartError } from '../startError.ts';
import { openContentFolder } from '../stores/contentFolder.ts';
import { findStore, noStoreError } from '../stores/findStore.ts';
import { Known } from './known.ts';
import type { Look } from './look.ts';

export interface Opening {
  readonly closing: Closing;
  now(): number;
  reach(done: number): void;
}

/** A look, and a check at its end. */
export interface OpenedLook {
  readonly look: Look;
  /** @throws StartError when what was read may be mixed, because the store was opened meanwhile */
  requireUnchanged(): void;
}

/** Opens the store of the settings only to read it, beside a server or without one. Nothing is made or changed. */
export async function openLook(prepared: Prepared, opening: Opening): Promise<OpenedLook> {
  const { store } = prepared.places;
  const folder = await openFolder(prepared);
  return store.kind === 'sqlite'
    ? lookAtSqlite(prepared, store.path, { ...opening, folder: requireFolder(folder) })
    : lookAtMongo(prepared, store.url, { ...opening, folder });
}

/** The folder of content; null when MongoDB has the content. @throws StartError when there is no store */
export async function openFolder({ places }: Prepared): Promise<ContentFolderReader | null> {
  if (places.files.kind === 'mongodb') return null;
  if ((await findStore(places, places.files.dir)) === 'nothing') throw noStoreError(places);
  return openContentFolder(places.files.dir);
}

export function requireFolder(folder: ContentFolderReader | null): ContentFolderReader {
  if (folder !== null) return folder;
  throw new Error('Nothing keeps the content of algorithms'); // placesOf refuses such settings
}

/** In words, how the folder differs from the one that the database names; null if it does not. */
export function otherFolderOf(recorded: string | null, dir: string): string | null {
  if (recorded === null) return null;
  const found = findOwnerId(dir);
  if (found === recorded) return null;
  return `The database names the folder with ${OWNER_ID} ${recorded}, and this one ${found === null ? 'has none' : `has ${found}`}`;
}

/** What both kinds of stores have, and both ways to open them. */
export function commonParts({ settings, places }: Prepared, { now, reach }: Opening) {
  return { mail: places.mail, localLinks: localLinks(settings, places), known: new Known(), now, reach };
}

interface FolderOpening<Folder> extends Opening {
  readonly folder: Folder;
}

function lookAtSqlite(prepared: Prepared, path: string, opening: FolderOpening<ContentFolderReader>): OpenedLook {
  const { folder, closing } = opening;
  const reader = closing.add(openSqliteReader(path), (opened) => opened.close());
  const { users, sessionStore, algos, folders, deletions, portable, checks } = reader;
  const look: Look = {
    ...commonParts(prepared, opening),
    users,
    sessionStore,
    algos,
    folders,
    deletions,
    portable,
    folder,
    content: reader.storedContentIn(folder),
    location: `sqlite:${reader.path}`,
    otherFolder: otherFolderOf(reader.contentOwner.find(), folder.root),
    sqlite: checks,
    mongo: null,
    mending: null,
  };
  return { look, requireUnchanged: () => reader.requireUnchanged() };
}

async function lookAtMongo(
  prepared: Prepared,
  url: string,
  opening: FolderOpening<ContentFolderReader | null>,
): Promise<OpenedLook> {
  const { folder, closing } = opening;
  const secret = prepared.secret ?? findSecret(prepared.places.dataDir);
  const { openMongoReader } = await import('@algotheque/adapters-mongo'); // a look at SQLite does not load the driver
  const opened = await openMongoReader({
    url,
    ...(secret !== null && { secretFingerprint: secretFingerprint(secret) }),
  });
  const reader = closing.add(opened, (reader) => reader.close());
  const { users, sessionStore, algos, folders, deletions, portable, checks } = reader;
  const look: Look = {
    ...commonParts(prepared, opening),
    users,
    sessionStore,
    algos,
    folders,
    deletions,
    portable,
    folder,
    content: folder ?? reader.contentStore,
    location: `mongodb://${reader.location}`,
    otherFolder: await otherPlace(checks, folder),
    sqlite: null,
    mongo: checks,
    mending: null,
  };
  return { look, requireUnchanged() {} };
}

/** @throws StartError when the settings name another kind of place than the database does */
export async function otherPlace(
  checks: { contentPlace(): Promise<'mongodb' | { readonly owner: string } | null> },
  folder: ContentFolderReader | null,
): Promise<string | null> {
  const place = await checks.contentPlace();
  if (place === null || (place === 'mongodb' && folder === null)) return null;
  if (place === 'mongodb') throw elsewhere('in the database: set ALGOTHEQUE_FILES_URL=mongodb:');
  if (folder === null) throw elsewhere('in a folder: name it by ALGOTHEQUE_FILES_URL=file:PATH, or leave that out');
  return otherFolderOf(place.owner, folder.root);
}

const elsewhere = (where: string): StartError =>
  new StartError(`The content of the algorithms of this MongoDB database lies ${where}`);
