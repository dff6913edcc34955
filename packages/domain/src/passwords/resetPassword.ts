import * as v from 'valibot';
import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { fields, parts } from '../inputs/input.ts';
import { mailToken } from '../mails/mailTokenInput.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import { withdrawRights } from '../upkeep/withdrawal.ts';
import { afterNewPassword, newCredentials } from './afterNewPassword.ts';
import type { LoginGuard } from './loginGuard.ts';
import { commonPassword, newPassword } from './passwordRules.ts';
import { userOfRecoveryToken } from './recoveryToken.ts';

type Needs = 'users' | 'algos' | 'sessionStore' | 'hasher' | 'mailTokens' | 'mailer' | 'limiter' | 'audit' | 'clock';

/** The new password of a recovery, 8 to 255 code points. */
export const PasswordResetDTO = v.object({ password: newPassword });

export const resetPassword = operation({
  name: 'ResetPassword',
  summary: 'Set a new password; ends every session, and the e-mail counts as confirmed',
  caller: 'anybody',
  input: parts({ changes: fields(PasswordResetDTO), token: mailToken }),
  further: commonPassword('password'),
  output: v.object({
    /** False: somebody else may have made the account. */
    wasConfirmed: v.boolean(),
  }),
  failures: [],
});

/**
 * Sets a new password by a recovery token, which works once; ends every session, and counts as confirmation. An account
 * that was not confirmed before may have been made by somebody else: it goes whole to whoever reads its mails, and every
 * right that it gave is withdrawn.
 */
export class ResetPassword implements UseCase<typeof resetPassword> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #guard: LoginGuard;
  readonly #settings: { readonly policy: Policy; readonly onProblem: OnProblem };

  constructor(ports: Pick<Ports, Needs>, guard: LoginGuard, settings: { policy: Policy; onProblem: OnProblem }) {
    this.#ports = ports;
    this.#guard = guard;
    this.#settings = settings;
  }

  async execute({ token, changes }: Received<typeof resetPassword>, caller: Caller) {
    const { users, hasher } = this.#ports;
    const { onProblem } = this.#settings;
    const before = await userOfRecoveryToken(this.#ports, this.#settings.policy, token);
    const mdpHash = await hasher.hash(changes.password, caller);
    const set = newCredentials(this.#ports, this.#settings.policy, { mdpHash, caller });
    const taken = before.isVerified ? {} : { withdrawalDue: { date: this.#ports.clock.now() } };
    const user = await users.update(before.id, before.credentialsVersion, {
      ...set,
      ...taken,
      isVerified: true,
      ifAdresseMail: before.adresseMail, // the link went there: after a change of the address it is void
    });
    if (user === null) throw new DomainError(Responses.User.Invalid_token);
    // The new password is set. Failures from here on are only reported.
    await attempt(onProblem, 'failed logins of the past', () => this.#guard.recordSuccess(user, caller.address));
    await afterNewPassword(this.#ports, this.#settings, { user, caller, action: 'password.reset' });
    // After the mail, which says what the mark of the withdrawal says.
    await attempt(onProblem, 'rights of an account taken over', () =>
      withdrawRights({ ports: this.#ports, onProblem }, user),
    );
    return { wasConfirmed: before.isVerified };
  }
}
