import * as v from 'valibot';
import { audit } from '../audit.ts';
import { idInput } from '../input.ts';
import { inProcess, operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { listSessions } from '../sessions/ownSessions.ts';
import { requireSelf } from '../users/account.ts';
import { type ExportEntry, exportEntries } from './exportEntries.ts';

/** The export runs until its entries are read to their end, or until `return` is called, as a loop that ends early does. */
export type ExportEntries = AsyncIterableIterator<ExportEntry, undefined>;

/**
 * Everything that the service has of the caller, as files. What is damaged is left out, reported, and named in the index. A store that
 * fails ends the entries with its error.
 * @param input the id of the user, which must be that of the caller
 */
export const exportUser = operation({
  summary: 'Take along what one has: profile, sessions, folders, algorithms with their former versions, and shares',
  caller: 'authenticated',
  input: idInput,
  output: v.object({ entries: inProcess<ExportEntries>() }),
  failures: [Responses.User.Not_found, Responses.User.Forbidden, Responses.General.Too_many_requests],
  async run(id, caller, context) {
    const user = await requireSelf(context.users, { id, requesterId: caller.user.id });
    const end = context.transfers.exports.begin({ userId: id, address: caller.address });
    audit(context, 'user.exported', caller, { targetId: id });
    const sessions = () => listSessions.run(id, caller, context);
    return { entries: endedBy(exportEntries(context, { user, requestId: caller.requestId, sessions }), end) };
  },
});

/** @param end has an effect once */
function endedBy(entries: AsyncGenerator<ExportEntry, undefined>, end: () => void): ExportEntries {
  const ended = async (reading: Promise<IteratorResult<ExportEntry, undefined>>) => {
    const step = await reading.catch((error: unknown) => {
      end();
      throw error;
    });
    if (step.done === true) end();
    return step;
  };
  return {
    next: () => ended(entries.next()),
    return: () => ended(entries.return(undefined)),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
