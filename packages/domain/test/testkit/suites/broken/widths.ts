import type {
  AlgoRepository,
  ContentStore,
  DeletionLog,
  FolderRepository,
  MailTokens,
  PortableKind,
  PortableRows,
  RateLimiter,
  SessionStore,
  UserRepository,
} from '../../../../src/index.ts';
import {
  memoryAlgoRepository,
  memoryDeletionLog,
  memoryFolderRepository,
  memorySessionStore,
  memoryUserRepository,
} from '../../../../testkit/memory/index.ts';
import type {
  ContentStoreFixture,
  Fixture,
  MailTokensFixture,
  PortableStoreFixture,
} from '../../../../testkit/suites/index.ts';
import { filesFixture, limiterFixture, mailTokensFixture, portableFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, onData, override } from './broken.ts';

/** The value of an integer after it was stored in a column of 32 bits. */
const narrow = (value: number): number => value % 2 ** 32;

const users = onData(memoryUserRepository);
const algos = onData(memoryAlgoRepository);
const folders = onData(memoryFolderRepository);
const sessions = onData(memorySessionStore);
const deletions = onData(memoryDeletionLog);

/** Adapters that keep or compare integers in 32 bits. */
export const narrowUsers: BrokenVariants<Fixture<UserRepository>> = {
  'finds ids in 32 bits': {
    fails: 'finds null for an absent record',
    open: users((port) => ({ findById: (id) => port.findById(narrow(id)) })),
  },
  'compares credentialsVersion in 32 bits': {
    fails: 'changes nothing if the version differs',
    open: users((port) => ({ update: (id, version, changes) => port.update(id, narrow(version), changes) })),
  },
};

export const narrowAlgos: BrokenVariants<Fixture<AlgoRepository>> = {
  'compares versions in 32 bits': {
    fails: 'changes nothing if the version differs',
    open: algos((port) => ({ compareAndSet: (id, version, set) => port.compareAndSet(id, narrow(version), set) })),
  },
  'deletes by a version in 32 bits': {
    fails: 'deletes a record of the given version',
    open: algos((port) => ({ delete: (id, version) => port.delete(id, version && narrow(version)) })),
  },
  'removes rights of users in 32 bits': {
    fails: 'for a user without rights',
    open: algos((port) => ({ removeRights: (userId) => port.removeRights(narrow(userId)) })),
  },
  'keeps sizes in 32 bits': {
    fails: 'keeps every value exactly',
    open: algos((port) => ({ insert: (algo) => port.insert({ ...algo, contentBytes: narrow(algo.contentBytes) }) })),
  },
};

export const narrowFolders: BrokenVariants<Fixture<FolderRepository>> = {
  'deletes folders of owners in 32 bits': {
    fails: 'deletes the folders of one owner only',
    open: folders((port) => ({ deleteByOwner: (ownerId) => port.deleteByOwner(narrow(ownerId)) })),
  },
  'compares versions of trees in 32 bits': {
    fails: 'changes nothing if the version differs',
    open: folders((port) => ({
      compareAndSet: (ownerId, version, state) => port.compareAndSet(ownerId, narrow(version), state),
    })),
  },
};

export const narrowSessions: BrokenVariants<Fixture<SessionStore>> = {
  'raises versions in 32 bits': {
    fails: 'compares versions up to the largest integer',
    open: sessions((port) => ({ raiseVersion: (digest, version) => port.raiseVersion(digest, narrow(version)) })),
  },
  'deletes below a version in 32 bits': {
    fails: 'deletes the sessions of a user that are below a version',
    open: sessions((port) => ({
      deleteByUser: (userId, below) => port.deleteByUser(userId, below === undefined ? below : narrow(below)),
    })),
  },
  'deletes sessions of users in 32 bits': {
    fails: 'deletes all sessions of a user and none of another',
    open: sessions((port) => ({ deleteByUser: (userId, below) => port.deleteByUser(narrow(userId), below) })),
  },
};

export const narrowDeletions: BrokenVariants<Fixture<DeletionLog>> = {
  'removes entries of users in 32 bits': {
    fails: 'removes one entry',
    open: deletions((port) => ({ remove: (userId, date) => port.remove(narrow(userId), date) })),
  },
};

export const narrowLimiters: BrokenVariants<Fixture<RateLimiter>> = {
  'counts windows in 32 bits': {
    fails: 'more milliseconds than 32 bits hold',
    open: () =>
      limiterFixture((port: RateLimiter) =>
        override(port, { hit: (key, rule, now) => port.hit(key, { ...rule, windowMs: narrow(rule.windowMs) }, now) }),
      ),
  },
};

export const narrowFiles: BrokenVariants<ContentStoreFixture> = {
  'publishes and reads by ids in 32 bits': {
    fails: 'publishes repeatably',
    open: () =>
      filesFixture((port: ContentStore) =>
        override(port, {
          publish: (id, ref) => port.publish(narrow(id), ref),
          read: (id, ref) => port.read(narrow(id), ref),
        }),
      ),
  },
};

export const narrowMailTokens: BrokenVariants<MailTokensFixture> = {
  'makes tokens of a version in 32 bits': {
    fails: 'reads what it made',
    open: () =>
      mailTokensFixture((port: MailTokens) =>
        override(port, {
          make: (claims) => port.make({ ...claims, version: narrow(claims.version) }),
        }),
      ),
  },
};

function narrowRow<Row>(row: Row): Row {
  const fields = Object.entries(row as Readonly<Record<string, unknown>>); // a row is a plain object
  const narrowed = fields.map(([name, value]) => [name, name === 'version' ? narrow(Number(value)) : value]);
  return Object.fromEntries(narrowed) as Row; // the same fields
}

export const narrowPortables: BrokenVariants<PortableStoreFixture> = {
  'imports versions in 32 bits': {
    fails: 'replaces existing rows',
    open: () =>
      portableFixture((port) =>
        override(port, {
          importRows: <Kind extends PortableKind>(kind: Kind, rows: readonly PortableRows[Kind][]) =>
            port.importRows(kind, rows.map(narrowRow)),
        }),
      ),
  },
};
