import * as v from 'valibot';
import type { AccountsContext } from '../context.ts';
import { part } from '../input.ts';
import { compareTexts } from '../nameWords.ts';
import { MOST_SESSIONS } from '../policy.ts';
import { attempt } from '../problems.ts';
import type { User } from '../user.ts';
import { validSession } from './newSession.ts';
import type { Session, SessionStore } from './sessionStore.ts';

/** Without its digest. The dates are milliseconds since the Unix epoch. */
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

/** The one that was used last first, each with its end by the policy now. A damaged session is left out: nobody can use it. */
export async function validSessions(
  { sessionStore, clock, policy }: Pick<AccountsContext, 'sessionStore' | 'clock' | 'policy'>,
  { id, credentialsVersion }: User,
  limit = MOST_SESSIONS,
): Promise<readonly Session[]> {
  const now = clock.now();
  const sessions = await sessionStore.listByUser(id, limit, () => {});
  return sessions
    .filter((session) => session.credentialsVersion === credentialsVersion)
    .flatMap((session) => validSession(session, policy, now) ?? [])
    .toSorted(lastUsedFirst);
}

/** Of logins at once each finds the same order. */
const lastUsedFirst = (one: Session, other: Session): number =>
  other.dateUtilisation - one.dateUtilisation ||
  other.dateCreation - one.dateCreation ||
  compareTexts(one.digest, other.digest);

export async function shownSession(session: Session): Promise<UserSession> {
  const { digest, dateCreation, dateUtilisation, dateExpiration, client, address } = session;
  return { sessionId: await sessionIdOf(digest), dateCreation, dateUtilisation, dateExpiration, client, address };
}

const FORM = /^[0-9a-f]{32}$/;

export const sessionIdInput = part('sessionId', v.pipe(v.string(), v.regex(FORM)));

/** The first half of the SHA-256 of `session:` and the digest, stored nowhere. Neither the digest nor the token follows from it. */
export async function sessionIdOf(digest: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`session:${digest}`));
  return [...new Uint8Array(hash, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Keeps the bound of sessions. Each of several logins at once does it after its own session is stored; what a crash or a failure leaves
 * undone, the next login does.
 */
export async function endIdlest(context: AccountsContext, user: User, { digest }: Session): Promise<void> {
  const { sessionStore, policy, onProblem } = context;
  await attempt(onProblem, 'end of the sessions that were idle longest', async () => {
    // More than the bound may be in the store, so more than the largest one are read.
    const sessions = await validSessions(context, user, 2 * MOST_SESSIONS);
    const others = sessions.filter((session) => session.digest !== digest);
    await deleteEach(sessionStore, others.slice(policy.sessionsPerUser - 1));
  });
}

/** All at once, so that a store may write them together. */
export async function deleteEach(store: SessionStore, sessions: readonly Session[]): Promise<void> {
  await Promise.all(sessions.map(({ digest }) => store.delete(digest)));
}
