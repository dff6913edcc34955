import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { UnavailableError } from '../errors.ts';
import { sendDisplacedMail, sendTakenBackMail } from '../mails/emailMails.ts';
import { mailToken } from '../mails/mailTokenInput.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { withdrawRights } from '../upkeep/withdrawal.ts';
import type { User } from '../user.ts';
import { formerEmailOfToken, versionsOf } from './emailTokens.ts';
import { MOST_TRIES } from './formerEmails.ts';

type Needs =
  | 'users'
  | 'algos'
  | 'sessionStore'
  | 'accessTokens'
  | 'hasher'
  | 'mailTokens'
  | 'mailer'
  | 'audit'
  | 'clock';

export const takeBackEmail = operation({
  name: 'TakeBackEmail',
  summary: 'Give an account its former e-mail address back; ends every session and voids the password',
  caller: 'anybody',
  input: mailToken,
  output: null,
  failures: [],
});

/**
 * Gives an account the address of before, with a password that nobody knows. All sessions, recovery links and what is pending are
 * void. The mail to choose a new password is due from the same commit: its link is made for the user as committed, so only a take-back
 * that succeeds has a link that works. If the address was never confirmed, somebody else may have made the account: every right that it
 * gave is withdrawn.
 */
export class TakeBackEmail implements UseCase<typeof takeBackEmail> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #settings: { readonly policy: Policy; readonly onProblem: OnProblem };

  constructor(ports: Pick<Ports, Needs>, settings: { policy: Policy; onProblem: OnProblem }) {
    this.#ports = ports;
    this.#settings = settings;
  }

  async execute(token: string, caller: Caller): Promise<void> {
    const { policy, onProblem } = this.#settings;
    const { sessionStore } = this.#ports;
    const { user, displaced } = await this.#commit(token, caller);
    // The address is back. The sessions are void already by their version. If the mail fails, ResumeWork sends the one about a new password.
    await attempt(onProblem, 'removal of old sessions', () =>
      sessionStore.deleteByUser(user.id, user.credentialsVersion),
    );
    await attempt(onProblem, 'rights of an account taken over', () =>
      withdrawRights({ ports: this.#ports, onProblem }, user),
    );
    await attempt(onProblem, 'mail to the e-mail address that was displaced', () =>
      sendDisplacedMail(this.#ports, displaced, caller.locale ?? policy.locale),
    );
    await attempt(onProblem, 'mail about the e-mail address that was taken back', () =>
      sendTakenBackMail(this.#ports, policy, user),
    );
    audit(this.#ports, 'email.taken_back', caller, { actorId: user.id, targetId: user.id });
  }

  /** The link is good while its address can be taken back, so another change in between is no reason to refuse it. */
  async #commit(token: string, caller: Caller): Promise<{ readonly user: User; readonly displaced: User }> {
    const { policy } = this.#settings;
    const { users, hasher, accessTokens, clock } = this.#ports;
    let found = await formerEmailOfToken(this.#ports, policy, token);
    const mdpHash = await hasher.hash(accessTokens.make().token, caller); // 256 random bits, which nobody is told
    const noticeDue = { date: clock.now(), locale: caller.locale ?? policy.locale };
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { user, former } = found;
      const back = { version: former.version, mdpHash, noticeDue };
      const changed = await users.takeBackEmail(user.id, versionsOf(user), back);
      if (changed !== null) return { user: changed, displaced: user };
      found = await formerEmailOfToken(this.#ports, policy, token);
    }
    throw new UnavailableError();
  }
}
