import { intact, type Session, type SessionDates, type SessionStore } from '@algotheque/domain';
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
    async deleteOthers(userId, digest) {
      removeWhere((session) => session.userId === userId && session.digest !== digest);
    },
    async deleteIdlest(userId, { except, keep, now }) {
      const others = [...sessions.values()].filter(
        (session) => session.userId === userId && session.digest !== except && session.dateExpiration > now,
      );
      for (const { digest } of others.toSorted(lastUsedFirst).slice(keep)) sessions.delete(digest);
    },
    async cut(latest, onDamaged) {
      const late = [...sessions.values()].filter(({ dateExpiration }) => !(dateExpiration <= latest.dateExpiration));
      for (const session of intact(late, (each) => data.read('sessions', each.digest, each), { onDamaged }))
        sessions.set(session.digest, { ...session, ...datesAtMost(session, latest) });
    },
    async deleteExpired(now) {
      removeWhere((session) => session.dateExpiration <= now);
    },
    async health() {},
  };
}

const lastUsedFirst = (one: Session, other: Session): number =>
  other.dateUtilisation - one.dateUtilisation ||
  other.dateCreation - one.dateCreation ||
  (one.digest < other.digest ? -1 : 1);

function datesAtMost(session: Session, latest: SessionDates): SessionDates {
  return {
    dateCreation: Math.min(session.dateCreation, latest.dateCreation),
    dateUtilisation: Math.min(session.dateUtilisation, latest.dateUtilisation),
    dateExpiration: Math.min(session.dateExpiration, latest.dateExpiration),
  };
}
