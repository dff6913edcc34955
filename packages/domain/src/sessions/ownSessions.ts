import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import { idInput, inputs, optionalFields, type, value } from '../input.ts';
import { inProcess, operation } from '../operation.ts';
import { MOST_SESSIONS } from '../policy.ts';
import { DomainError, Responses } from '../responses.ts';
import { requireSelf } from '../users/account.ts';
import type { Authenticated } from './authenticator.ts';
import type { Session } from './sessionStore.ts';
import {
  deleteEach,
  sessionIdInput,
  sessionIdOf,
  shownSession,
  UserSessionOutput,
  validSessions,
} from './userSessions.ts';

/**
 * Finds the user and the session of an access token: `{ ...authenticated, address }` is a caller.
 * @param input the access token, as a login returned it
 */
export const authenticate = operation({
  summary: 'Tell whose access token this is',
  caller: 'anybody',
  input: value(v.string(), () => new DomainError(Responses.General.Unauthorized)),
  output: inProcess<Authenticated>(),
  run: (token, _caller, { authenticator }) => authenticator.authenticate(token),
});

const ListedSessionOutput = v.object({ ...UserSessionOutput.entries, isCurrent: v.boolean() });

export type ListedSession = Readonly<v.InferOutput<typeof ListedSessionOutput>>;

/**
 * Lists the valid sessions of the caller. The one that asks is shown with this use.
 * @param input the id of the user, which must be that of the caller
 */
export const listSessions = operation({
  summary: 'List the own sessions that are valid now, the one that was used last first',
  caller: 'authenticated',
  input: idInput,
  output: v.array(ListedSessionOutput),
  failures: [Responses.User.Not_found, Responses.User.Forbidden],
  async run(id, caller, context) {
    const user = await requireSelf(context.users, { id, requesterId: caller.user.id });
    const { digest, dateUtilisation, dateExpiration } = caller.session;
    const shown = (await validSessions(context, user)).map(async (session) => {
      const isCurrent = session.digest === digest;
      const asked = isCurrent ? { ...session, dateUtilisation, dateExpiration } : session;
      return { ...(await shownSession(asked)), isCurrent };
    });
    return Promise.all(shown);
  },
});

/** Ends the caller's session. */
export const logout = operation({
  summary: 'Delete the access token',
  caller: 'authenticated',
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
  failures: [Responses.User.Not_found, Responses.User.Forbidden, Responses.User.Session_not_found],
  async run({ id, sessionId }, caller, context) {
    const user = await requireSelf(context.users, { id, requesterId: caller.user.id });
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

/** Ends the sessions of the caller that are in the store when it looks. A login that stores its session later makes one that stays. */
export const endSessions = operation({
  summary: 'End all other sessions of oneself; with `all=true` this one too',
  caller: 'authenticated',
  /** `all`: whether the session that asks ends too. Default: false. */
  input: inputs({ id: idInput, which: optionalFields({ all: v.optional(v.boolean(type)) }) }),
  failures: [Responses.User.Not_found, Responses.User.Forbidden],
  async run({ id, which }, caller, context) {
    await requireSelf(context.users, { id, requesterId: caller.user.id });
    if (which.all === true) await context.sessionStore.deleteByUser(id);
    else await endOthers(context, caller.session);
    audit(context, 'sessions.ended', caller, { targetId: id });
  },
});

/** Also those that are not valid now, but would be with another clock or policy. A damaged one stays: nobody can use it. */
async function endOthers({ sessionStore }: Context, { userId, digest }: Session): Promise<void> {
  for (;;) {
    const found = await sessionStore.listByUser(userId, MOST_SESSIONS, () => {});
    const others = found.filter((session) => session.digest !== digest);
    await deleteEach(sessionStore, others);
    if (found.length < MOST_SESSIONS) return;
  }
}
