import { dirname, join, resolve, sep } from 'node:path';
import type { Settings } from './settings/loadSettings.ts';
import { SettingsError } from './settings/loadSettings.ts';

/** Where all data is, according to the settings: absolute paths, and URLs of other places. */
export interface Places {
  readonly dataDir: string;
  readonly store:
    | { readonly kind: 'sqlite'; readonly path: string }
    | { readonly kind: 'mongodb'; readonly url: string };
  readonly files: { readonly kind: 'folder'; readonly dir: string } | { readonly kind: 'mongodb' };
  /** `smtp`: the server that drains the spool; null if the spool is an outbox. */
  readonly mail: { readonly dir: string; readonly smtp: string | null };
}

/** @throws SettingsError when the settings contradict each other */
export function placesOf(settings: Settings): Places {
  const dataDir = resolve(settings.dataDir);
  const store = storePlace(settings.storeUrl, dataDir);
  const files = filesPlace(settings.filesUrl, dataDir);
  if (files.kind === 'mongodb' && store.kind !== 'mongodb') {
    throw new SettingsError('ALGOTHEQUE_FILES_URL can be mongodb: only where ALGOTHEQUE_STORE_URL is a MongoDB');
  }
  return { dataDir, store, files, mail: mailPlace(settings.mailUrl, dataDir) };
}

export function storePlace(url: string | null, dataDir: string): Places['store'] {
  if (url?.startsWith('mongodb') === true) return { kind: 'mongodb', url };
  const path = url === null ? join(dataDir, 'algotheque.db') : pathIn(url, 'ALGOTHEQUE_STORE_URL');
  return { kind: 'sqlite', path };
}

export function filesPlace(url: string | null, dataDir: string): Places['files'] {
  if (url === null) return { kind: 'folder', dir: join(dataDir, 'algos') };
  if (url.startsWith('file:')) return { kind: 'folder', dir: pathIn(url, 'ALGOTHEQUE_FILES_URL') };
  if (url !== 'mongodb:')
    throw new SettingsError('ALGOTHEQUE_FILES_URL must be file:PATH, or mongodb: and nothing more');
  return { kind: 'mongodb' };
}

function mailPlace(url: string | null, dataDir: string): Places['mail'] {
  if (url === null) return { dir: join(dataDir, 'outbox'), smtp: null };
  if (url.startsWith('file:')) return { dir: pathIn(url, 'ALGOTHEQUE_MAIL_URL'), smtp: null };
  return { dir: join(dataDir, 'spool'), smtp: url };
}

// `sqlite:PATH`, `file:PATH`, and `file:///PATH` as other programs write it.
function pathIn(url: string, name: string): string {
  const path = url.slice(url.indexOf(':') + 1).replace(/^\/\/(?=\/)/, '');
  if (path === '' || path.includes('\0')) throw new SettingsError(`${name} must name a path after its scheme`);
  return resolve(path);
}

/**
 * The local folders that one process must own. Each folder with records or content has its own lock, even inside
 * another: two servers may use it from different data folders. Mails are only added to a folder, so one lock above
 * it suffices.
 */
export function ownedFolders({ dataDir, store, files, mail }: Places): string[] {
  const owned = [dataDir];
  if (store.kind === 'sqlite') owned.push(dirname(store.path));
  if (files.kind === 'folder') owned.push(files.dir);
  if (!owned.some((folder) => isWithin(mail.dir, folder))) owned.push(mail.dir);
  return [...new Set(owned)];
}

/** Whether the first of two absolute paths is the second, or below it. */
export const isWithin = (inner: string, outer: string): boolean =>
  `${inner}${sep}`.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`);
