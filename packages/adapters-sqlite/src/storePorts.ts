import { AlgoIds } from './algos/algoIds.ts';
import { sqliteAlgoRepository } from './algos/algoRepository.ts';
import type { SqliteBounds } from './bounds.ts';
import type { Connection } from './connection/connection.ts';
import { contentOwner } from './content/contentOwner.ts';
import { storedContent } from './content/storedContent.ts';
import { type UnwrittenRows, unwrittenRows } from './content/unwrittenRows.ts';
import { sqliteFolderRepository } from './folders/folderRepository.ts';
import { sqliteAlgoBin } from './history/algoBin.ts';
import { sqliteAlgoHistory } from './history/algoHistory.ts';
import { sqliteRateLimiter } from './limits/rateLimiter.ts';
import type { SqliteStore } from './options.ts';
import { sqliteOutbox } from './outbox/outbox.ts';
import { sqliteSessionStore } from './sessions/sessionStore.ts';
import { sqliteDeletionLog } from './upkeep/deletionLog.ts';
import { sqliteRoundLog } from './upkeep/roundLog.ts';
import { storedEmailCase } from './users/emailCase.ts';
import { sqliteUserRepository } from './users/userRepository.ts';

type Opened = Omit<SqliteStore, 'portable' | 'checks' | 'contentIn' | 'close'>;

/** What several ports of a store share. */
export interface Shared {
  readonly algoIds: AlgoIds;
  readonly rows: UnwrittenRows;
}

export function sharedParts(connection: Connection, bounds: SqliteBounds): Shared {
  return { algoIds: new AlgoIds(connection, bounds), rows: unwrittenRows(connection) };
}

/** The ports on this connection. */
export function storePorts(connection: Connection, { algoIds, rows }: Shared): Opened {
  return {
    path: connection.path,
    users: sqliteUserRepository(connection, storedEmailCase(connection)),
    outbox: sqliteOutbox(connection),
    algos: sqliteAlgoRepository(connection, algoIds, rows),
    history: sqliteAlgoHistory(connection),
    bin: sqliteAlgoBin(connection, rows),
    folders: sqliteFolderRepository(connection),
    sessionStore: sqliteSessionStore(connection),
    limiter: sqliteRateLimiter(connection),
    deletions: sqliteDeletionLog(connection),
    rounds: sqliteRoundLog(connection),
    contentOwner: contentOwner(connection),
    storedContentIn: (files) => storedContent(rows, files),
  };
}
