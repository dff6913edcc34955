import { dirname, join, resolve, sep } from 'node:path';
import { networkNote } from '@algotheque/adapters-fs';
import type { EmailCase } from '@algotheque/domain';
import type { Settings } from './settings/loadSettings.ts';
import { SettingsError } from './startError.ts';
import { kindOf, OWN_CONTENT_URLS, ownContentUrl, STORE_KINDS, type StoreKind } from './stores/drivers.ts';

export interface StorePlace {
  readonly kind: StoreKind;
  /** With an absolute path, if it names a file. */
  readonly url: string;
  /** The file, as an absolute path; null for a store that is none. */
  readonly path: string | null;
}

/** Where all data is, according to the settings: absolute paths, and URLs of other places. */
export type Places = Readonly<ReturnType<typeof placesOf>>;

export interface SidePlace extends Pick<Places, 'store' | 'contentDir'> {
  /** How a store that is made there compares e-mail addresses. Default: exactly. */
  readonly emailCase?: EmailCase;
}

/** @throws SettingsError when the settings contradict each other */
export function placesOf(settings: Settings) {
  const dataDir = resolve(settings.ALGOTHEQUE_DATA_DIR);
  const store = storePlace(settings.ALGOTHEQUE_STORE_URL, dataDir);
  const { ALGOTHEQUE_FILES_URL: filesUrl } = settings;
  if (filesUrl !== null && OWN_CONTENT_URLS.includes(filesUrl) && filesUrl !== ownContentUrl(store.kind)) {
    throw new SettingsError(
      `ALGOTHEQUE_FILES_URL can be ${filesUrl} only where ALGOTHEQUE_STORE_URL is a ${storeKindWithContent(filesUrl)}`,
    );
  }
  return {
    dataDir,
    store,
    /** The folder of content; null if the store has the content itself. */
    contentDir: contentPlace(filesUrl, dataDir),
    /** `smtp`: the mail server; null if mails stay in the folder `dir`. */
    mail: mailPlace(settings.ALGOTHEQUE_MAIL_URL, dataDir),
  };
}

/** The kind of stores that have content by this value of ALGOTHEQUE_FILES_URL. */
export const storeKindWithContent = (filesUrl: string): string | undefined =>
  STORE_KINDS.find((kind) => ownContentUrl(kind) === filesUrl)?.name;

export function storePlace(url: string | null, dataDir: string): StorePlace {
  const kind = (url === null ? null : kindOf(url)) ?? STORE_KINDS[0];
  if (url !== null && !kind.isFile) return { kind, url, path: null };
  const path = url === null ? join(dataDir, 'algotheque.db') : pathIn(url, 'ALGOTHEQUE_STORE_URL');
  return { kind, url: `${kind.schemes[0]}${path}`, path };
}

/** The folder that a value of ALGOTHEQUE_FILES_URL names; null if the store has the content. */
export function contentPlace(url: string | null, dataDir: string): string | null {
  if (url === null) return join(dataDir, 'algos');
  if (url.startsWith('file:')) return pathIn(url, 'ALGOTHEQUE_FILES_URL');
  if (OWN_CONTENT_URLS.includes(url)) return null;
  const others = OWN_CONTENT_URLS.join(' or ');
  throw new SettingsError(`ALGOTHEQUE_FILES_URL must be file:PATH, or ${others} and nothing more`);
}

/** A place as messages show it: a path, or the kind of store and where it is. */
export const shownStore = ({ name, isFile }: StoreKind, location: string): string =>
  isFile ? location : `${name} at ${location.replace(/^[^/]*\/\//, '')}`;

function mailPlace(url: string | null, dataDir: string): { readonly dir: string; readonly smtp: string | null } {
  if (url === null) return { dir: join(dataDir, 'outbox'), smtp: null };
  if (url.startsWith('file:')) return { dir: pathIn(url, 'ALGOTHEQUE_MAIL_URL'), smtp: null };
  return { dir: join(dataDir, 'outbox'), smtp: url };
}

// `sqlite:PATH`, `file:PATH`, and `file:///PATH` or `file://./PATH` as other programs write it.
function pathIn(url: string, name: string): string {
  const path = url.slice(url.indexOf(':') + 1).replace(/^\/\/(?=[/.])/, '');
  if (path === '' || path.includes('\0')) throw new SettingsError(`${name} must name a path after its scheme`);
  return resolve(path);
}

/**
 * The local folders that one process must own. Each folder with records or content has its own lock, even inside
 * another: two servers may use it from different data folders. Mails are only added to a folder, so one lock above
 * it suffices.
 */
export function ownedFolders({ dataDir, store, contentDir, mail }: Places): string[] {
  const owned = [dataDir];
  if (store.path !== null) owned.push(dirname(store.path));
  if (contentDir !== null) owned.push(contentDir);
  if (mail.smtp === null && !owned.some((folder) => isWithin(mail.dir, folder))) owned.push(mail.dir);
  return [...new Set(owned)];
}

/** A line for each of these folders that is on a network filesystem. */
export const networkNotes = (places: Places): readonly string[] =>
  ownedFolders(places)
    .map((folder) => networkNote(folder))
    .filter((note) => note !== null);

/** Whether the first of two absolute paths is the second, or below it. */
export const isWithin = (inner: string, outer: string): boolean =>
  `${inner}${sep}`.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`);
