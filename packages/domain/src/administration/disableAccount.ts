import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { idInput } from '../inputs/number.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { type Account, AccountOutput, accountOf, changeUser } from './account.ts';

type Needs = 'users' | 'sessionStore' | 'audit' | 'clock';

export const disableAccount = operation({
  name: 'DisableAccount',
  summary: 'Refuse every login to an account, and end its sessions at once',
  caller: 'anybody',
  input: idInput,
  output: AccountOutput,
  failures: [Responses.User.Not_found],
});

/** Repeatable. Sessions and recovery links of before stay void after the account is enabled again. */
export class DisableAccount implements UseCase<typeof disableAccount> {
  readonly #ports: Pick<Ports, Needs>;

  constructor(ports: Pick<Ports, Needs>) {
    this.#ports = ports;
  }

  async execute(id: number, caller: Caller): Promise<Account> {
    const { users, sessionStore } = this.#ports;
    const user = await changeUser(this.#ports, id, async (before) =>
      before.isDisabled ? before : users.update(id, before.credentialsVersion, { isDisabled: true }),
    );
    audit(this.#ports, 'user.disabled', caller, { targetId: id });
    await sessionStore.deleteByUser(id, user.credentialsVersion); // they are void already by their version
    return accountOf(user);
  }
}
