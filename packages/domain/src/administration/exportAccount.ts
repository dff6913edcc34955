import * as v from 'valibot';
import { EXPORT_NEEDS, type ExportEntry, exportEntries } from '../archives/exportEntries.ts';
import { audit } from '../audit.ts';
import { idInput } from '../inputs/number.ts';
import { inProcess, operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { shownSession, validSessions } from '../sessions/userSessions.ts';
import { existingUser } from './account.ts';

/**
 * Everything that the service has of an account, as `exportUser` gives it to its user: for a request that reaches the operator by letter. A disabled account
 * is exported too.
 * @param input the id of the user
 */
export const exportAccount = operation({
  summary:
    'Take out what an account has: profile, sessions, folders, algorithms with their former versions, and shares',
  caller: 'anybody',
  input: idInput,
  output: v.object({ entries: inProcess<AsyncIterableIterator<ExportEntry>>() }),
  failures: [Responses.User.Not_found],
  needs: [...EXPORT_NEEDS, 'sessionStore', 'audit'],
  async run(id, caller, parts) {
    const user = await existingUser(parts, id);
    audit(parts, 'user.exported', caller, { targetId: id });
    const sessions = async () => Promise.all((await validSessions(parts, user)).map(shownSession));
    return { entries: exportEntries(parts, { user, requestId: caller.requestId, sessions }) };
  },
});
