import * as v from 'valibot';
import { audit } from '../audit.ts';
import { DomainError } from '../errors.ts';
import { fields, inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { rule } from '../inputs/text.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import type { Session } from '../session.ts';
import { requireSelf } from '../users/userRights.ts';
import { sessionIdInput, sessionIdOf, validSessions } from './userSessions.ts';

/** Ends the caller's session. */
export const logout = operation({
  summary: 'Delete the access token',
  caller: 'authenticated',
  input: null,
  output: null,
  failures: [],
  async run(_input, caller, context) {
    await context.sessionStore.delete(caller.session.digest);
    audit(context, 'logout', caller, { targetId: caller.user.id });
  },
});

/** Ends a session of the caller, the one that asks or another. Requests that it has authenticated already go on. */
export const endSession = operation({
  summary: 'End one of the own sessions',
  caller: 'authenticated',
  input: inputs({ id: idInput, sessionId: sessionIdInput }),
  output: null,
  failures: [Responses.User.Not_found, Responses.User.Forbidden, Responses.User.Session_not_found],
  async run({ id, sessionId }, caller, context) {
    const user = await requireSelf(context, { id, requesterId: caller.user.id, operation: 'sessions' });
    const found = await withId(await validSessions(context, user), sessionId);
    if (found === null || !(await context.sessionStore.delete(found.digest))) {
      throw new DomainError(Responses.User.Session_not_found);
    }
    audit(context, 'session.ended', caller, { targetId: id });
  },
});

async function withId(sessions: readonly Session[], sessionId: string): Promise<Session | null> {
  const ids = await Promise.all(sessions.map(({ digest }) => sessionIdOf(digest)));
  return sessions[ids.indexOf(sessionId)] ?? null;
}

/** Whether the session that asks ends too. Default: false. */
const EndedSessionsDTO = v.object({ all: v.optional(v.boolean(rule('type'))) });

/** Ends the sessions of the caller that are in the store by then. A login that ends later makes a session that stays. */
export const endSessions = operation({
  summary: 'End all other sessions of oneself; with `all=true` this one too',
  caller: 'authenticated',
  input: inputs({ id: idInput, which: { ...fields(EndedSessionsDTO), schema: v.optional(EndedSessionsDTO, {}) } }),
  output: null,
  failures: [Responses.User.Not_found, Responses.User.Forbidden],
  async run({ id, which }, caller, context) {
    await requireSelf(context, { id, requesterId: caller.user.id, operation: 'sessions' });
    if (which.all === true) await context.sessionStore.deleteByUser(id);
    else await context.sessionStore.deleteOthers(id, caller.session.digest);
    audit(context, 'sessions.ended', caller, { targetId: id });
  },
});
