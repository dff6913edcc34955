import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { NO_DISK_ROOM, printNotice, printProblem } from '@algotheque/domain';
import type { Connection } from './connection/connection.ts';
import { refusalOfOpening } from './connection/failures.ts';
import { connectStore } from './connection/storeConnection.ts';
import { prepareFile } from './connection/storeFile.ts';
import { waitForLocks } from './connection/waitForLocks.ts';
import type { SqliteStore, SqliteStoreOptions } from './options.ts';
import { inspect } from './schema/inspect.ts';
import { migrate, SCHEMA_VERSION } from './schema/migrations.ts';
import { storePorts } from './storePorts.ts';
import { sqlitePortableStore } from './upkeep/portableStore.ts';
import { storeChecks } from './upkeep/storeChecks.ts';
import { decideEmailCase } from './users/emailCase.ts';

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the store in the file at `path`, and makes it if it is absent; its folder must exist. A schema of an older
 * release is migrated. A file that is refused is not changed.
 * @throws StoreFileError when there can be no store, or the file is another application's; its subclasses
 * SchemaTooNewError, CorruptStoreError, StoreImportingError; UnavailableError when the file cannot be used now
 */
export function openSqliteStore(path: string, options: SqliteStoreOptions = {}): SqliteStore {
  const file = resolve(path);
  const {
    now = Date.now,
    importing = false,
    busyTimeoutMs = BUSY_TIMEOUT_MS,
    room = NO_DISK_ROOM,
    onProblem = printProblem,
    onBroken = () => {},
    onCommit,
    onNotice = printNotice,
    emailCase,
  } = options;
  return waitForLocks(busyTimeoutMs, () => {
    prepareFile(file);
    inspect(file, { importing, busyTimeoutMs });
    const connection = connectStore(file, { now, busyTimeoutMs, room, onProblem, onBroken, onCommit });
    try {
      const former = migrate(connection);
      if (former !== null) onNotice(`${file}: the schema was upgraded from version ${former} to ${SCHEMA_VERSION}`);
      decideEmailCase(connection, emailCase);
      return storeOn(connection, now);
    } catch (error) {
      connection.close();
      throw refusalOfOpening(error, file);
    }
  });
}

function storeOn(connection: Connection, now: () => number): SqliteStore {
  return {
    ...storePorts(connection),
    portable: sqlitePortableStore(connection, now),
    checks: (location) => storeChecks({ connection, location }),
    async close() {
      try {
        connection.commitWaiting();
        await setImmediate(); // who waited for these commits goes on first
      } finally {
        connection.close();
      }
    },
  };
}
