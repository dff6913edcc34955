import { memorySessionStore } from '../../../../testkit/memory/index.ts';
import { accessTokensFixture, dataFixture } from '../../memory/memoryFixtures.ts';
import { absentIfDamaged, narrow, onCut, onData, onPort, tick, wholeSeconds } from './broken.ts';

const store = onData(memorySessionStore);
const tokens = onPort(accessTokensFixture);
const unreachable = onCut(() => dataFixture(memorySessionStore));

export const brokenSessionStores = [
  store('treats a damaged session as absent', 'rejects for a damaged session', (port) => ({
    find: (digest) => absentIfDamaged(port.find(digest), null),
  })),
  store('serves values that were never written', 'rejects for a value that was never written', (_port, data) => ({
    find: async (digest) => data.sessions.get(digest) ?? null,
  })),
  store(
    'keeps the second of two uses at the same moment',
    'keeps the first of two uses at the same moment',
    (port, data) => ({
      async touch(digest, use) {
        const session = data.sessions.get(digest);
        if (session?.dateUtilisation === use.dateUtilisation) data.sessions.set(digest, { ...session, ...use });
        else await port.touch(digest, use);
      },
    }),
  ),
  store('restores a deleted session by a use', 'never restores a deleted session by a use', (port, data) => ({
    async touch(digest, use) {
      const session = data.sessions.get(digest);
      await tick();
      if (session !== undefined) await port.insert({ ...session, ...use });
    },
  })),
  store('moves the last use back', 'never moves the last use back', (_port, data) => ({
    async touch(digest, use) {
      const session = data.sessions.get(digest);
      if (session !== undefined) data.sessions.set(digest, { ...session, ...use });
    },
  })),
  store('lowers the version', 'raises the version', (_port, data) => ({
    async raiseVersion(digest, credentialsVersion) {
      const session = data.sessions.get(digest);
      if (session !== undefined) data.sessions.set(digest, { ...session, credentialsVersion });
    },
  })),
  store('treats a version of 0 as no version', 'deletes the sessions of a user that are below a version', (port) => ({
    deleteByUser: (userId, below) => port.deleteByUser(userId, below || undefined),
  })),
  store('deletes the version itself too', 'keeps a session if its version is raised first', (port) => ({
    deleteByUser: (userId, below) => port.deleteByUser(userId, below === undefined ? undefined : below + 1),
  })),
  store('resolves every racing delete to true', 'lets one of 30 racing deletes succeed', (port) => ({
    async delete(digest) {
      const found = await port.find(digest);
      await tick();
      return (await port.delete(digest)) || found !== null;
    },
  })),
  unreachable('hides that it cannot record a use when the store is down', 'throws UnavailableError', (port) => ({
    touch: (digest, use) => port.touch(digest, use).catch(() => undefined),
  })),
  store('folds the case of digests', 'differ in case only', (port) => ({
    insert: (session) => port.insert({ ...session, digest: session.digest.toLowerCase() }),
    find: (digest) => port.find(digest.toLowerCase()),
  })),
  store('lists the sessions of all users', 'lists the sessions of a user', (_port, data) => ({
    listByUser: async (_userId, limit) => [...data.sessions.values()].slice(0, limit),
  })),
  store('leaves damaged sessions out of the list in silence', 'omits a damaged session from the list', (port) => ({
    listByUser: (userId, limit) => port.listByUser(userId, limit, () => {}),
  })),
  store('removes sessions that end soon', 'deletes all expired sessions', (port) => ({
    deleteExpired: (now) => port.deleteExpired(now + 1_000),
  })),
  store(
    'replaces a record when an insert is repeated',
    'changes nothing when an insert is repeated',
    (_port, data) => ({
      async insert(session) {
        data.sessions.set(session.digest, { ...session });
      },
    }),
  ),
  store('raises a version that it read before', '30 racing versions', (port, data) => ({
    async raiseVersion(digest, credentialsVersion) {
      const session = await port.find(digest);
      await tick();
      if (session === null || session.credentialsVersion >= credentialsVersion) return;
      data.sessions.set(digest, { ...session, credentialsVersion });
    },
  })),
  store('keeps dates of use to the second', 'records a use and changes nothing else', (port) => ({
    touch: (digest, { dateUtilisation, dateExpiration }) =>
      port.touch(digest, { dateUtilisation, dateExpiration: wholeSeconds(dateExpiration) }),
  })),
  store('raises versions in 32 bits', 'compares versions up to the largest integer', (port) => ({
    raiseVersion: (digest, version) => port.raiseVersion(digest, narrow(version)),
  })),
  store('deletes sessions of users in 32 bits', 'deletes all sessions of a user and none of another', (port) => ({
    deleteByUser: (userId, below) => port.deleteByUser(narrow(userId), below),
  })),
];

export const brokenAccessTokens = [
  tokens('makes tokens with a prefix that is always the same', 'makes another token each time', (port) => ({
    make() {
      const token = `alg_${port.make().token.slice(4)}`;
      return { token, digest: port.digest(token) ?? '' };
    },
  })),
  tokens(
    'trims a text before the digest',
    'gives a null digest of text that does not have the form of a token',
    (port) => ({ digest: (token) => port.digest(token.trim()) }),
  ),
  tokens('uses the token as its digest', 'digests by SHA-256', (port) => ({
    make() {
      const { token } = port.make();
      return { token, digest: token };
    },
    digest: (token) => (port.digest(token) === null ? null : token),
  })),
];
