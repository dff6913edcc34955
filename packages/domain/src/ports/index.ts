import type { AccessTokenStore } from './accessTokenStore.ts';
import type { AccessTokens } from './accessTokens.ts';
import type { AlgoFileStore } from './algoFileStore.ts';
import type { AlgoRepository } from './algoRepository.ts';
import type { AlgoValidator } from './algoValidator.ts';
import type { AuditLog } from './auditLog.ts';
import type { Clock } from './clock.ts';
import type { DeletionLog } from './deletionLog.ts';
import type { FolderRepository } from './folderRepository.ts';
import type { Mailer } from './mailer.ts';
import type { MailTokens } from './mailTokens.ts';
import type { PasswordHasher } from './passwordHasher.ts';
import type { RateLimiter } from './rateLimiter.ts';
import type { UserRepository } from './userRepository.ts';

/** Everything that the use cases need from the world. */
export interface Ports {
  readonly users: UserRepository;
  readonly algos: AlgoRepository;
  readonly folders: FolderRepository;
  readonly tokenStore: AccessTokenStore;
  readonly accessTokens: AccessTokens;
  readonly files: AlgoFileStore;
  readonly hasher: PasswordHasher;
  readonly mailTokens: MailTokens;
  readonly mailer: Mailer;
  readonly limiter: RateLimiter;
  readonly deletions: DeletionLog;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly validator: AlgoValidator;
}
