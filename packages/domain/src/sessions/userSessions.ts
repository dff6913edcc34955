import * as v from 'valibot';
import type { Ports } from '../ports.ts';
import type { Session } from '../session.ts';
import type { User } from '../user.ts';
import { sessionIdOf } from './sessionId.ts';

/** A session as its user sees it: without its digest. The dates are milliseconds since the Unix epoch. */
export const UserSessionOutput = v.object({
  sessionId: v.string(),
  dateCreation: v.number(),
  /** The last recorded use: see `touchEveryMs`. */
  dateUtilisation: v.number(),
  /** When it ends if it is not used again. */
  dateExpiration: v.number(),
  client: v.nullable(v.string()),
  address: v.nullable(v.string()),
});
export type UserSession = Readonly<v.InferOutput<typeof UserSessionOutput>>;

/** The most sessions that are read: as many as the policy allows a user to have. */
const MOST = 1_000;

/**
 * The sessions of the user that are valid now, the one that was used last first. A damaged session is left out: nobody can use it, and
 * resumeWork reports it.
 */
export async function validSessions(
  { sessionStore, clock }: Pick<Ports, 'sessionStore' | 'clock'>,
  { id, credentialsVersion }: User,
): Promise<readonly Session[]> {
  const now = clock.now();
  const sessions = await sessionStore.listByUser(id, MOST, () => {});
  return sessions
    .filter((session) => session.dateExpiration > now && session.credentialsVersion === credentialsVersion)
    .toSorted((one, other) => other.dateUtilisation - one.dateUtilisation || other.dateCreation - one.dateCreation);
}

export async function shownSession(session: Session): Promise<UserSession> {
  const { digest, dateCreation, dateUtilisation, dateExpiration, client, address } = session;
  return { sessionId: await sessionIdOf(digest), dateCreation, dateUtilisation, dateExpiration, client, address };
}
