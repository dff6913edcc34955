import { resolve } from 'node:path';
import { withReaders } from './connection/readers.ts';
import { isUnused, requireFile, stampOf } from './connection/storeFile.ts';
import { StoreFileError } from './errors.ts';
import type { SqliteStore } from './options.ts';
import { inspect, requireSchema } from './schema/inspect.ts';
import { storePorts } from './storePorts.ts';
import { sqlitePortableStore } from './upkeep/portableStore.ts';
import { storeChecks } from './upkeep/storeChecks.ts';

/** A store that is only read. The ports read what is stored now; every write fails. */
export interface SqliteReader extends Omit<ReturnType<typeof storePorts>, 'outbox' | 'limiter' | 'rounds'> {
  /** All rows as they were at the opening, in one read transaction: as long as it is open, the log of a server that writes grows. */
  readonly portable: SqliteStore['portable'];
  /** Checks of the same moment. */
  readonly checks: SqliteStore['checks'];
  /** @throws StoreFileError when the file was opened for writing by another process, and what was read may be mixed */
  requireUnchanged(): void;
  close(): void;
}

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the store in the file at `path` only to read it. A server may use it at the same time. Nothing is made or changed, except
 * that SQLite may make its index of a log (`-shm`) anew after a crash.
 * @throws StoreFileError when there is no store, or one of another schema version; its subclasses; UnavailableError when the
 * file cannot be read now
 */
export function openSqliteReader(path: string): SqliteReader {
  const file = resolve(path);
  requireFile(file);
  const access = isUnused(file) ? 'unused' : 'read';
  const unchanged = stampOf(file);
  inspect(file, { importing: false, busyTimeoutMs: BUSY_TIMEOUT_MS, access });
  const requireUnchanged = (): void => {
    if (access === 'read' || (isUnused(file) && stampOf(file) === unchanged)) return;
    throw new StoreFileError(file, 'was opened by a server while it was read: begin again');
  };
  return withReaders(file, { access, busyTimeoutMs: BUSY_TIMEOUT_MS }, (connect, close) => {
    const moment = connect();
    moment.holdMoment();
    requireSchema(moment);
    const now = connect();
    return {
      ...storePorts(now),
      portable: sqlitePortableStore(moment, Date.now),
      checks: (location) => storeChecks({ connection: moment, location }),
      requireUnchanged,
      close,
    };
  });
}
