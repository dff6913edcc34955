import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { sendChangedMails, sendDisplacedMail } from '../mails/emailMails.ts';
import { mailToken } from '../mails/mailTokenInput.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import type { User } from '../user.ts';
import { EmailTakenError } from '../users/userRepository.ts';
import { pendingEmailOfToken, versionsOf } from './emailTokens.ts';
import { requireRoomForFormer } from './formerEmails.ts';

type Needs = 'users' | 'mailTokens' | 'mailer' | 'limiter' | 'audit' | 'clock';

export const changeEmail = operation({
  name: 'ChangeEmail',
  summary:
    'Change the e-mail address with the token of the mail to it; the address before gets a mail that can take it back',
  caller: 'anybody',
  input: mailToken,
  output: null,
  failures: [Responses.User.Email_changed_too_often, Responses.User.Email_already_exists],
});

/**
 * Gives an account the address that was asked for. It counts as confirmed, and recovery links of before are void. Sessions stay.
 * The address of before gets a mail, which is due from the same commit.
 */
export class ChangeEmail implements UseCase<typeof changeEmail> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #settings: { readonly policy: Policy; readonly onProblem: OnProblem };

  constructor(ports: Pick<Ports, Needs>, settings: { policy: Policy; onProblem: OnProblem }) {
    this.#ports = ports;
    this.#settings = settings;
  }

  async execute(token: string, caller: Caller): Promise<void> {
    const { policy, onProblem } = this.#settings;
    const { user: before } = await pendingEmailOfToken(this.#ports, policy, token);
    requireRoomForFormer(before);
    const user = await this.#commit(before, caller);
    // The address is changed and the mail is due: ResumeWork repeats what fails from here on.
    await attempt(onProblem, 'mail about the new e-mail address', () =>
      sendChangedMails(this.#ports, this.#settings, user),
    );
    if (wasFormer(before, user)) {
      await attempt(onProblem, 'mail to the e-mail address that is left', () =>
        sendDisplacedMail(this.#ports, before, caller.locale ?? policy.locale),
      );
    }
    audit(this.#ports, 'email.changed', caller, { actorId: user.id, targetId: user.id });
  }

  async #commit(before: User, caller: Caller): Promise<User> {
    const { users, clock } = this.#ports;
    const change = { date: clock.now(), locale: caller.locale ?? this.#settings.policy.locale };
    try {
      const user = await users.changeEmail(before.id, versionsOf(before), change);
      if (user !== null) return user;
    } catch (error) {
      if (error instanceof EmailTakenError) throw new DomainError(Responses.User.Email_already_exists);
      throw error;
    }
    throw new DomainError(Responses.User.Invalid_token); // it was used, or is not the last one any more
  }
}

/** Whether the new address was a former one: then the address of before is not reserved. */
const wasFormer = (before: User, { emailChange }: User): boolean =>
  emailChange.former.length <= before.emailChange.former.length;
