import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type AlgoRepository,
  type ContentFiles,
  completeBounds,
  type DeletionLog,
  type DiskRoom,
  type EmailCase,
  type FolderRepository,
  NO_DISK_ROOM,
  type OnNotice,
  type OnProblem,
  type Outbox,
  type PortableStore,
  printNotice,
  printProblem,
  type RateLimiter,
  type ReadableFiles,
  type SavedContent,
  type SessionStore,
  UnavailableError,
  type UserRepository,
} from '@algotheque/domain';
import { AlgoIds } from './algos/algoIds.ts';
import { SqliteAlgoRepository } from './algos/algoRepository.ts';
import { SQLITE_BOUNDS, type SqliteBounds } from './bounds.ts';
import { SqliteChecks } from './checks/sqliteChecks.ts';
import type { Connection } from './connection/connection.ts';
import { Connections, type ConnectionsOptions } from './connection/connections.ts';
import { explained, isSchemaMismatch } from './connection/failures.ts';
import { hasLog } from './connection/rewriteLog.ts';
import { prepareFile } from './connection/storeFile.ts';
import { waitForLocks } from './connection/waitForLocks.ts';
import { ContentOwner } from './content/contentOwner.ts';
import { type ContentOptions, type FileContentStore, openContent } from './content/openContent.ts';
import { storedContent } from './content/storedContent.ts';
import { UnwrittenRows } from './content/unwrittenRows.ts';
import { SqlitePortableStore } from './copies/portableStore.ts';
import { CorruptStoreError, type StoreFileError } from './errors.ts';
import { SqliteFolderRepository } from './folders/folderRepository.ts';
import { SqliteRateLimiter } from './limits/rateLimiter.ts';
import { SqliteOutbox } from './outbox/outbox.ts';
import { inspect } from './schema/inspect.ts';
import { migrate } from './schema/migrate.ts';
import { SCHEMA_VERSION } from './schema/migrations.ts';
import { SqliteSessionStore } from './sessions/sessionStore.ts';
import { SqliteDeletionLog } from './upkeep/deletionLog.ts';
import { storedEmailCase, useEmailCase } from './users/emailCase.ts';
import { SqliteUserRepository } from './users/userRepository.ts';

export interface SqliteStoreOptions {
  /** Milliseconds since the Unix epoch, for the date of an import's mark and the pause between tries of `health`. Default: `Date.now`. */
  readonly now?: () => number;
  /** Opens a store that is the target of an unfinished import; otherwise it is refused. Default: false. */
  readonly importing?: boolean;
  /**
   * How long a call, or the opening, waits for another process that writes before it fails as unavailable; it
   * blocks this process. In milliseconds; default: 5,000.
   */
  readonly busyTimeoutMs?: number;
  /** Watches over the space of the disk. Default: every write is tried. */
  readonly room?: DiskRoom;
  /** Gets one line when the schema of the file was upgraded. Default: `console.error`. */
  readonly onNotice?: OnNotice;
  /** Gets a failed commit after which the file was opened again. Default: `console.error`. */
  readonly onProblem?: OnProblem;
  /**
   * Called once when a commit has failed and the file could not be opened again. From then on every port throws
   * UnavailableError, and the process should end, because the next opening recovers the file. Default: nothing.
   */
  readonly onBroken?: (problem: StoreFileError) => void;
  /** Gets the number of writes of each commit that writes share, for counters. Default: nothing. */
  readonly onCommit?: (writes: number) => void;
  /**
   * How e-mail addresses are compared from now on. If it was another way before, the keys of all users are made anew, or the opening
   * is refused with the addresses that are one then. Default: as before, at first exactly.
   */
  readonly emailCase?: EmailCase;
  /** What differs from SQLITE_BOUNDS. */
  readonly bounds?: Partial<SqliteBounds>;
}

/** The ports that one file implements. */
export interface SqliteStore {
  /** The file, as an absolute path. */
  readonly path: string;
  readonly users: UserRepository;
  readonly outbox: Outbox;
  readonly algos: AlgoRepository;
  readonly folders: FolderRepository;
  readonly sessionStore: SessionStore;
  readonly limiter: RateLimiter;
  readonly deletions: DeletionLog;
  readonly portable: PortableStore;
  /** Where the content of the algorithms is; used when it is in files. */
  readonly contentOwner: ContentOwner;
  /** What can be checked beside the records, and mended. */
  readonly checks: SqliteChecks;
  /** Content that is saved, in these files or in the store file, without a store that writes it. */
  storedContentIn(files: ReadableFiles): SavedContent;
  /**
   * A store for content in files, which has one commit with the records of this store: content is durable with the commit
   * of the record that names it, and the files are written in the background. To be called once at most.
   */
  contentIn(files: ContentFiles, options?: ContentOptions): FileContentStore;
  /**
   * Writes the files that are left, within a bounded time, and ends the connections; every port throws UnavailableError
   * from then on. A second call has no effect.
   */
  close(): Promise<void>;
}

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
    if (isRecovery) records.makeRecoveryDurable();
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
