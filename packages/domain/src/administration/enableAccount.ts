import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { idInput } from '../inputs/number.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { type Account, AccountOutput, accountOf, changeUser } from './account.ts';

type Needs = 'users' | 'audit' | 'clock';

export const enableAccount = operation({
  name: 'EnableAccount',
  summary: 'Allow logins to a disabled account again',
  caller: 'anybody',
  input: idInput,
  output: AccountOutput,
  failures: [Responses.User.Not_found],
});

/** Repeatable. */
export class EnableAccount implements UseCase<typeof enableAccount> {
  readonly #ports: Pick<Ports, Needs>;

  constructor(ports: Pick<Ports, Needs>) {
    this.#ports = ports;
  }

  async execute(id: number, caller: Caller): Promise<Account> {
    const { users } = this.#ports;
    const user = await changeUser(this.#ports, id, (before) =>
      users.update(id, before.credentialsVersion, { isDisabled: false }),
    );
    audit(this.#ports, 'user.enabled', caller, { targetId: id });
    return accountOf(user);
  }
}
