import type { AlgoRepository } from './algos/algoRepository.ts';
import type { AuditLog } from './audit.ts';
import type { Clock } from './clock.ts';
import type { ContentStore } from './content/contentStore.ts';
import type { AlgoValidator } from './content/sourceText.ts';
import type { Mailer, MailTokens } from './emails/mailer.ts';
import type { MailQueue } from './emails/mailQueue.ts';
import type { Outbox } from './emails/outbox.ts';
import type { EventStore } from './eventStore.ts';
import type { FolderRepository } from './folders/folderTree.ts';
import type { AlgoBin } from './history/algoBin.ts';
import type { AlgoHistory } from './history/algoHistory.ts';
import type { RateLimiter } from './rateLimiter.ts';
import type { AccessTokens, SessionStore } from './sessions/sessionStore.ts';
import type { DeletionLog, RoundLog } from './upkeep/deletionLog.ts';
import type { PasswordHasher } from './users/passwordHasher.ts';
import type { UserRepository } from './users/userRepository.ts';

/** For files of other folders: folders do not import each other. */
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
  readonly outbox: Outbox;
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

type MethodName<Port> = {
  [Name in keyof Port]-?: Port[Name] extends (...input: never) => unknown ? Name : never;
}[keyof Port];

/** Every method of a port that is not optional: the compiler refuses a list that lacks one. */
type Methods<Port> = Readonly<Record<MethodName<Port>, true>>;

const health = true;

// biome-ignore format: names that fill their lines can be read as the lists that they are
const METHODS: { readonly [Name in keyof Ports]: Methods<Ports[Name]> } = {
  users: {
    insert: true, findById: true, findByEmail: true, existing: true, list: true, walk: true, markVerified: true,
    update: true, rehash: true, hashParameters: true, findByMailbox: true, findByFormerEmail: true, changeEmail: true,
    takeBackEmail: true, dropOldEmails: true, markDeleted: true, delete: true, health,
  },
  outbox: { listDue: true, end: true, health },
  mails: { add: true, listDue: true, list: true, nextDue: true, replace: true, remove: true, waiting: true, health },
  algos: {
    nextId: true, lastId: true, existing: true, insert: true, findById: true, findByRef: true, compareAndSet: true,
    delete: true, place: true, walk: true, idsWhere: true, entriesOf: true, countByFolder: true, refOf: true,
    listAccessible: true, listByOwner: true, listAll: true, listWaiting: true, listSharesDue: true, usage: true,
    removeRights: true, health,
  },
  bin: {
    add: true, find: true, idOf: true, existing: true, list: true, restore: true, remove: true, listUntil: true,
    listOwned: true, usage: true, dropRights: true, health,
  },
  history: {
    put: true, list: true, find: true, idOf: true, existing: true, listEnded: true, listKeys: true, bytesOf: true,
    prolong: true, cut: true, remove: true, health,
  },
  folders: { find: true, compareAndSet: true, deleteByOwner: true, health },
  sessionStore: {
    insert: true, find: true, listByUser: true, touch: true, raiseVersion: true, delete: true, deleteByUser: true,
    deleteOthers: true, deleteIdlest: true, cut: true, deleteExpired: true, health,
  },
  accessTokens: { make: true, digest: true },
  contentStore: {
    stage: true, keep: true, publish: true, move: true, read: true, doubt: true, discard: true, delete: true,
    deleteFormer: true, pending: true, locate: true, health,
  },
  hasher: { hash: true, verify: true, needsRehash: true },
  mailTokens: { make: true, read: true },
  mailer: { send: true, sendDecoy: true, health },
  limiter: {
    hit: true, take: true, recordOutcome: true, clear: true, remember: true, remembers: true, deleteExpired: true, health,
  },
  deletions: { add: true, list: true, remove: true, health },
  rounds: { last: true, record: true, health },
  audit: { record: true },
  events: { append: true, list: true, removeOld: true, health },
  clock: { now: true, sleep: true },
  validator: {},
};

export type PortName = keyof Ports;

/** All of them. The cast: `Object.keys` types keys as text, and these are those of METHODS. */
export const PORT_NAMES = Object.keys(METHODS) as readonly PortName[];

/**
 * Not every embedder has a compiler.
 * @throws TypeError that names missing ports, missing methods of ports, and unknown ports
 */
export function requirePorts(ports: unknown): asserts ports is Ports {
  const given = Object(ports);
  const missing = PORT_NAMES.filter((name) => isMissing(name, Reflect.get(given, name)));
  const incomplete = PORT_NAMES.filter((name) => !missing.includes(name));
  const problems = [
    ['Ports are missing', missing],
    ['Methods of ports are missing', incomplete.flatMap((name) => missingMethods(name, Reflect.get(given, name)))],
    ['There are no ports of these names', Object.keys(given).filter((name) => !Object.hasOwn(METHODS, name))],
  ] as const;
  const found = problems.filter(([, names]) => names.length > 0);
  if (found.length > 0)
    throw new TypeError(found.map(([problem, names]) => `${problem}: ${names.join(', ')}`).join('; '));
}

const isMissing = (name: PortName, port: unknown): boolean =>
  port == null || (name === 'validator' && typeof port !== 'function');

function missingMethods(name: PortName, port: unknown): string[] {
  return Object.keys(METHODS[name])
    .filter((method) => typeof Reflect.get(Object(port), method) !== 'function')
    .map((method) => `${name}.${method}`);
}
