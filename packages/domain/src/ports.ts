import type { AlgoRepository } from './algos/algoRepository.ts';
import type { AuditLog } from './auditLog.ts';
import type { Clock } from './clock.ts';
import type { AlgoValidator } from './content/algoValidator.ts';
import type { ContentStore } from './content/contentStore.ts';
import type { Mailer } from './emails/mailer.ts';
import type { MailQueue } from './emails/mailQueue.ts';
import type { MailTokens } from './emails/mailTokens.ts';
import type { Outbox } from './emails/outbox.ts';
import type { FolderRepository } from './folders/folderRepository.ts';
import type { AlgoBin } from './history/algoBin.ts';
import type { AlgoHistory } from './history/algoHistory.ts';
import type { RateLimiter } from './limits/rateLimiter.ts';
import type { PasswordHasher } from './passwords/passwordHasher.ts';
import type { AccessTokens } from './sessions/accessTokens.ts';
import type { SessionStore } from './sessions/sessionStore.ts';
import type { DeletionLog } from './upkeep/deletionLog.ts';
import type { RoundLog } from './upkeep/roundLog.ts';
import type { UserRepository } from './users/userRepository.ts';

/** Everything that the use cases need from outside. */
export interface Ports {
  readonly users: UserRepository;
  readonly outbox: Outbox;
  readonly mails: MailQueue;
  readonly algos: AlgoRepository;
  readonly bin: AlgoBin;
  readonly history: AlgoHistory;
  readonly folders: FolderRepository;
  readonly sessionStore: SessionStore;
  readonly accessTokens: AccessTokens;
  readonly contentStore: ContentStore;
  readonly hasher: PasswordHasher;
  readonly mailTokens: MailTokens;
  readonly mailer: Mailer;
  readonly limiter: RateLimiter;
  readonly deletions: DeletionLog;
  readonly rounds: RoundLog;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly validator: AlgoValidator;
}
