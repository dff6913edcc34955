import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  completeBounds,
  type EmailCase,
  NO_DISK_ROOM,
  printNotice,
  printProblem,
  UnavailableError,
} from '@algotheque/domain';
import { SQLITE_BOUNDS } from './bounds.ts';
import { SqliteChecks } from './checks/sqliteChecks.ts';
import { Connections, type ConnectionsOptions } from './connection/connections.ts';
import { explained, isSchemaMismatch } from './connection/failures.ts';
import { hasLog, makeRecoveryDurable } from './connection/rewriteLog.ts';
import { prepareFile } from './connection/storeFile.ts';
import { waitForLocks } from './connection/waitForLocks.ts';
import { openContent } from './content/openContent.ts';
import { SqlitePortableStore } from './copies/portableStore.ts';
import { CorruptStoreError } from './errors.ts';
import { SqliteRateLimiter } from './limits/rateLimiter.ts';
import type { SqliteStore, SqliteStoreOptions } from './options.ts';
import { SqliteOutbox } from './outbox/outbox.ts';
import { inspect } from './schema/inspect.ts';
import { migrate } from './schema/migrate.ts';
import { SCHEMA_VERSION } from './schema/migrations.ts';
import { type Pair, storePorts } from './storePorts.ts';
import { useEmailCase } from './users/emailCase.ts';

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
function connectedStore(
  file: string,
  options: ConnectionsOptions,
  {
    emailCase,
    onNotice,
  }: Required<Pick<SqliteStoreOptions, 'onNotice'>> & { readonly emailCase: EmailCase | undefined },
): SqliteStore {
  const connections = new Connections(file, options);
  const isRecovery = hasLog(file);
  try {
    const records = connections.connect('FULL');
    if (isRecovery) makeRecoveryDurable(records);
    const former = migrate(records);
    if (former !== null) onNotice(`${file}: the schema was upgraded from version ${former} to ${SCHEMA_VERSION}`);
    if (emailCase !== undefined) useEmailCase(records, emailCase);
    return storeOn({ records, unsynced: connections.connect('NORMAL') }, { ...options, connections });
  } catch (error) {
    connections.close();
    if (isSchemaMismatch(error)) throw new CorruptStoreError(file, 'lacks a part of its schema', { cause: error });
    // Before it is open, a damaged file is refused with its own error.
    throw error instanceof UnavailableError && error.cause instanceof CorruptStoreError
      ? error.cause
      : explained(error, file);
  }
}

function storeOn(
  pair: Pair,
  { now, room, onProblem, bounds, connections }: ConnectionsOptions & { readonly connections: Connections },
): SqliteStore {
  const { records, unsynced } = pair;
  const { ports, algoIds, rows } = storePorts(pair, bounds);
  let content: { close(): Promise<void> } | null = null;
  return {
    ...ports,
    outbox: new SqliteOutbox(records, unsynced),
    limiter: new SqliteRateLimiter(unsynced),
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
