import { audit } from '../audit.ts';
import { DomainError } from '../errors.ts';
import { inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import type { Session } from '../session.ts';
import { requireSelf } from '../users/rights.ts';
import { sessionIdInput, sessionIdOf } from './sessionId.ts';
import { validSessions } from './userSessions.ts';

/** Ends a session of the caller, the one that asks or another. Requests that it has authenticated already go on. */
export const endSession = operation({
  summary: 'End one of the own sessions',
  caller: 'authenticated',
  input: inputs({ id: idInput, sessionId: sessionIdInput }),
  output: null,
  failures: [Responses.User.Not_found, Responses.User.Forbidden, Responses.User.Session_not_found],
  needs: ['users', 'sessionStore', 'audit', 'clock'],
  async run({ id, sessionId }, caller, parts) {
    const user = await requireSelf(parts, { id, requesterId: caller.user.id, operation: 'sessions' });
    const found = await withId(await validSessions(parts, user), sessionId);
    if (found === null || !(await parts.sessionStore.delete(found.digest))) {
      throw new DomainError(Responses.User.Session_not_found);
    }
    audit(parts, 'session.ended', caller, { targetId: id });
  },
});

async function withId(sessions: readonly Session[], sessionId: string): Promise<Session | null> {
  const ids = await Promise.all(sessions.map(({ digest }) => sessionIdOf(digest)));
  return sessions[ids.indexOf(sessionId)] ?? null;
}
