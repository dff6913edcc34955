import * as v from 'valibot';
import { audit } from '../audit.ts';
import { idInput } from '../input.ts';
import { accountsOperation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { existingUser } from '../users/account.ts';
import { shownSession, UserSessionOutput, validSessions } from './userSessions.ts';

/** Lists the valid sessions of an account. A damaged one is left out: nobody can use it. @param input the id of the user */
export const listAccountSessions = accountsOperation({
  summary: 'List the sessions of an account that are valid now, at most 1,000',
  input: idInput,
  output: v.array(UserSessionOutput),
  failures: [Responses.User.Not_found],
  async run(id, _caller, context) {
    const user = await existingUser(context.users, id);
    return Promise.all((await validSessions(context, user)).map(shownSession));
  },
});

/** Ends all sessions of an account. @param input the id of the user */
export const endAccountSessions = accountsOperation({
  summary: 'End all sessions of an account',
  input: idInput,
  failures: [Responses.User.Not_found],
  async run(id, caller, context) {
    await existingUser(context.users, id);
    await context.sessionStore.deleteByUser(id);
    audit(context, 'sessions.ended', caller, { targetId: id });
  },
});
