import {
  DEFAULT_SOURCE_BOUNDS,
  defaultValidator,
  type EmailCase,
  type Ports,
  type SourceBounds,
  type StorePorts,
} from '@algotheque/domain';
import { memoryAlgoRepository } from './algos/memoryAlgoRepository.ts';
import { MemoryContents, memoryContentStore } from './content/memoryContentStore.ts';
import { memoryDueWork } from './emails/memoryDueWork.ts';
import { type MemoryMailer, memoryMailer } from './emails/memoryMailer.ts';
import { memoryMailQueue } from './emails/memoryMailQueue.ts';
import { memoryMailTokens } from './emails/memoryMailTokens.ts';
import { FakeClock } from './fakeClock.ts';
import { memoryFolderRepository } from './folders/memoryFolderRepository.ts';
import { memoryAlgoBin } from './history/memoryAlgoBin.ts';
import { memoryAlgoHistory } from './history/memoryAlgoHistory.ts';
import { type MemoryCounts, memoryRateLimiter } from './limits/memoryRateLimiter.ts';
import { type MemoryAuditLog, memoryAuditLog } from './memoryAuditLog.ts';
import { MemoryData } from './memoryData.ts';
import { memoryAccessTokens } from './sessions/memoryAccessTokens.ts';
import { memorySessionStore } from './sessions/memorySessionStore.ts';
import { memoryDeletionLog } from './upkeep/memoryDeletionLog.ts';
import { memoryEventStore } from './upkeep/memoryEventStore.ts';
import { memoryRoundLog } from './upkeep/memoryRoundLog.ts';
import { memoryPasswordHasher } from './users/memoryPasswordHasher.ts';
import { memoryUserRepository } from './users/memoryUserRepository.ts';

export interface MemoryPortsOptions {
  /** Default: a new FakeClock. */
  readonly clock?: FakeClock;
  /** Records that exist already; two sets of ports on the same data are two processes on one database. */
  readonly data?: MemoryData;
  /** Content that exists already; its work in flight counts as left by a process that has ended. */
  readonly contents?: MemoryContents;
  /** Counters that exist already. */
  readonly counts?: MemoryCounts;
  /** Key of the mail tokens. Default: random. */
  readonly mailKey?: string;
  readonly bounds?: SourceBounds;
  /** How the users' addresses are compared. Default: exact. */
  readonly emailCase?: EmailCase;
}

/** Everything that a service needs, in memory, with what tests look into. */
export interface MemoryPorts extends Ports {
  readonly clock: FakeClock;
  readonly mailer: MemoryMailer;
  readonly audit: MemoryAuditLog;
}

/** The ports of a store on the data. */
export const memoryStorePorts = (data: MemoryData, emailCase?: EmailCase): StorePorts => ({
  users: memoryUserRepository(data, emailCase),
  dueWork: memoryDueWork(data),
  mails: memoryMailQueue(data),
  algos: memoryAlgoRepository(data),
  bin: memoryAlgoBin(data),
  history: memoryAlgoHistory(data),
  folders: memoryFolderRepository(data),
  sessionStore: memorySessionStore(data),
  limiter: memoryRateLimiter(data.counts),
  deletions: memoryDeletionLog(data),
  rounds: memoryRoundLog(data),
  events: memoryEventStore(data),
});

/** Ports in memory, for tests: nothing outlives the objects, and the hasher and the mail tokens are NOT SECURE. */
export function memoryPorts(options: MemoryPortsOptions = {}): MemoryPorts {
  const { clock = new FakeClock(), data = new MemoryData(), contents = new MemoryContents() } = options;
  const { counts = data.counts, bounds = DEFAULT_SOURCE_BOUNDS } = options;
  return {
    ...memoryStorePorts(data, options.emailCase),
    accessTokens: memoryAccessTokens(),
    contentStore: memoryContentStore(clock, contents),
    hasher: memoryPasswordHasher(),
    mailTokens: memoryMailTokens(options.mailKey),
    mailer: memoryMailer(),
    limiter: memoryRateLimiter(counts),
    audit: memoryAuditLog(),
    clock,
    validator: defaultValidator(bounds),
  };
}
