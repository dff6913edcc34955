import { resolve } from 'node:path';
import { withReaders } from './connection/readers.ts';
import { requireFile } from './connection/storeFile.ts';
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
  close(): void;
}

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the store in the file at `path` only to read it. A server may use it at the same time. Nothing in it is changed. SQLite makes a
 * log and its index (`-shm`) beside a file that has none, and removes them at the end, or makes the index anew after a crash.
 * @throws StoreFileError when there is no store, or one of another schema version; its subclasses; UnavailableError when the
 * file cannot be read now
 */
export function openSqliteReader(path: string): SqliteReader {
  const file = resolve(path);
  requireFile(file);
  const options = { access: 'read', busyTimeoutMs: BUSY_TIMEOUT_MS } as const;
  inspect(file, { ...options, importing: false });
  return withReaders(file, options, (connect, close) => {
    const moment = connect();
    moment.holdMoment();
    requireSchema(moment);
    const now = connect();
    return {
      ...storePorts(now),
      portable: sqlitePortableStore(moment, Date.now),
      checks: (location) => storeChecks({ connection: moment, location }),
      close,
    };
  });
}
