import { mongoAlgoBin } from './algos/algoBin.ts';
import { mongoAlgoHistory, putFormer } from './algos/algoHistory.ts';
import { mongoAlgoRepository } from './algos/algoRepository.ts';
import { mongoFolderRepository } from './algos/folderRepository.ts';
import type { PortCommands } from './connection/commands.ts';
import { type ContentSettings, mongoContentStore } from './content/contentStore.ts';
import type { MongoStore } from './options.ts';
import { recordedPlace } from './schema/contentPlace.ts';
import { mongoDeletionLog, mongoRoundLog } from './upkeep/logs.ts';
import { mongoPortableStore } from './upkeep/portableStore.ts';
import { storeChecks } from './upkeep/storeChecks.ts';
import { mongoDueWork } from './users/dueWork.ts';
import type { EmailMode } from './users/emailKeys.ts';
import { mongoEventStore } from './users/eventStore.ts';
import { mongoMailQueue } from './users/mailQueue.ts';
import { mongoRateLimiter } from './users/rateLimiter.ts';
import { mongoSessionStore } from './users/sessionStore.ts';
import { mongoUserRepository } from './users/userRepository.ts';

export interface PortSettings extends ContentSettings {
  readonly emails: EmailMode;
  /** Of the database, without credentials. */
  readonly location: string;
}

export function storePorts(
  commands: PortCommands,
  { emails, location, ...settings }: PortSettings,
): Omit<MongoStore, 'clock' | 'ready' | 'close'> {
  return {
    users: mongoUserRepository(commands, emails),
    dueWork: mongoDueWork(commands),
    mails: mongoMailQueue(commands),
    algos: mongoAlgoRepository(commands, (former) => putFormer(commands, former)),
    bin: mongoAlgoBin(commands),
    history: mongoAlgoHistory(commands),
    folders: mongoFolderRepository(commands),
    sessionStore: mongoSessionStore(commands),
    limiter: mongoRateLimiter(commands),
    deletions: mongoDeletionLog(commands),
    rounds: mongoRoundLog(commands),
    events: mongoEventStore(commands),
    contentStore: mongoContentStore(commands, settings),
    portable: mongoPortableStore(commands, location),
    checks: (hasContent) => storeChecks(commands, hasContent),
    contentPlace: () => commands.repeat('meta.files', recordedPlace),
    location,
  };
}
