import type {
  AlgoRepository,
  ContentStore,
  DeletionLog,
  FolderRepository,
  RateLimiter,
  SessionStore,
} from '../../../../src/index.ts';
import {
  memoryAlgoRepository,
  memoryDeletionLog,
  memoryFolderRepository,
  memorySessionStore,
} from '../../../../testkit/memory/index.ts';
import type { ContentStoreFixture, Fixture } from '../../../../testkit/suites/index.ts';
import { filesFixture, limiterFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, onData, override, tick } from './broken.ts';

const algos = onData(memoryAlgoRepository);
const folders = onData(memoryFolderRepository);
const sessions = onData(memorySessionStore);
const deletions = onData(memoryDeletionLog);

/** The value of a date after it was stored in a column of seconds. */
export const wholeSeconds = (date: number): number => Math.floor(date / 1_000) * 1_000;

/** The order of a column of text. */
export const asText = (one: number, other: number): number => (String(one) < String(other) ? -1 : 1);

/** Adapters with mistakes that are easy to make with a new database: types of columns, collations, clauses. */
export const carelessAlgos: BrokenVariants<Fixture<AlgoRepository>> = {
  'keeps the date of a commit to the second': {
    fails: 'changes only the fields that a commit names',
    open: algos((port) => ({
      compareAndSet: (id, version, { dateModification, ...changes }) =>
        port.compareAndSet(id, version, {
          ...changes,
          ...(dateModification !== undefined && { dateModification: wholeSeconds(dateModification) }),
        }),
    })),
  },
  'removes rights of users whose id has the same beginning': {
    fails: 'removes a user from every list of rights',
    open: algos((port, data) => ({
      async removeRights(userId) {
        const named = [...data.algos.values()].flatMap(({ permsAlgorithme }) => permsAlgorithme);
        const alike = named.filter(({ idUtilisateur }) => String(idUtilisateur).startsWith(String(userId)));
        for (const { idUtilisateur } of alike) await port.removeRights(idUtilisateur);
      },
    })),
  },
  'finds references in any case': {
    fails: 'finds null for an absent record',
    open: algos((port) => ({ findByRef: (ref) => port.findByRef(ref.toLowerCase()) })),
  },
  'resolves a repeated insert to the given record': {
    fails: 'repeats an insert',
    open: algos((port) => ({
      async insert(algo) {
        await port.insert(algo);
        return { ...algo, places: [], waiting: [], version: 1 };
      },
    })),
  },
};

export const carelessFolders: BrokenVariants<Fixture<FolderRepository>> = {
  'cuts a tree after 64 KiB': {
    fails: 'a thousand folders',
    open: folders((port) => ({
      async find(ownerId) {
        const tree = await port.find(ownerId);
        return JSON.stringify(tree).length > MOST_CHARACTERS ? { ...tree, folders: [] } : tree;
      },
    })),
  },
  'does not keep that a folder leaves': {
    fails: 'keeps every value exactly',
    open: folders((port) => ({
      async find(ownerId) {
        const tree = await port.find(ownerId);
        return { ...tree, folders: tree.folders.map(({ id, nom, parentId }) => ({ id, nom, parentId })) };
      },
    })),
  },
};

/** Of a column of text. */
const MOST_CHARACTERS = 65_536;

export const carelessSessions: BrokenVariants<Fixture<SessionStore>> = {
  'replaces a record when an insert is repeated': {
    fails: 'changes nothing when an insert is repeated',
    open: sessions((_port, data) => ({
      async insert(session) {
        data.sessions.set(session.digest, { ...session });
      },
    })),
  },
  'raises a version that it read before': {
    fails: '30 racing versions',
    open: sessions((port, data) => ({
      async raiseVersion(digest, credentialsVersion) {
        const session = await port.find(digest);
        await tick();
        if (session === null || session.credentialsVersion >= credentialsVersion) return;
        data.sessions.set(digest, { ...session, credentialsVersion });
      },
    })),
  },
  'keeps dates of use to the second': {
    fails: 'records a use and changes nothing else',
    open: sessions((port) => ({
      touch: (digest, { dateUtilisation, dateExpiration }) =>
        port.touch(digest, { dateUtilisation, dateExpiration: wholeSeconds(dateExpiration) }),
    })),
  },
};

export const carelessDeletions: BrokenVariants<Fixture<DeletionLog>> = {
  'sorts dates as text': {
    fails: 'oldest first',
    open: deletions((port) => ({
      list: async () => (await port.list()).toSorted((one, other) => asText(one.date, other.date)),
    })),
  },
};

export const carelessLimiters: BrokenVariants<Fixture<RateLimiter>> = {
  'compares the first 255 characters of keys': {
    fails: 'counts each key by itself',
    open: () =>
      limiterFixture((port: RateLimiter) =>
        override(port, { hit: (key, rule, now) => port.hit(key.slice(0, 255), rule, now) }),
      ),
  },
};

export const carelessFiles: BrokenVariants<ContentStoreFixture> = {
  'throws for content that is neither staged nor published': {
    fails: 'ignores a publish of content that is neither staged nor published',
    open: () =>
      filesFixture((port: ContentStore) =>
        override(port, {
          async publish(id, ref) {
            if ((await port.read(id, ref)) === null) throw new Error('nothing is staged');
            await port.publish(id, ref);
          },
        }),
      ),
  },
  'never replaces published content': {
    fails: 'ignores a publish of content that is neither staged nor published',
    open: () =>
      filesFixture((port: ContentStore) =>
        override(port, {
          async publish(id, ref) {
            if ((await port.read(id, ref)) === null) await port.delete(id, null, 'records');
            await port.publish(id, ref);
          },
        }),
      ),
  },
};
