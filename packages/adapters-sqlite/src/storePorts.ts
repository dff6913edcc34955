import { AlgoIds } from './algos/algoIds.ts';
import { SqliteAlgoRepository } from './algos/algoRepository.ts';
import type { SqliteBounds } from './bounds.ts';
import type { Connection } from './connection/connection.ts';
import { ContentOwner } from './content/contentOwner.ts';
import { storedContent } from './content/storedContent.ts';
import { UnwrittenRows } from './content/unwrittenRows.ts';
import { SqliteFolderRepository } from './folders/folderRepository.ts';
import { SqliteAlgoBin } from './history/algoBin.ts';
import { SqliteAlgoHistory } from './history/algoHistory.ts';
import { SqliteRateLimiter } from './limits/rateLimiter.ts';
import type { SqliteStore } from './options.ts';
import { SqliteOutbox } from './outbox/outbox.ts';
import { SqliteSessionStore } from './sessions/sessionStore.ts';
import { SqliteDeletionLog } from './upkeep/deletionLog.ts';
import { storedEmailCase } from './users/emailCase.ts';
import { SqliteUserRepository } from './users/userRepository.ts';

export type StorePorts = Omit<SqliteStore, 'portable' | 'checks' | 'contentIn' | 'close'>;

/** What several ports of a store share. */
export interface Shared {
  readonly algoIds: AlgoIds;
  readonly rows: UnwrittenRows;
}

export function sharedParts(connection: Connection, bounds: SqliteBounds): Shared {
  return { algoIds: new AlgoIds(connection, bounds), rows: new UnwrittenRows(connection) };
}

/** The ports on this connection. */
export function storePorts(connection: Connection, { algoIds, rows }: Shared): StorePorts {
  return {
    path: connection.path,
    users: new SqliteUserRepository(connection, storedEmailCase(connection)),
    outbox: new SqliteOutbox(connection),
    algos: new SqliteAlgoRepository(connection, algoIds, rows),
    history: new SqliteAlgoHistory(connection),
    bin: new SqliteAlgoBin(connection, rows),
    folders: new SqliteFolderRepository(connection),
    sessionStore: new SqliteSessionStore(connection),
    limiter: new SqliteRateLimiter(connection),
    deletions: new SqliteDeletionLog(connection),
    contentOwner: new ContentOwner(connection),
    storedContentIn: (files) => storedContent(rows, files),
  };
}
