import { statSync } from 'node:fs';
import { holdsContent, holdsMovedContent } from '@algotheque/adapters-fs';
import { findOwnerId } from '../ownerId.ts';
import { isWithin, type Places } from '../places.ts';
import { StartError } from '../startError.ts';

/**
 * Whether a store exists whose content is in the folder `dir`. Nothing is made, opened or connected. 'no content': a store
 * exists or existed, but the folder has no content that could be without its database.
 */
export async function findStore(places: Places, dir: string): Promise<'store' | 'no content' | 'nothing'> {
  const { dataDir, store } = places;
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() !== true) return 'nothing';
  if (await holdsContent(dir)) return 'store';
  if (store.kind === 'sqlite' && (statSync(store.path, { throwIfNoEntry: false })?.size ?? 0) > 0) return 'store';
  // A MongoDB without a store refuses only a folder with content.
  if (store.kind === 'mongodb' && findOwnerId(dir) !== null) return 'no content';
  return (await holdsMovedContent(dir)) ? 'no content' : 'nothing';
}

export function noStoreError({ dataDir, store, files }: Places): StartError {
  const others = [
    ...(store.kind === 'sqlite' ? [{ path: store.path, setting: 'ALGOTHEQUE_STORE_URL' }] : []),
    ...(files.kind === 'folder' ? [{ path: files.dir, setting: 'ALGOTHEQUE_FILES_URL' }] : []),
  ].filter(({ path }) => !isWithin(path, dataDir));
  const paths = [dataDir, ...others.map(({ path }) => path)].join(', ');
  const settings = ['ALGOTHEQUE_DATA_DIR', ...others.map(({ setting }) => setting)];
  return new StartError(
    `There is no store in ${paths}: ${settings.length > 1 ? 'are' : 'is'} ${listed(settings)} right?`,
  );
}

const listed = (names: readonly string[]): string => names.join(', ').replace(/, (?=[^,]*$)/, ' and ');

/** SQLite treats an empty file as an empty database, and would make a store of it. @throws StartError */
export function refuseNoStore(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size === 0) throw new StartError(`There is no store in ${path}`);
}
