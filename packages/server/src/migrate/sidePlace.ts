import { dirname } from 'node:path';
import { filesPlace, type Places, storePlace } from '../places.ts';
import { SettingsError } from '../settings/loadSettings.ts';
import { UsageError } from '../startError.ts';

/** Where the records and the content of a side are. */
export type SidePlace = Pick<Places, 'store' | 'files'>;

export interface SideOptions {
  readonly url: string;
  /** `file:PATH` or `mongodb:`; default: `algos/` beside a SQLite file, or the MongoDB itself. */
  readonly files: string | undefined;
}

/** @throws UsageError that names the option, and repeats nothing of a URL, which may have a password */
export function sidePlace(option: '--from' | '--to', { url, files }: SideOptions): SidePlace {
  const store = storeOf(option, url);
  const content = contentOf(`${option}-files`, store, files);
  if (content.kind === 'mongodb' && store.kind !== 'mongodb') {
    throw new UsageError(`${option}-files can be mongodb: only where ${option} is a MongoDB`);
  }
  return { store, files: content };
}

function storeOf(option: string, url: string): SidePlace['store'] {
  const mustBe = `${option} must be sqlite:PATH or mongodb://…`;
  if (!/^(sqlite:|mongodb(\+srv)?:\/\/)/.test(url)) throw new UsageError(mustBe);
  return orUsageError(mustBe, () => storePlace(url, '.'));
}

function contentOf(option: string, store: SidePlace['store'], files: string | undefined): SidePlace['files'] {
  if (files !== undefined) return orUsageError(`${option} must be file:PATH or mongodb:`, () => filesPlace(files, '.'));
  return store.kind === 'mongodb' ? { kind: 'mongodb' } : filesPlace(null, dirname(store.path));
}

// The places are read as those of the settings, but no setting is wrong here.
function orUsageError<Place>(message: string, read: () => Place): Place {
  try {
    return read();
  } catch (error) {
    throw error instanceof SettingsError ? new UsageError(message) : error;
  }
}

/**
 * Two sides that name the same place in the same words are refused with a fitting reason. Other names of one place
 * (a link, another name of the host) are found by the locks.
 * @throws UsageError
 */
export function refuseShared(from: SidePlace, to: SidePlace): void {
  if (from.store.kind === 'mongodb' && to.store.kind === 'mongodb' && from.store.url === to.store.url) {
    throw new UsageError('--from and --to are the same store');
  }
  if (from.store.kind === 'sqlite' && to.store.kind === 'sqlite') refuseSharedFolder(from.store.path, to.store.path);
  if (from.files.kind === 'folder' && to.files.kind === 'folder' && from.files.dir === to.files.dir) {
    throw new UsageError(`--from and --to have the same folder of content, ${from.files.dir}`);
  }
}

function refuseSharedFolder(from: string, to: string): void {
  if (from === to) throw new UsageError('--from and --to are the same store');
  if (dirname(from) !== dirname(to)) return;
  throw new UsageError(`--from and --to are in one folder, ${dirname(to)}: each store needs a folder of its own`);
}
