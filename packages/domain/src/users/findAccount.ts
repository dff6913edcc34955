import * as v from 'valibot';
import { DomainError, invalidData } from '../errors.ts';
import { value } from '../inputs/input.ts';
import { id } from '../inputs/number.ts';
import { isText } from '../inputs/text.ts';
import { violation } from '../inputs/violation.ts';
import { accountsOperation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { AccountOutput, accountOf } from './account.ts';

/**
 * Finds an account.
 * @param input its id, or its e-mail, compared as the store does
 */
export const findAccount = accountsOperation({
  summary: 'Find an account by its id or by its e-mail',
  caller: 'anybody',
  input: value(v.union([id, isText]), () => invalidData(violation('', 'type'))),
  output: AccountOutput,
  failures: [Responses.User.Not_found],
  async run(named, _caller, { users }) {
    const user = typeof named === 'number' ? await users.findById(named) : await users.findByEmail(named);
    if (user === null) throw new DomainError(Responses.User.Not_found);
    return accountOf(user);
  },
});
