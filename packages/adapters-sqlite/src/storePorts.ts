import { sqliteAlgoBin } from './algos/algoBin.ts';
import { putFormer, sqliteAlgoHistory } from './algos/algoHistory.ts';
import { sqliteAlgoRepository } from './algos/algoRepository.ts';
import { sqliteFolderRepository } from './algos/folderRepository.ts';
import { historyStatements } from './algos/historyRows.ts';
import type { Connection } from './connection/connection.ts';
import type { SqliteStore } from './options.ts';
import { contentOwner } from './schema/contentMatch.ts';
import { sqliteDeletionLog, sqliteRoundLog } from './upkeep/logs.ts';
import { sqliteDueWork } from './users/dueWork.ts';
import { storedEmailCase } from './users/emailCase.ts';
import { sqliteEventStore } from './users/eventStore.ts';
import { sqliteMailQueue } from './users/mailQueue.ts';
import { sqliteRateLimiter } from './users/rateLimiter.ts';
import { sqliteSessionStore } from './users/sessionStore.ts';
import { sqliteUserRepository } from './users/userRepository.ts';

type Opened = Omit<SqliteStore, 'portable' | 'checks' | 'close'>;

/** The ports on this connection. */
export function storePorts(connection: Connection): Opened {
  const history = historyStatements(connection);
  return {
    path: connection.path,
    users: sqliteUserRepository(connection, storedEmailCase(connection)),
    dueWork: sqliteDueWork(connection),
    mails: sqliteMailQueue(connection),
    algos: sqliteAlgoRepository(connection, (former) => putFormer(history, former)),
    history: sqliteAlgoHistory(connection),
    bin: sqliteAlgoBin(connection),
    folders: sqliteFolderRepository(connection),
    sessionStore: sqliteSessionStore(connection),
    limiter: sqliteRateLimiter(connection),
    deletions: sqliteDeletionLog(connection),
    rounds: sqliteRoundLog(connection),
    events: sqliteEventStore(connection),
    contentOwner: contentOwner(connection),
  };
}
