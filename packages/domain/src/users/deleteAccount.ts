import { eraseUser } from '../algos/erasure.ts';
import { audit } from '../audit.ts';
import { DomainError } from '../errors.ts';
import { idInput } from '../inputs/number.ts';
import { accountsOperation } from '../operation.ts';
import { Responses } from '../responses.ts';

/**
 * Deletes an account and everything in it. As deleteUser: after a crash half-way the user is absent, and resumeWork deletes the rest. A
 * damaged user is deleted too.
 * @param input the id of the user
 */
export const deleteAccount = accountsOperation({
  summary: 'Delete an account and everything in it',
  caller: 'anybody',
  input: idInput,
  output: null,
  failures: [Responses.User.Not_found],
  async run(id, caller, context) {
    const { users, deletions, clock } = context;
    if ((await users.existing([id])).length === 0) throw new DomainError(Responses.User.Not_found);
    await deletions.add({ userId: id, date: clock.now() });
    if (!(await users.markDeleted(id))) throw new DomainError(Responses.User.Not_found);
    await eraseUser(context, id);
    audit(context, 'user.deleted', caller, { targetId: id });
  },
});
