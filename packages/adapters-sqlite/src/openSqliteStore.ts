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
import { AlgoIds } from './algos/algoIds.ts';
import { SqliteAlgoRepository } from './algos/algoRepository.ts';
import { SQLITE_BOUNDS } from './bounds.ts';
import { SqliteChecks } from './checks/sqliteChecks.ts';
import type { Connection } from './connection/connection.ts';
import { Connections, type ConnectionsOptions } from './connection/connections.ts';
import { explained, isSchemaMismatch } from './connection/failures.ts';
import { hasLog, makeRecoveryDurable } from './connection/rewriteLog.ts';
import { prepareFile } from './connection/storeFile.ts';
import { waitForLocks } from './connection/waitForLocks.ts';
import { ContentOwner } from './content/contentOwner.ts';
import { openContent } from './content/openContent.ts';
import { storedContent } from './content/storedContent.ts';
import { UnwrittenRows } from './content/unwrittenRows.ts';
import { SqlitePortableStore } from './copies/portableStore.ts';
import { CorruptStoreError } from './errors.ts';
import { SqliteFolderRepository } from './folders/folderRepository.ts';
import { SqliteRateLimiter } from './limits/rateLimiter.ts';
import type { SqliteStore, SqliteStoreOptions } from './options.ts';
import { SqliteOutbox } from './outbox/outbox.ts';
import { inspect } from './schema/inspect.ts';
import { migrate } from './schema/migrate.ts';
import { SCHEMA_VERSION } from './schema/migrations.ts';
import { SqliteSessionStore } from './sessions/sessionStore.ts';
import { SqliteDeletionLog } from './upkeep/deletionLog.ts';
import { storedEmailCase, useEmailCase } from './users/emailCase.ts';
import { SqliteUserRepository } from './users/userRepository.ts';

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

/**
 * What need not survive a power loss has a connection of its own, whose commits do not wait for the disk: counters (a
 * login makes six commits of them) and the ends of due mails. Measured: 9,000 durable commits a second, 79,000 of these.
 */
interface Pair {
  readonly records: Connection;
  readonly unsynced: Connection;
}

function storeOn(
  { records, unsynced }: Pair,
  { now, room, onProblem, bounds, connections }: ConnectionsOptions & { readonly connections: Connections },
): SqliteStore {
  // A record that is durable makes its id durable too: the connections share one log, in order.
  const algoIds = new AlgoIds(unsynced, bounds);
  const rows = new UnwrittenRows(records, unsynced);
  let content: { close(): Promise<void> } | null = null;
  return {
    path: records.path,
    users: new SqliteUserRepository(records, storedEmailCase(records)),
    outbox: new SqliteOutbox(records, unsynced),
    algos: new SqliteAlgoRepository(records, algoIds, rows),
    folders: new SqliteFolderRepository(records),
    sessionStore: new SqliteSessionStore(records),
    limiter: new SqliteRateLimiter(unsynced),
    deletions: new SqliteDeletionLog(records),
    portable: new SqlitePortableStore(records, { algoIds, rows, now }),
    contentOwner: new ContentOwner(records),
    checks: new SqliteChecks(records),
    storedContentIn: (files) => storedContent(rows, files),
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
