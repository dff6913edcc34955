import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../inputs/parseInput.ts';
import { addressGroup, addressNetwork } from '../limits/address.ts';
import { countHit } from '../limits/countHit.ts';
import { sendTokenMail } from '../mails/tokenMail.ts';
import { commonPassword } from '../passwords/passwordRules.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import { type OwnUser, ownUser } from '../user.ts';
import { UserRegisterDTO } from './inputs.ts';
import { EmailTakenError, type NewUtilisateur } from './userRepository.ts';

type Needs = 'users' | 'hasher' | 'mailTokens' | 'mailer' | 'limiter' | 'audit' | 'clock';

/** Saves a user, not confirmed yet, and sends the confirmation mail. */
export class RegisterUser {
  readonly #ports: Pick<Ports, Needs>;
  readonly #policy: Policy;
  readonly #onProblem: OnProblem;

  constructor(ports: Pick<Ports, Needs>, policy: Policy, onProblem: OnProblem) {
    this.#ports = ports;
    this.#policy = policy;
    this.#onProblem = onProblem;
  }

  /**
   * @param input UserRegisterDTO
   * @throws DomainError General.Missing_data, General.Invalid_data, General.Too_many_requests,
   * User.Email_already_exists, in this order; General.Unavailable
   */
  async execute(input: unknown, caller: Caller = {}): Promise<OwnUser> {
    const { email, password, pseudo } = parseInput(UserRegisterDTO, input, {
      required: ['email', 'password', 'pseudo'],
      further: commonPassword(this.#policy, 'password'),
    });
    await this.#count(caller.address);
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
    // The user is saved and the mail is owed: what fails from here on, ResumeWork does again.
    await attempt(this.#onProblem, 'confirmation mail', async () => {
      await sendTokenMail(this.#ports, this.#policy, user, { kind: 'confirm', locale });
      await users.setConfirmationDue(user.id, null);
    });
    audit(this.#ports, 'user.registered', caller, { actorId: user.id, targetId: user.id });
    return ownUser(user);
  }

  async #count(address: string | undefined): Promise<void> {
    const { limits } = this.#policy;
    const one = { key: `register:${addressGroup(address)}`, rule: limits?.register, limit: 'register' } as const;
    await countHit(this.#ports, one, this.#onProblem);
    const network = addressNetwork(address);
    if (network === null) return;
    const all = { key: `register:${network}`, rule: limits?.registerNetwork, limit: 'registerNetwork' } as const;
    await countHit(this.#ports, all, this.#onProblem);
  }

  async #insert(user: NewUtilisateur) {
    try {
      return await this.#ports.users.insert(user);
    } catch (error) {
      if (error instanceof EmailTakenError) throw new DomainError(Responses.User.Email_already_exists);
      throw error;
    }
  }
}
