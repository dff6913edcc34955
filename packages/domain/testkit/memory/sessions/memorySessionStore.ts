import { intact, type Session, type SessionStore } from '@algotheque/domain';
import { MemoryData } from '../memoryData.ts';

export function memorySessionStore(data: MemoryData = new MemoryData()): SessionStore {
  const { sessions } = data;
  const change = (digest: string, changesOf: (session: Session) => Partial<Session> | null): void => {
    const session = sessions.get(digest);
    const changes = session === undefined ? null : changesOf(session);
    if (session !== undefined && changes !== null) sessions.set(digest, { ...session, ...changes });
  };
  const removeWhere = (isOut: (session: Session) => boolean): void => {
    for (const session of sessions.values()) if (isOut(session)) sessions.delete(session.digest);
  };
  return {
    async insert(session) {
      if (!sessions.has(session.digest)) sessions.set(session.digest, { ...session });
    },
    async find(digest) {
      const session = sessions.get(digest);
      return session === undefined ? null : data.read('sessions', digest, session);
    },
    async listByUser(userId, limit, onDamaged) {
      const own = [...sessions.values()].filter((session) => session.userId === userId);
      return intact(own, (each) => data.read('sessions', each.digest, each), { limit, onDamaged });
    },
    async touch(digest, { dateUtilisation, dateExpiration }) {
      const use = { dateUtilisation, dateExpiration };
      change(digest, (session) => (session.dateUtilisation < dateUtilisation ? use : null));
    },
    async raiseVersion(digest, credentialsVersion) {
      change(digest, (session) => (session.credentialsVersion < credentialsVersion ? { credentialsVersion } : null));
    },
    delete: async (digest) => sessions.delete(digest),
    async deleteByUser(userId, belowVersion = Number.POSITIVE_INFINITY) {
      removeWhere((session) => session.userId === userId && session.credentialsVersion < belowVersion);
    },
    async deleteExpired(now) {
      removeWhere((session) => session.dateExpiration <= now);
    },
    async health() {},
  };
}
