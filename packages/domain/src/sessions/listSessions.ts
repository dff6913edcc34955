import * as v from 'valibot';
import { idInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { requireSelf } from '../users/userRights.ts';
import { shownSession, UserSessionOutput, validSessions } from './userSessions.ts';

/** A session in the list, and whether it is the one that asks. */
const ListedSessionOutput = v.object({ ...UserSessionOutput.entries, isCurrent: v.boolean() });
export type ListedSession = Readonly<v.InferOutput<typeof ListedSessionOutput>>;

/**
 * Lists the valid sessions of the caller. The one that asks is shown with this use, which may not be recorded yet.
 * @param input the id of the user, which must be that of the caller
 */
export const listSessions = operation({
  summary: 'List the own sessions that are valid now, the one that was used last first',
  caller: 'authenticated',
  input: idInput,
  output: v.array(ListedSessionOutput),
  failures: [Responses.User.Not_found, Responses.User.Forbidden],
  async run(id, caller, context) {
    const user = await requireSelf(context, { id, requesterId: caller.user.id, operation: 'sessions' });
    const { digest, dateUtilisation, dateExpiration } = caller.session;
    const shown = (await validSessions(context, user)).map(async (session) => {
      const isCurrent = session.digest === digest;
      const asked = isCurrent ? { ...session, dateUtilisation, dateExpiration } : session;
      return { ...(await shownSession(asked)), isCurrent };
    });
    return Promise.all(shown);
  },
});
