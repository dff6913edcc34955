import { resolve } from 'node:path';
import { ImportRefusedError, NO_DISK_ROOM, type StoreReading } from '@algotheque/domain';
import { Connection } from './connection/connection.ts';
import { refusalOfOpening } from './connection/failures.ts';
import { prepareFile, requireFile } from './connection/storeFile.ts';
import { StoreImportingError } from './errors.ts';
import { contentPlaceOf } from './schema/contentMatch.ts';
import { inspect, requireSchema } from './schema/inspect.ts';
import { storePorts } from './storePorts.ts';
import { storeChecks } from './upkeep/storeChecks.ts';
import { sqliteStoreView } from './upkeep/storeView.ts';
import { copiesOf } from './upkeep/tables.ts';

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the store in the file at `path` only to read it. A server may use it at the same time. Nothing in it is changed. SQLite makes a
 * log and its index (`-shm`) beside a file that has none, and removes them at the end, or makes the index anew after a crash. While a view
 * lasts, the log grows by what is written.
 * @throws StoreFileError when there is no store, it is of another release, or an import into it is not finished; its subclasses;
 * UnavailableError when the file cannot be read now
 */
export function openSqliteReader(path: string): StoreReading {
  const { file, present, moment, close } = connectionsTo(path);
  const store = storePorts(present);
  const { users, algos, history, bin, folders, sessionStore, deletions } = store;
  const location = `sqlite:${file}`;
  const momentView = sqliteStoreView(moment);
  return {
    location,
    ports: { users, algos, history, bin, folders, sessionStore, deletions },
    present: sqliteStoreView(present),
    isOneMoment: true,
    async take() {
      moment.holdMoment();
      return { ...momentView, end: async () => end(moment) };
    },
    checks: storeChecks({ connection: moment, location }),
    portable: null,
    contentPlace: async () => contentPlaceOf(store.contentOwner),
    locate: (ref) => ref,
    close: async () => close(),
  };
}

/**
 * @throws ImportRefusedError when the store in the file holds anything that is of no unfinished import; as `openSqliteReader` when it is
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

/** Two connections by which nothing is written, to be closed together. When it throws, nothing stays open. */
function connectionsTo(path: string) {
  const file = resolve(path);
  requireFile(file);
  prepareFile(file);
  const options = { access: 'read', busyTimeoutMs: BUSY_TIMEOUT_MS } as const;
  inspect(file, { ...options, importing: false });
  const opened: Connection[] = [];
  const connect = (): Connection => {
    const connection = new Connection(file, { ...options, room: NO_DISK_ROOM, now: Date.now, onDoubt: () => {} });
    opened.push(connection);
    return connection;
  };
  const close = (): void => {
    for (const connection of opened.toReversed()) connection.close();
  };
  try {
    const present = connect();
    requireSchema(present);
    return { file, present, moment: connect(), close };
  } catch (error) {
    close();
    throw refusalOfOpening(error, file);
  }
}

function end(connection: Connection): void {
  if (connection.isOpen && connection.isInTransaction) connection.exec('ROLLBACK');
}
