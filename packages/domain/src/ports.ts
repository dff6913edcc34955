import type { AlgoRepository } from './algos/algoRepository.ts';
import type { AuditLog } from './audit.ts';
import type { Clock } from './clock.ts';
import type { ContentStore } from './content/contentStore.ts';
import type { AlgoValidator } from './content/sourceText.ts';
import type { DueWork } from './emails/dueWork.ts';
import type { Mailer, MailTokens } from './emails/mailer.ts';
import type { MailQueue } from './emails/mailQueue.ts';
import type { EventStore } from './eventStore.ts';
import type { FolderRepository } from './folders/folderTree.ts';
import type { AlgoBin } from './history/algoBin.ts';
import type { AlgoHistory } from './history/algoHistory.ts';
import type { RateLimiter } from './rateLimiter.ts';
import type { AccessTokens, SessionStore } from './sessions/sessionStore.ts';
import type { DeletionLog, RoundLog } from './upkeep/deletionLog.ts';
import type { PasswordHasher } from './users/passwordHasher.ts';
import type { UserRepository } from './users/userRepository.ts';

// For files of other folders: folders do not import each other.
export type { EndedFormer, FormersOf } from './history/algoHistory.ts';
export type { AlgoBin, AlgoHistory, AlgoRepository, ContentStore, FolderRepository, UserRepository };

/** What a store has while it is only read. */
export interface ReadPorts {
  readonly users: UserRepository;
  readonly algos: AlgoRepository;
  readonly bin: AlgoBin;
  readonly history: AlgoHistory;
  readonly folders: FolderRepository;
  readonly sessionStore: SessionStore;
  readonly deletions: DeletionLog;
}

/** What every store has. */
export interface StorePorts extends ReadPorts {
  readonly dueWork: DueWork;
  readonly mails: MailQueue;
  readonly limiter: RateLimiter;
  readonly rounds: RoundLog;
  readonly events: EventStore;
}

/** Everything that the use cases need from outside. */
export interface Ports extends StorePorts {
  readonly accessTokens: AccessTokens;
  readonly contentStore: ContentStore;
  readonly hasher: PasswordHasher;
  readonly mailTokens: MailTokens;
  readonly mailer: Mailer;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly validator: AlgoValidator;
}

export type PortName = keyof Ports;

// biome-ignore format: names that fill their lines can be read as the list that they are
const NAMES: Readonly<Record<PortName, true>> = {
  users: true, dueWork: true, mails: true, algos: true, bin: true, history: true, folders: true, sessionStore: true,
  accessTokens: true, contentStore: true, hasher: true, mailTokens: true, mailer: true, limiter: true, deletions: true,
  rounds: true, audit: true, events: true, clock: true, validator: true,
};

/** All of them. The cast: `Object.keys` types keys as text, and these are those of NAMES. */
export const PORT_NAMES = Object.keys(NAMES) as readonly PortName[];

/**
 * Not every embedder has a compiler.
 * @throws TypeError that names missing ports and unknown ports
 */
export function requirePorts(ports: unknown): asserts ports is Ports {
  const given = Object(ports);
  const problems = [
    ['Ports are missing', PORT_NAMES.filter((name) => isMissing(name, Reflect.get(given, name)))],
    ['There are no ports of these names', Object.keys(given).filter((name) => !Object.hasOwn(NAMES, name))],
  ] as const;
  const found = problems.filter(([, names]) => names.length > 0);
  if (found.length > 0)
    throw new TypeError(found.map(([problem, names]) => `${problem}: ${names.join(', ')}`).join('; '));
}

const isMissing = (name: PortName, port: unknown): boolean =>
  port == null || (name === 'validator' && typeof port !== 'function');
