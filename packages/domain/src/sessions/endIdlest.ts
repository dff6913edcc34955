import type { Context } from '../context.ts';
import { MOST_SESSIONS } from '../policy.ts';
import { attempt } from '../problems.ts';
import type { User } from '../user.ts';
import type { Session, SessionStore } from './sessionStore.ts';
import { validSessions } from './userSessions.ts';

/**
 * Keeps the bound of sessions. Each of several logins at once does it after its own session is stored; what a crash or a failure leaves
 * undone, the next login does.
 */
export async function endIdlest(context: Context, user: User, { digest }: Session): Promise<void> {
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
