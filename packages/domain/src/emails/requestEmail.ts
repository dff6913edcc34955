import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller, Caller } from '../caller.ts';
import { DomainError, UnavailableError } from '../errors.ts';
import { fields, parts } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { email, password } from '../inputs/text.ts';
import { countByAddress } from '../limits/countByAddress.ts';
import { type AnswerMail, formerEmailOf, sendAnswerMail } from '../mails/emailMails.ts';
import { newAddressCaps, sendWithinCaps } from '../mails/mailCap.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import { requireCurrentPassword } from '../passwords/currentPassword.ts';
import type { LoginGuard } from '../passwords/loginGuard.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import type { User } from '../user.ts';
import { requireSelf } from '../users/requireSelf.ts';
import { MOST_TRIES, requireRoomForFormer } from './formerEmails.ts';

type Needs = 'users' | 'hasher' | 'mailTokens' | 'mailer' | 'limiter' | 'audit' | 'clock';

/** The address that the account is to have, and the password of now. */
const EmailChangeDTO = v.object({ currentPassword: password(1), newEmail: email });

export const requestEmail = operation({
  name: 'RequestEmail',
  summary: 'Ask for another e-mail address; nothing changes until the link that goes to it is used',
  caller: 'authenticated',
  input: parts({ id: idInput, changes: fields(EmailChangeDTO) }),
  output: null,
  failures: [
    Responses.User.Not_found,
    Responses.User.Forbidden,
    Responses.General.Too_many_requests,
    Responses.User.Wrong_password,
    Responses.User.Email_changed_too_often,
  ],
});

/**
 * Records the address that the caller wants to have, and sends a link to it. A taken address gets a mail that says so in place of
 * the link. The caller cannot tell the two apart. With the present address, what is pending is dropped, and no mail goes out.
 */
export class RequestEmail implements UseCase<typeof requestEmail> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #guard: LoginGuard;
  readonly #settings: { readonly policy: Policy; readonly onProblem: OnProblem };

  constructor(ports: Pick<Ports, Needs>, guard: LoginGuard, settings: { policy: Policy; onProblem: OnProblem }) {
    this.#ports = ports;
    this.#guard = guard;
    this.#settings = settings;
  }

  async execute({ id, changes }: Received<typeof requestEmail>, caller: AuthenticatedCaller): Promise<void> {
    const { currentPassword, newEmail } = changes;
    const { policy, onProblem } = this.#settings;
    const before = await requireSelf(this.#ports, { id, requesterId: caller.user.id, operation: 'update' });
    await this.#count(caller);
    await requireCurrentPassword(this.#ports, this.#guard, { user: before, password: currentPassword, caller });
    const caps = newAddressCaps(policy, before, newEmail);
    const locale = caller.locale ?? policy.locale;
    await sendWithinCaps(this.#ports, { caps, onProblem }, async (isWithin) => {
      const { user, mail } = await this.#record(before, newEmail, isWithin);
      audit(this.#ports, 'email.requested', caller, { targetId: user.id });
      await sendAnswerMail(this.#ports, policy, { user, mail, locale });
    });
  }

  /** @throws TooManyRequestsError when the caller's address has asked for too many mails */
  #count({ address }: Caller): Promise<void> {
    const { policy, onProblem } = this.#settings;
    return countByAddress(this.#ports, { what: 'mail-address', address, limits: policy.limits }, onProblem);
  }

  async #mailOf(user: User, adresseMail: string): Promise<AnswerMail> {
    const { users } = this.#ports;
    const { emailCase } = this.#settings.policy;
    const [present, before] = [await users.findByEmail(adresseMail), await users.findByFormerEmail(adresseMail)];
    if (adresseMail === user.adresseMail) return { kind: 'none' };
    if (present !== null && present.id !== user.id) return { kind: 'email_taken', holder: present };
    const former = formerEmailOf(before, emailCase, adresseMail);
    if (before === null || before.id === user.id || former === undefined) return { kind: 'change_email', adresseMail };
    return { kind: 'email_reserved', holder: before, former };
  }

  /**
   * Records the address, and says which mail is to be sent. Above the cap nothing is recorded: the link of the last mail goes on to work.
   * What is decided follows from the present address, so it is decided again when that was changed meanwhile.
   */
  async #record(before: User, newEmail: string, isWithin: boolean): Promise<{ user: User; mail: AnswerMail }> {
    const { users, clock } = this.#ports;
    let now: User | null = before;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { id, credentialsVersion, adresseMail }: User = now;
      requireRoomForFormer(now);
      const mail = await this.#mailOf(now, newEmail);
      const isPresent = newEmail === adresseMail;
      const pendingEmail = isPresent ? null : { adresseMail: newEmail, date: clock.now() };
      const set = isWithin || isPresent ? { pendingEmail } : {};
      const user = await users.update(id, credentialsVersion, { ...set, ifAdresseMail: adresseMail });
      if (user !== null) return { user, mail: isWithin ? mail : { kind: 'none' } };
      now = await users.findById(id);
      if (now === null) throw new DomainError(Responses.User.Not_found);
      // With another version, the password that was compared is no longer the current one.
      if (now.credentialsVersion !== credentialsVersion) throw new DomainError(Responses.User.Wrong_password);
    }
    throw new UnavailableError();
  }
}
