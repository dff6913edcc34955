import type { AlgoRepository } from './algos/algoRepository.ts';
import type { AuditLog } from './auditLog.ts';
import type { Clock } from './clock.ts';
import type { AlgoFileStore } from './content/algoFileStore.ts';
import type { AlgoValidator } from './content/algoValidator.ts';
import type { FolderRepository } from './folders/folderRepository.ts';
import type { RateLimiter } from './limits/rateLimiter.ts';
import type { Mailer } from './mails/mailer.ts';
import type { MailTokens } from './mails/mailTokens.ts';
import type { PasswordHasher } from './passwords/passwordHasher.ts';
import type { AccessTokenStore } from './sessions/accessTokenStore.ts';
import type { AccessTokens } from './sessions/accessTokens.ts';
import type { DeletionLog } from './upkeep/deletionLog.ts';
import type { UserRepository } from './users/userRepository.ts';

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
