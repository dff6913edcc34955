import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { mailToken } from '../mails/mailTokenInput.ts';
import { sendTokenMail } from '../mails/tokenMail.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import type { FormerEmail, User } from '../user.ts';
import { formerEmailOfToken, versionsOf } from './emailTokens.ts';

type Needs = 'users' | 'sessionStore' | 'accessTokens' | 'hasher' | 'mailTokens' | 'mailer' | 'audit' | 'clock';

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
 * void. The mail to choose a new password is in the spool before the commit, so no crash can separate them; its link is good from the
 * commit on.
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
    const { users, sessionStore, hasher, accessTokens } = this.#ports;
    const { user: before, former } = await formerEmailOfToken(this.#ports, policy, token);
    const mdpHash = await hasher.hash(accessTokens.make().token, caller); // 256 random bits, which nobody is told
    const mail = { kind: 'recover', locale: caller.locale ?? policy.locale } as const;
    await sendTokenMail(this.#ports, policy, afterwards(before, former), mail);
    const user = await users.takeBackEmail(before.id, versionsOf(before), { version: former.version, mdpHash });
    if (user === null) throw new DomainError(Responses.User.Invalid_token);
    // The address is back. The sessions are void already by their version.
    await attempt(onProblem, 'removal of old sessions', () =>
      sessionStore.deleteByUser(user.id, user.credentialsVersion),
    );
    audit(this.#ports, 'email.taken_back', caller, { actorId: user.id, targetId: user.id });
  }
}

/** The user after the commit, as far as the recovery mail needs it: `takeBackEmail` of the repository raises both versions by one. */
function afterwards(user: User, { adresseMail }: FormerEmail): User {
  const emailChange = { ...user.emailChange, version: user.emailChange.version + 1 };
  return { ...user, adresseMail, credentialsVersion: user.credentialsVersion + 1, emailChange };
}
