import { DEFAULT_SOURCE_BOUNDS, defaultValidator, type SourceBounds } from '../content/defaultValidator.ts';
import type { Ports } from '../ports.ts';
import { FakeClock } from './fakeClock.ts';
import { memoryAccessTokenStore } from './memoryAccessTokenStore.ts';
import { memoryAccessTokens } from './memoryAccessTokens.ts';
import { MemoryFiles, memoryAlgoFileStore } from './memoryAlgoFileStore.ts';
import { memoryAlgoRepository } from './memoryAlgoRepository.ts';
import { type MemoryAuditLog, memoryAuditLog } from './memoryAuditLog.ts';
import { MemoryData } from './memoryData.ts';
import { memoryDeletionLog } from './memoryDeletionLog.ts';
import { memoryFolderRepository } from './memoryFolderRepository.ts';
import { type MemoryMailer, memoryMailer } from './memoryMailer.ts';
import { memoryMailTokens } from './memoryMailTokens.ts';
import { memoryPasswordHasher } from './memoryPasswordHasher.ts';
import { MemoryCounts, memoryRateLimiter } from './memoryRateLimiter.ts';
import { memoryUserRepository } from './memoryUserRepository.ts';

export interface MemoryPortsOptions {
  /** Default: a new FakeClock. */
  readonly clock?: FakeClock;
  /** Records that exist already; two sets of ports on the same data are two processes on one database. */
  readonly data?: MemoryData;
  /** Content that exists already; opening it counts its work in flight as a dead process's. */
  readonly files?: MemoryFiles;
  /** Counters that exist already. */
  readonly counts?: MemoryCounts;
  /** Key of the mail tokens. Default: random. */
  readonly mailKey?: string;
  readonly bounds?: SourceBounds;
}

/** Everything that a service needs, in memory, with what tests look into. */
export interface MemoryPorts extends Ports {
  readonly clock: FakeClock;
  readonly mailer: MemoryMailer;
  readonly audit: MemoryAuditLog;
}

/** Ports in memory, for tests: nothing outlives the objects, and the hasher and the mail tokens are NOT SECURE. */
export function memoryPorts(options: MemoryPortsOptions = {}): MemoryPorts {
  const { clock = new FakeClock(), data = new MemoryData(), files = new MemoryFiles() } = options;
  const { counts = new MemoryCounts(), bounds = DEFAULT_SOURCE_BOUNDS } = options;
  return {
    users: memoryUserRepository(data),
    algos: memoryAlgoRepository(data),
    folders: memoryFolderRepository(data),
    tokenStore: memoryAccessTokenStore(data),
    accessTokens: memoryAccessTokens(),
    files: memoryAlgoFileStore(clock, files),
    hasher: memoryPasswordHasher(),
    mailTokens: memoryMailTokens(options.mailKey),
    mailer: memoryMailer(),
    limiter: memoryRateLimiter(counts),
    deletions: memoryDeletionLog(data),
    audit: memoryAuditLog(),
    clock,
    validator: defaultValidator(bounds),
  };
}
