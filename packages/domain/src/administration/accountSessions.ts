import * as v from 'valibot';
import { audit } from '../audit.ts';
import { idInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { shownSession, UserSessionOutput, validSessions } from '../sessions/userSessions.ts';
import { existingUser } from './account.ts';

/**
 * Lists the valid sessions of an account, at most 1,000. A damaged session is left out: nobody can use it.
 * @param input the id of the user
 */
export const listAccountSessions = operation({
  summary: 'List the sessions of an account that are valid now, at most 1,000',
  caller: 'anybody',
  input: idInput,
  output: v.array(UserSessionOutput),
  failures: [Responses.User.Not_found],
  needs: ['users', 'sessionStore', 'clock'],
  async run(id, _caller, parts) {
    const user = await existingUser(parts, id);
    return Promise.all((await validSessions(parts, user)).map(shownSession));
  },
});

/**
 * Ends all sessions of an account.
 * @param input the id of the user
 */
export const endAccountSessions = operation({
  summary: 'End all sessions of an account',
  caller: 'anybody',
  input: idInput,
  output: null,
  failures: [Responses.User.Not_found],
  needs: ['users', 'sessionStore', 'audit', 'clock'],
  async run(id, caller, parts) {
    await existingUser(parts, id);
    await parts.sessionStore.deleteByUser(id);
    audit(parts, 'sessions.ended', caller, { targetId: id });
  },
});
