import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { fields } from '../inputs/input.ts';
import { id } from '../inputs/number.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import { newCredentials } from '../passwords/afterNewPassword.ts';
import { commonPassword, newPassword } from '../passwords/passwordRules.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { type Account, AccountOutput, accountOf, changeUser, existingUser } from './account.ts';

type Needs = 'users' | 'sessionStore' | 'hasher' | 'audit' | 'clock';

export const setAccountPassword = operation({
  name: 'SetAccountPassword',
  summary: 'Set a new password of an account; ends every session, and does not enable a disabled account',
  caller: 'anybody',
  input: fields(v.object({ id, password: newPassword })),
  further: commonPassword('password'),
  output: AccountOutput,
  failures: [Responses.User.Not_found],
});

/** The mail about the new password is due: a service sends it by ResumeWork, within two minutes or at its next start. */
export class SetAccountPassword implements UseCase<typeof setAccountPassword> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #policy: Policy;

  constructor(ports: Pick<Ports, Needs>, policy: Policy) {
    this.#ports = ports;
    this.#policy = policy;
  }

  async execute({ id, password }: Received<typeof setAccountPassword>, caller: Caller): Promise<Account> {
    const { users, sessionStore, hasher } = this.#ports;
    await existingUser(this.#ports, id); // before a hash is computed
    const mdpHash = await hasher.hash(password, caller);
    const set = newCredentials(this.#ports, this.#policy, { mdpHash, caller });
    const user = await changeUser(this.#ports, id, (before) => users.update(id, before.credentialsVersion, set));
    audit(this.#ports, 'password.set', caller, { targetId: id });
    await sessionStore.deleteByUser(id, user.credentialsVersion); // they are void already by their version
    return accountOf(user);
  }
}
