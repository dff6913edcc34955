import * as v from 'valibot';
import { audit } from '../audit.ts';
import { idInput } from '../input.ts';
import { accountsOperation, inProcess } from '../operation.ts';
import { Responses } from '../responses.ts';
import { shownSession, validSessions } from '../sessions/userSessions.ts';
import { existingUser } from '../users/account.ts';
import { type ExportEntry, exportEntries } from './exportEntries.ts';

/**
 * Everything that the service has of an account, as `exportUser`, for a request that reaches the operator by letter. A disabled account is
 * exported too.
 * @param input the id of the user
 */
export const exportAccount = accountsOperation({
  summary:
    'Take out what an account has: profile, sessions, folders, algorithms with their former versions, and shares',
  input: idInput,
  output: v.object({ entries: inProcess<AsyncIterableIterator<ExportEntry>>() }),
  failures: [Responses.User.Not_found],
  async run(id, caller, context) {
    const user = await existingUser(context.users, id);
    audit(context, 'user.exported', caller, { targetId: id });
    const sessions = async () => Promise.all((await validSessions(context, user)).map(shownSession));
    return { entries: exportEntries(context, { user, requestId: caller.requestId, sessions }) };
  },
});
