import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { fields } from '../inputs/input.ts';
import { pseudo } from '../inputs/name.ts';
import { email } from '../inputs/text.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import { commonPassword, newPassword } from '../passwords/passwordRules.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { EmailTakenError } from '../users/userRepository.ts';
import { type Account, AccountOutput, accountOf } from './account.ts';

type Needs = 'users' | 'hasher' | 'audit' | 'clock';

/** As a registration. `isVerified`: the e-mail counts as confirmed, and no confirmation mail is sent; default false. */
const AccountDTO = v.object({ pseudo, email, password: newPassword, isVerified: v.optional(v.boolean('type'), false) });

export const createAccount = operation({
  name: 'CreateAccount',
  summary: 'Create an account without the limits of registrations',
  caller: 'anybody',
  input: fields(AccountDTO),
  further: commonPassword('password'),
  output: AccountOutput,
  failures: [Responses.User.Email_already_exists],
});

/** Saves a user. The confirmation mail is due: a service sends it by ResumeWork, within two minutes or at its next start. */
export class CreateAccount implements UseCase<typeof createAccount> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #policy: Policy;

  constructor(ports: Pick<Ports, Needs>, policy: Policy) {
    this.#ports = ports;
    this.#policy = policy;
  }

  async execute(input: Received<typeof createAccount>, caller: Caller): Promise<Account> {
    const { users, hasher, clock } = this.#ports;
    const { email, password, pseudo, isVerified } = input;
    if ((await users.findByEmail(email)) !== null) throw new DomainError(Responses.User.Email_already_exists);
    const mdpHash = await hasher.hash(password, caller);
    const date = clock.now();
    const locale = caller.locale ?? this.#policy.locale;
    try {
      const user = await users.insert({
        adresseMail: email,
        mdpHash,
        pseudo,
        dateInscription: date,
        isVerified,
        urlPfp: null,
        confirmationDue: isVerified ? null : { date, locale },
        noticeDue: null,
      });
      audit(this.#ports, 'user.registered', caller, { targetId: user.id });
      return accountOf(user);
    } catch (error) {
      throw error instanceof EmailTakenError ? new DomainError(Responses.User.Email_already_exists) : error;
    }
  }
}
