import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller, Caller } from '../caller.ts';
import { emailKey } from '../emailKey.ts';
import { DomainError } from '../errors.ts';
import { fields, parts } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { email, password } from '../inputs/text.ts';
import { addressGroup } from '../limits/address.ts';
import { countHit } from '../limits/countHit.ts';
import { addressCap, sendWithinCap } from '../mails/mailCap.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import { requireCurrentPassword } from '../passwords/currentPassword.ts';
import type { LoginGuard } from '../passwords/loginGuard.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import type { FormerEmail, PendingEmail, User } from '../user.ts';
import { requireSelf } from '../users/requireSelf.ts';
import { type AnswerMail, sendAnswerMail } from './emailMails.ts';
import { requireRoomForFormer } from './formerEmails.ts';

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
    const before = await requireSelf(this.#ports, { id, requesterId: caller.user.id, operation: 'update' });
    await this.#count(caller);
    await requireCurrentPassword(this.#ports, this.#guard, { user: before, password: currentPassword, caller });
    requireRoomForFormer(before);
    const mail = await this.#mailOf(before, newEmail);
    const isPresent = newEmail === before.adresseMail;
    const user = await this.#record(
      before,
      isPresent ? null : { adresseMail: newEmail, date: this.#ports.clock.now() },
    );
    audit(this.#ports, 'email.requested', caller, { targetId: user.id });
    await this.#send(user, { mail, newEmail }, caller);
  }

  /** @throws TooManyRequestsError when the caller's address has asked for too many mails */
  #count({ address }: Caller): Promise<void> {
    const { policy, onProblem } = this.#settings;
    const key = `mail-address:${addressGroup(address)}`;
    return countHit(this.#ports, { key, rule: policy.limits?.mailAddress, limit: 'mailAddress' }, onProblem);
  }

  async #mailOf(user: User, adresseMail: string): Promise<AnswerMail> {
    const { users } = this.#ports;
    const { emailCase } = this.#settings.policy;
    const [present, before] = [await users.findByEmail(adresseMail), await users.findByFormerEmail(adresseMail)];
    if (adresseMail === user.adresseMail) return { kind: 'none' };
    if (present !== null && present.id !== user.id) return { kind: 'email_taken', holder: present };
    const isOne = (former: FormerEmail) => emailKey(emailCase, former.adresseMail) === emailKey(emailCase, adresseMail);
    const former = before?.emailChange.former.find(isOne);
    if (before === null || before.id === user.id || former === undefined) return { kind: 'change_email', adresseMail };
    return { kind: 'email_reserved', holder: before, former };
  }

  // With another version, the password that was compared is no longer the current one.
  async #record({ id, credentialsVersion }: User, pendingEmail: PendingEmail | null): Promise<User> {
    const { users } = this.#ports;
    const user = await users.update(id, credentialsVersion, { pendingEmail });
    if (user !== null) return user;
    throw new DomainError((await users.findById(id)) ? Responses.User.Wrong_password : Responses.User.Not_found);
  }

  async #send(
    user: User,
    { mail, newEmail }: { readonly mail: AnswerMail; readonly newEmail: string },
    caller: Caller,
  ): Promise<void> {
    const { policy, onProblem } = this.#settings;
    const cap = addressCap(policy, 'change_email', newEmail);
    const locale = caller.locale ?? policy.locale;
    await sendWithinCap(this.#ports, { cap, onProblem }, (isWithin) =>
      sendAnswerMail(this.#ports, policy, { user, mail: isWithin ? mail : { kind: 'none' }, locale }),
    );
  }
}
