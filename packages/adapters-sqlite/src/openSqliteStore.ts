import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { completeBounds, NO_DISK_ROOM, printNotice, printProblem } from '@algotheque/domain';
import { SQLITE_BOUNDS } from './bounds.ts';
import { SqliteChecks } from './checks/sqliteChecks.ts';
import { Connections, type ConnectionsOptions } from './connection/connections.ts';
import { refusalOfOpening } from './connection/failures.ts';
import { prepareFile } from './connection/storeFile.ts';
import { waitForLocks } from './connection/waitForLocks.ts';
import { openContent } from './content/openContent.ts';
import { SqlitePortableStore } from './copies/portableStore.ts';
import type { SqliteStore, SqliteStoreOptions } from './options.ts';
import { bringUp } from './schema/bringUp.ts';
import { inspect } from './schema/inspect.ts';
import { type Pair, sharedParts, storePorts } from './storePorts.ts';

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
    onCommit = () => {},
    onNotice = printNotice,
    emailCase,
  } = options;
  const bounds = completeBounds(SQLITE_BOUNDS, options.bounds);
  return waitForLocks(busyTimeoutMs, () => {
    prepareFile(file);
    inspect(file, { importing, busyTimeoutMs });
    return connectedStore(
      file,
      { now, busyTimeoutMs, room, onProblem, onBroken, onCommit, bounds },
      { emailCase, onNotice },
    );
  });
}

/** When it throws, it has closed what it opened. */
function connectedStore(file: string, options: ConnectionsOptions, wanted: Parameters<typeof bringUp>[2]): SqliteStore {
  const connections = new Connections(file, options);
  try {
    const records = bringUp(file, () => connections.connect('FULL'), wanted);
    return storeOn({ records, unsynced: connections.connect('NORMAL') }, { ...options, connections });
  } catch (error) {
    connections.close();
    throw refusalOfOpening(error, file);
  }
}

function storeOn(
  pair: Pair,
  { now, room, onProblem, bounds, connections }: ConnectionsOptions & { readonly connections: Connections },
): SqliteStore {
  const { records } = pair;
  const shared = sharedParts(pair, bounds);
  const { algoIds, rows } = shared;
  let content: { close(): Promise<void> } | null = null;
  return {
    ...storePorts(pair, shared),
    portable: new SqlitePortableStore(records, { algoIds, rows, now }),
    checks: new SqliteChecks(records),
    contentIn(files, options = {}) {
      const opened = openContent({ rows, files, room, onProblem, bounds }, options);
      content = opened;
      return opened;
    },
    async close() {
      try {
        records.commitWaiting();
        await setImmediate(); // who waited for these commits goes on first
        await content?.close();
        if (records.isOpen) algoIds.release();
      } finally {
        connections.close();
      }
    },
  };
}
