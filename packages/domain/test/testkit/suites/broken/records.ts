import type { AccessTokenStore, DeletionLog, FolderRepository } from '../../../../src/index.ts';
import {
  type MemoryData,
  memoryAccessTokenStore,
  memoryDeletionLog,
  memoryFolderRepository,
} from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { dataFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, override, tick } from './broken.ts';

const on =
  <Port extends object>(openOn: (data: MemoryData) => Port) =>
  (changesOf: (port: Port, data: MemoryData) => Partial<Port>) =>
  () =>
    dataFixture((data) => {
      const port = openOn(data);
      return override(port, changesOf(port, data));
    });

const tokens = on(memoryAccessTokenStore);
const folders = on(memoryFolderRepository);
const deletions = on(memoryDeletionLog);

export const brokenTokens: BrokenVariants<Fixture<AccessTokenStore>> = {
  'brings a deleted token back by a use': {
    fails: 'brings no deleted token back by a use',
    open: tokens((port, data) => ({
      async touch(digest, use) {
        const token = data.tokens.get(digest);
        await tick();
        if (token !== undefined) await port.insert({ ...token, ...use });
      },
    })),
  },
  'moves the last use back': {
    fails: 'never moves the last use back',
    open: tokens((_port, data) => ({
      async touch(digest, use) {
        const token = data.tokens.get(digest);
        if (token !== undefined) data.tokens.set(digest, { ...token, ...use });
      },
    })),
  },
  'lowers the version': {
    fails: 'raises the version, never lowers it',
    open: tokens((_port, data) => ({
      async raiseVersion(digest, credentialsVersion) {
        const token = data.tokens.get(digest);
        if (token !== undefined) data.tokens.set(digest, { ...token, credentialsVersion });
      },
    })),
  },
  'takes a version of 0 for none': {
    fails: 'deletes the tokens of a user that are below a version',
    open: tokens((port) => ({ deleteByUser: (userId, below) => port.deleteByUser(userId, below || undefined) })),
  },
  'deletes the version itself too': {
    fails: 'spares a token whose version is raised first',
    open: tokens((port) => ({
      deleteByUser: (userId, below) => port.deleteByUser(userId, below === undefined ? undefined : below + 1),
    })),
  },
  'says to everybody that they deleted it': {
    fails: '30 racing deletes',
    open: tokens((port) => ({
      async delete(digest) {
        const found = await port.find(digest);
        await tick();
        return (await port.delete(digest)) || found !== null;
      },
    })),
  },
  'cuts every token': {
    fails: 'cuts what ends too late',
    open: tokens((port, data) => ({
      async cut(latest) {
        for (const token of data.tokens.values()) data.tokens.set(token.digest, { ...token, ...latest });
        await port.cut(latest);
      },
    })),
  },
  'cuts the end only': {
    fails: 'cuts what ends too late',
    open: tokens((_port, data) => ({
      async cut({ dateExpiration }) {
        for (const token of data.tokens.values()) {
          if (token.dateExpiration > dateExpiration) data.tokens.set(token.digest, { ...token, dateExpiration });
        }
      },
    })),
  },
  'folds the case of digests': {
    fails: 'differ in case only',
    open: tokens((port) => ({
      insert: (token) => port.insert({ ...token, digest: token.digest.toLowerCase() }),
      find: (digest) => port.find(digest.toLowerCase()),
    })),
  },
  'removes what ends in a moment': {
    fails: 'never a living one',
    open: tokens((port) => ({ deleteExpired: (now) => port.deleteExpired(now + 1_000) })),
  },
};

export const brokenFolders: BrokenVariants<Fixture<FolderRepository>> = {
  'gives the highest id again once it is free': {
    fails: 'never gives an id again',
    open: folders((port, data) => ({
      async deleteByOwner(ownerId) {
        await port.deleteByOwner(ownerId);
        data.lastIds.set('folder', Math.max(0, ...data.folders.keys()));
      },
    })),
  },
  'deletes the folders of everybody': {
    fails: 'deletes the folders of an owner only',
    open: folders((_port, data) => ({ deleteByOwner: async () => data.folders.clear() })),
  },
  'lists the newest first': {
    fails: 'by ascending id',
    open: folders((port) => ({ listByOwner: async (ownerId) => (await port.listByOwner(ownerId)).toReversed() })),
  },
  'takes an empty name for none': {
    fails: 'keeps every value as it was given',
    open: folders((port) => ({ insert: (folder) => port.insert({ ...folder, nom: folder.nom || 'unnamed' }) })),
  },
};

export const brokenDeletions: BrokenVariants<Fixture<DeletionLog>> = {
  'believes the first date of an entry for ever': {
    fails: 'takes an earlier date',
    open: deletions((port, data) => ({
      add: async (entry) => (data.deletions.has(entry.userId) ? undefined : port.add(entry)),
    })),
  },
  'renews the date of an entry': {
    fails: 'keeps the date of an entry',
    open: deletions((_port, data) => ({
      async add({ userId, date }) {
        data.deletions.set(userId, date);
      },
    })),
  },
  'lists by user': {
    fails: 'oldest first',
    open: deletions((port) => ({
      list: async () => (await port.list()).toSorted((one, other) => one.userId - other.userId),
    })),
  },
  'forgets entries over a restart': {
    fails: 'over a restart',
    open: deletions((_port, data) => {
      data.deletions.clear();
      return {};
    }),
  },
  'lists no more than a hundred': {
    fails: 'more than a hundred',
    open: deletions((port) => ({ list: async () => (await port.list()).slice(0, 100) })),
  },
};
