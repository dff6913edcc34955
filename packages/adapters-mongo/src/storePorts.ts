import { MongoAlgoRepository } from './algos/algoRepository.ts';
import type { MongoBounds } from './bounds.ts';
import { MongoChecks } from './checks/mongoChecks.ts';
import type { PortCommands } from './connection/commands.ts';
import { type FileStoreSettings, MongoContentStore } from './content/contentStore.ts';
import { mongoPortableStore } from './copies/portableStore.ts';
import { mongoFolderRepository } from './folders/folderRepository.ts';
import { MongoAlgoBin } from './history/algoBin.ts';
import { MongoAlgoHistory } from './history/algoHistory.ts';
import { mongoRateLimiter } from './limits/rateLimiter.ts';
import type { MongoStore } from './options.ts';
import { mongoOutbox } from './outbox/outbox.ts';
import { recordedPlace } from './schema/contentPlace.ts';
import { mongoSessionStore } from './sessions/sessionStore.ts';
import { mongoDeletionLog } from './upkeep/deletionLog.ts';
import type { EmailMode } from './users/emailKeys.ts';
import { MongoUserRepository } from './users/userRepository.ts';

export interface PortSettings extends FileStoreSettings {
  readonly emails: EmailMode;
  readonly bounds: MongoBounds;
  /** Of the database, without credentials. */
  readonly location: string;
}

/** All that a store has beside its opening and its end, by these commands. */
export function storePorts(
  commands: PortCommands,
  { emails, location, ...settings }: PortSettings,
): Omit<MongoStore, 'ready' | 'close'> {
  return {
    users: new MongoUserRepository(commands, emails),
    outbox: mongoOutbox(commands),
    algos: new MongoAlgoRepository(commands, settings.bounds),
    bin: new MongoAlgoBin(commands),
    history: new MongoAlgoHistory(commands),
    folders: mongoFolderRepository(commands),
    sessionStore: mongoSessionStore(commands),
    limiter: mongoRateLimiter(commands),
    deletions: mongoDeletionLog(commands),
    contentStore: new MongoContentStore(commands, settings),
    portable: mongoPortableStore(commands, location),
    checks: new MongoChecks(commands),
    contentPlace: () => commands.repeat('meta.files', recordedPlace),
    location,
  };
}
