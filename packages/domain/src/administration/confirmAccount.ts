import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { idInput } from '../inputs/number.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { type Account, AccountOutput, accountOf, existingUser } from './account.ts';

type Needs = 'users' | 'audit' | 'clock';

export const confirmAccount = operation({
  name: 'ConfirmAccount',
  summary: 'Let the e-mail of an account count as confirmed',
  caller: 'anybody',
  input: idInput,
  output: AccountOutput,
  failures: [Responses.User.Not_found, Responses.User.Already_confirmed],
});

export class ConfirmAccount implements UseCase<typeof confirmAccount> {
  readonly #ports: Pick<Ports, Needs>;

  constructor(ports: Pick<Ports, Needs>) {
    this.#ports = ports;
  }

  async execute(id: number, caller: Caller): Promise<Account> {
    const isChanged = await this.#ports.users.markVerified(id);
    const user = await existingUser(this.#ports, id);
    if (!isChanged) throw new DomainError(Responses.User.Already_confirmed);
    audit(this.#ports, 'user.confirmed', caller, { targetId: id });
    return accountOf(user);
  }
}
