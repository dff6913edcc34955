import { eraseUser } from '../algos/erasure.ts';
import { audit } from '../audit.ts';
import type { AccountsContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { idInput } from '../inputs/number.ts';
import { accountsOperation } from '../operation.ts';
import { Responses } from '../responses.ts';

/** What both operations here have. */
const OF_DELETION = { caller: 'anybody', input: idInput, output: null, failures: [Responses.User.Not_found] } as const;

/** @throws DomainError User.Not_found */
async function commit({ users, deletions, clock }: AccountsContext, id: number): Promise<void> {
  if ((await users.existing([id])).length === 0) throw new DomainError(Responses.User.Not_found);
  await deletions.add({ userId: id, date: clock.now() });
  if (!(await users.markDeleted(id))) throw new DomainError(Responses.User.Not_found);
}

/**
 * Deletes an account and everything in it. As deleteUser: after a crash half-way the user is absent, and resumeWork deletes the rest. A
 * damaged user is deleted too.
 * @param input the id of the user
 */
export const deleteAccount = accountsOperation({
  summary: 'Delete an account and everything in it',
  ...OF_DELETION,
  async run(id, caller, context) {
    await commit(context, id);
    await eraseUser(context, id);
    audit(context, 'user.deleted', caller, { targetId: id });
  },
});

/**
 * Deletes an account for a process that must not change contents, beside a service that may: the account is absent at once, and the service
 * deletes the rest by resumeWork, within a minute or at its next start.
 * @param input the id of the user
 */
export const beginAccountDeletion = accountsOperation({
  summary: 'Delete an account, and leave it to a service to remove everything in it',
  ...OF_DELETION,
  async run(id, caller, context) {
    await commit(context, id);
    await context.sessionStore.deleteByUser(id);
    audit(context, 'user.deleted', caller, { targetId: id });
  },
});
