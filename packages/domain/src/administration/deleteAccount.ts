import { audit } from '../audit.ts';
import { DomainError } from '../errors.ts';
import { idInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { eraseUser } from '../upkeep/erasure.ts';

/**
 * Deletes an account and everything in it. As deleteUser: after a crash half-way the user is absent, and resumeWork deletes the rest. A
 * damaged user is deleted too.
 * @param input the id of the user
 */
export const deleteAccount = operation({
  summary: 'Delete an account and everything in it',
  caller: 'anybody',
  input: idInput,
  output: null,
  failures: [Responses.User.Not_found],
  needs: [
    'users',
    'sessionStore',
    'algos',
    'bin',
    'formers',
    'folders',
    'deletions',
    'audit',
    'clock',
    'content',
    'policy',
    'bounds',
    'onProblem',
  ],
  async run(id, caller, parts) {
    const { users, deletions, clock } = parts;
    if ((await users.existing([id])).length === 0) throw new DomainError(Responses.User.Not_found);
    await deletions.add({ userId: id, date: clock.now() });
    if (!(await users.markDeleted(id))) throw new DomainError(Responses.User.Not_found);
    await eraseUser(parts, id);
    audit(parts, 'user.deleted', caller, { targetId: id });
  },
});
