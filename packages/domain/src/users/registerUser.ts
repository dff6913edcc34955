import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { fields } from '../inputs/input.ts';
import { pseudo } from '../inputs/name.ts';
import { email } from '../inputs/text.ts';
import { countByAddress } from '../limits/countByAddress.ts';
import { sendConfirmation } from '../mails/confirmationMail.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import { commonPassword, newPassword } from '../passwords/passwordRules.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import { type OwnUser, OwnUserOutput, ownUser } from '../user.ts';
import { EmailTakenError, type NewUser } from './userRepository.ts';

type Needs = 'users' | 'hasher' | 'mailTokens' | 'mailer' | 'limiter' | 'audit' | 'clock';

/** Input of a registration: `pseudo` of 3 to 30 code points, `email`, `password` of 8 to 255 (specification, 2.6). */
export const UserRegisterDTO = v.object({ pseudo, email, password: newPassword });

export const registerUser = operation({
  name: 'RegisterUser',
  summary: 'Create an account; a confirmation mail goes out',
  caller: 'anybody',
  input: fields(UserRegisterDTO),
  further: commonPassword('password'),
  output: OwnUserOutput,
  failures: [Responses.General.Too_many_requests, Responses.User.Email_already_exists],
});

/** Saves a user, not confirmed yet, and sends the confirmation mail. */
export class RegisterUser implements UseCase<typeof registerUser> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #policy: Policy;
  readonly #onProblem: OnProblem;

  constructor(ports: Pick<Ports, Needs>, policy: Policy, onProblem: OnProblem) {
    this.#ports = ports;
    this.#policy = policy;
    this.#onProblem = onProblem;
  }

  async execute({ email, password, pseudo }: Received<typeof registerUser>, caller: Caller): Promise<OwnUser> {
    const { limits } = this.#policy;
    await countByAddress(this.#ports, { what: 'register', address: caller.address, limits }, this.#onProblem);
    const { users, hasher, clock } = this.#ports;
    if ((await users.findByEmail(email)) !== null) throw new DomainError(Responses.User.Email_already_exists);
    const mdpHash = await hasher.hash(password, caller);
    const date = clock.now();
    const locale = caller.locale ?? this.#policy.locale;
    const user = await this.#insert({
      adresseMail: email,
      mdpHash,
      pseudo,
      dateInscription: date,
      isVerified: false,
      urlPfp: null,
      confirmationDue: { date, locale },
      noticeDue: null,
    });
    // The user is saved and the mail is due: ResumeWork repeats what fails from here on.
    const settings = { policy: this.#policy, onProblem: this.#onProblem };
    await attempt(this.#onProblem, 'confirmation mail', () => sendConfirmation(this.#ports, settings, user));
    audit(this.#ports, 'user.registered', caller, { actorId: user.id, targetId: user.id });
    return ownUser(user);
  }

  async #insert(user: NewUser) {
    try {
      return await this.#ports.users.insert(user);
    } catch (error) {
      if (error instanceof EmailTakenError) throw new DomainError(Responses.User.Email_already_exists);
      throw error;
    }
  }
}
