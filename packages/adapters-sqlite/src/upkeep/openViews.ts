import { resolve } from 'node:path';
import { ImportRefusedError, type StoreViews } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { withReaders } from '../connection/readers.ts';
import { prepareFile, requireFile } from '../connection/storeFile.ts';
import { StoreImportingError } from '../errors.ts';
import { contentOwner, placeOf } from '../schema/contentMatch.ts';
import { inspect, requireSchema } from '../schema/inspect.ts';
import { sqliteStoreView } from './storeView.ts';
import { copiesOf } from './tables.ts';

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the store at `path` beside the server that uses it. Nothing is made or migrated. While a view lasts, the log of the store grows by
 * what is written.
 * @throws StoreFileError when there is no store, it is of another release, or an import into it is not finished; UnavailableError
 */
export function openSqliteViews(path: string) {
  const { file, present, moment, close } = connectionsTo(path);
  const momentView = sqliteStoreView(moment);
  const take = async () => {
    moment.holdMoment();
    return { ...momentView, end: async () => end(moment) };
  };
  return {
    location: `sqlite:${file}`,
    present: sqliteStoreView(present),
    isOneMoment: true,
    contentPlace: async () => placeOf(contentOwner(present)),
    take,
    locate: (ref: string) => ref,
    close: async () => close(),
  } satisfies StoreViews;
}

/**
 * @throws ImportRefusedError when the store in the file holds anything that is of no unfinished import; as `openSqliteViews` when it is
 *   none
 */
export function requireEmptyFile(path: string): void {
  try {
    const { present, close } = connectionsTo(path);
    try {
      if (Object.values(copiesOf(present)).every((copy) => copy.isEmpty())) return;
      throw new ImportRefusedError(`The store file ${path} is not empty`);
    } finally {
      close();
    }
  } catch (error) {
    if (!(error instanceof StoreImportingError)) throw error;
  }
}

function connectionsTo(path: string) {
  const file = resolve(path);
  requireFile(file);
  prepareFile(file);
  inspect(file, { importing: false, busyTimeoutMs: BUSY_TIMEOUT_MS });
  return withReaders(file, { busyTimeoutMs: BUSY_TIMEOUT_MS }, (connect, close) => {
    const present = connect();
    requireSchema(present);
    return { file, present, moment: connect(), close };
  });
}

function end(connection: Connection): void {
  if (connection.isOpen && connection.isInTransaction) connection.exec('ROLLBACK');
}
