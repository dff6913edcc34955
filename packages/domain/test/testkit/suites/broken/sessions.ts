import type { AccessTokens, SessionStore } from '../../../../src/index.ts';
import { memorySessionStore } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';

import { accessTokensFixture, dataFixture } from '../../memory/memoryFixtures.ts';
import { brokenBounds } from './boundedSessions.ts';
import { absentIfDamaged, type BrokenVariants, onData, override, overridePort, tick } from './broken.ts';

const store = onData(memorySessionStore);
const tokens = (changesOf: (port: AccessTokens) => Partial<AccessTokens>) => () =>
  accessTokensFixture((port) => override(port, changesOf(port)));

export const brokenSessionStores: BrokenVariants<Fixture<SessionStore>> = {
  'treats a damaged session as absent': {
    fails: 'rejects for a damaged session',
    open: store((port) => ({ find: (digest) => absentIfDamaged(port.find(digest), null) })),
  },
  'serves values that were never written': {
    fails: 'rejects for a value that was never written',
    open: store((_port, data) => ({ find: async (digest) => data.sessions.get(digest) ?? null })),
  },
  'cuts a date that was never written': {
    fails: 'cuts no session with a date that was never written',
    open: store((port, data) => ({
      async cut(latest, onDamaged) {
        for (const [digest, session] of data.sessions) {
          const dateExpiration = Math.min(session.dateExpiration, latest.dateExpiration);
          data.sessions.set(digest, { ...session, dateExpiration });
        }
        await port.cut(latest, onDamaged);
      },
    })),
  },
  'skips sessions with dates that were never written in silence': {
    fails: 'cuts no session with a date that was never written',
    open: store((port) => ({ cut: (latest) => port.cut(latest, () => {}) })),
  },
  'keeps the second of two uses at the same moment': {
    fails: 'keeps the first of two uses at the same moment',
    open: store((port, data) => ({
      async touch(digest, use) {
        const session = data.sessions.get(digest);
        if (session?.dateUtilisation === use.dateUtilisation) data.sessions.set(digest, { ...session, ...use });
        else await port.touch(digest, use);
      },
    })),
  },
  'restores a deleted session by a use': {
    fails: 'never restores a deleted session by a use',
    open: store((port, data) => ({
      async touch(digest, use) {
        const session = data.sessions.get(digest);
        await tick();
        if (session !== undefined) await port.insert({ ...session, ...use });
      },
    })),
  },
  'moves the last use back': {
    fails: 'never moves the last use back',
    open: store((_port, data) => ({
      async touch(digest, use) {
        const session = data.sessions.get(digest);
        if (session !== undefined) data.sessions.set(digest, { ...session, ...use });
      },
    })),
  },
  'lowers the version': {
    fails: 'raises the version',
    open: store((_port, data) => ({
      async raiseVersion(digest, credentialsVersion) {
        const session = data.sessions.get(digest);
        if (session !== undefined) data.sessions.set(digest, { ...session, credentialsVersion });
      },
    })),
  },
  'treats a version of 0 as no version': {
    fails: 'deletes the sessions of a user that are below a version',
    open: store((port) => ({ deleteByUser: (userId, below) => port.deleteByUser(userId, below || undefined) })),
  },
  'deletes the version itself too': {
    fails: 'keeps a session if its version is raised first',
    open: store((port) => ({
      deleteByUser: (userId, below) => port.deleteByUser(userId, below === undefined ? undefined : below + 1),
    })),
  },
  'resolves every racing delete to true': {
    fails: 'lets one of 30 racing deletes succeed',
    open: store((port) => ({
      async delete(digest) {
        const found = await port.find(digest);
        await tick();
        return (await port.delete(digest)) || found !== null;
      },
    })),
  },
  'changes the dates of every session': {
    fails: 'moves the dates of sessions that end too late, and changes no other session',
    open: store((port, data) => ({
      async cut(latest) {
        for (const session of data.sessions.values()) data.sessions.set(session.digest, { ...session, ...latest });
        await port.cut(latest);
      },
    })),
  },
  'changes the end only': {
    fails: 'moves the dates of sessions that end too late, and changes no other session',
    open: store((_port, data) => ({
      async cut({ dateExpiration }) {
        for (const session of data.sessions.values()) {
          if (session.dateExpiration > dateExpiration)
            data.sessions.set(session.digest, { ...session, dateExpiration });
        }
      },
    })),
  },
  'hides that it cannot change dates when the store is down': {
    fails: 'throws UnavailableError',
    open: async () =>
      overridePort<SessionStore, Fixture<SessionStore>>(await dataFixture(memorySessionStore), (port) => ({
        cut: (latest) => port.cut(latest).catch(() => undefined),
      })),
  },
  'folds the case of digests': {
    fails: 'differ in case only',
    open: store((port) => ({
      insert: (session) => port.insert({ ...session, digest: session.digest.toLowerCase() }),
      find: (digest) => port.find(digest.toLowerCase()),
    })),
  },
  'lists the sessions of all users': {
    fails: 'lists the sessions of a user',
    open: store((_port, data) => ({
      listByUser: async (_userId, limit) => [...data.sessions.values()].slice(0, limit),
    })),
  },
  'lists all sessions whatever the limit': {
    fails: 'lists the sessions of a user',
    open: store((port) => ({ listByUser: (userId, _limit, onDamaged) => port.listByUser(userId, 1_000, onDamaged) })),
  },
  'leaves damaged sessions out of the list in silence': {
    fails: 'omits a damaged session from the list',
    open: store((port) => ({ listByUser: (userId, limit) => port.listByUser(userId, limit, () => {}) })),
  },
  ...brokenBounds,
  'removes sessions that end soon': {
    fails: 'deletes all expired sessions',
    open: store((port) => ({ deleteExpired: (now) => port.deleteExpired(now + 1_000) })),
  },
};

export const brokenAccessTokens: BrokenVariants<Fixture<AccessTokens>> = {
  'makes tokens with a prefix that is always the same': {
    fails: 'makes another token each time',
    open: tokens((port) => ({
      make() {
        const token = `alg_${port.make().token.slice(4)}`;
        return { token, digest: port.digest(token) ?? '' };
      },
    })),
  },
  'trims a text before the digest': {
    fails: 'gives a null digest of text that does not have the form of a token',
    open: tokens((port) => ({ digest: (token) => port.digest(token.trim()) })),
  },
  'uses the token as its digest': {
    fails: 'digests by SHA-256',
    open: tokens((port) => ({
      make() {
        const { token } = port.make();
        return { token, digest: token };
      },
      digest: (token) => (port.digest(token) === null ? null : token),
    })),
  },
  'throws for text that is not a token': {
    fails: 'gives a null digest of text that does not have the form of a token',
    open: tokens((port) => ({
      digest(token) {
        const digest = port.digest(token);
        if (digest === null) throw new TypeError('this is no token');
        return digest;
      },
    })),
  },
};
