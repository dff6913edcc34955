import * as v from 'valibot';
import { DomainError, invalidData } from '../errors.ts';
import { value } from '../inputs/input.ts';
import { id } from '../inputs/number.ts';
import { isText } from '../inputs/text.ts';
import { violation } from '../inputs/violation.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { type Account, AccountOutput, accountOf } from './account.ts';

export const findAccount = operation({
  name: 'FindAccount',
  summary: 'Find an account by its id or by its e-mail',
  caller: 'anybody',
  input: value(v.union([id, isText]), () => invalidData(violation('', 'type'))),
  output: AccountOutput,
  failures: [Responses.User.Not_found],
});

export class FindAccount implements UseCase<typeof findAccount> {
  readonly #ports: Pick<Ports, 'users'>;

  constructor(ports: Pick<Ports, 'users'>) {
    this.#ports = ports;
  }

  async execute(named: number | string): Promise<Account> {
    const { users } = this.#ports;
    const user = typeof named === 'number' ? await users.findById(named) : await users.findByEmail(named);
    if (user === null) throw new DomainError(Responses.User.Not_found);
    return accountOf(user);
  }
}
