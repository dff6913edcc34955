import { memorySessionStore } from '../../../../testkit/memory/index.ts';
import { onData, tick } from './broken.ts';

const store = onData(memorySessionStore);

export const brokenBounds = [
  store(
    'keeps the session of a later password beside the one that stays',
    'deletes all sessions of a user but one',
    (port, data) => ({
      async deleteOthers(userId, digest) {
        const { credentialsVersion = 0 } = data.sessions.get(digest) ?? {};
        await port.raiseVersion(digest, credentialsVersion + 1);
        await port.deleteByUser(userId, credentialsVersion + 1);
      },
    }),
  ),
  store(
    'deletes nothing when the session that stays is absent',
    'deletes all sessions of a user but one',
    (port, data) => ({
      async deleteOthers(userId, digest) {
        if (data.sessions.get(digest)?.userId === userId) await port.deleteOthers(userId, digest);
      },
    }),
  ),
  store(
    'deletes the oldest sessions instead of those that were idle longest',
    'deletes the sessions that were idle longest',
    (port, data) => ({
      async deleteIdlest(userId, { except, keep }) {
        const mine = [...data.sessions.values()].filter((one) => one.userId === userId && one.digest !== except);
        for (const { digest } of mine.slice(0, Math.max(0, mine.length - keep))) await port.delete(digest);
      },
    }),
  ),
  store('deletes the new session when it was idle longest', 'deletes the sessions that were idle longest', (port) => ({
    deleteIdlest: (userId, { keep, now }) => port.deleteIdlest(userId, { except: '', keep: keep + 1, now }),
  })),
  store('counts sessions that have ended', 'counts no session that has ended', (port) => ({
    deleteIdlest: (userId, kept) => port.deleteIdlest(userId, { ...kept, now: 0 }),
  })),
  store(
    'decides before an insert which sessions are above the bound',
    'leaves the bound of sessions when several are inserted at once',
    (port, data) => {
      const before = new Map<string, readonly string[]>();
      return {
        async insert(session) {
          before.set(session.digest, [...data.sessions.keys()]);
          await tick();
          await port.insert(session);
        },
        async deleteIdlest(_userId, { except, keep }) {
          const others = before.get(except) ?? [];
          for (const digest of others.slice(0, Math.max(0, others.length - keep))) await port.delete(digest);
        },
      };
    },
  ),
];
