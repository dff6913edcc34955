import type { Session, SessionDates, SessionStore } from '@algotheque/domain';
import { MemoryData } from '../memoryData.ts';

export function memorySessionStore(data: MemoryData = new MemoryData()): SessionStore {
  const { tokens } = data;
  const change = (digest: string, changesOf: (token: Session) => Partial<Session> | null): void => {
    const token = tokens.get(digest);
    const changes = token === undefined ? null : changesOf(token);
    if (token !== undefined && changes !== null) tokens.set(digest, { ...token, ...changes });
  };
  const removeWhere = (isOut: (token: Session) => boolean): void => {
    for (const token of tokens.values()) if (isOut(token)) tokens.delete(token.digest);
  };
  return {
    async insert(token) {
      if (!tokens.has(token.digest)) tokens.set(token.digest, { ...token });
    },
    async find(digest) {
      const token = tokens.get(digest);
      return token === undefined ? null : data.read('tokens', digest, token);
    },
    async touch(digest, { dateUtilisation, dateExpiration }) {
      const use = { dateUtilisation, dateExpiration };
      change(digest, (token) => (token.dateUtilisation < dateUtilisation ? use : null));
    },
    async raiseVersion(digest, credentialsVersion) {
      change(digest, (token) => (token.credentialsVersion < credentialsVersion ? { credentialsVersion } : null));
    },
    delete: async (digest) => tokens.delete(digest),
    async deleteByUser(userId, belowVersion = Number.POSITIVE_INFINITY) {
      removeWhere((token) => token.userId === userId && token.credentialsVersion < belowVersion);
    },
    async cut(latest) {
      for (const [digest, token] of tokens) {
        if (token.dateExpiration > latest.dateExpiration) tokens.set(digest, { ...token, ...earlier(token, latest) });
      }
    },
    async deleteExpired(now) {
      removeWhere((token) => token.dateExpiration <= now);
    },
    async health() {},
  };
}

function earlier(token: Session, latest: SessionDates): SessionDates {
  return {
    dateCreation: Math.min(token.dateCreation, latest.dateCreation),
    dateUtilisation: Math.min(token.dateUtilisation, latest.dateUtilisation),
    dateExpiration: Math.min(token.dateExpiration, latest.dateExpiration),
  };
}
