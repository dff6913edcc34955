import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { parseInput, partsOf } from '../inputs/parseInput.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import { afterNewPassword, newCredentials } from './afterNewPassword.ts';
import { PasswordResetDTO } from './inputs.ts';
import type { LoginGuard } from './loginGuard.ts';
import { commonPassword } from './passwordRules.ts';
import { userOfRecoveryToken } from './recoveryToken.ts';

type Needs = 'users' | 'tokenStore' | 'hasher' | 'mailTokens' | 'mailer' | 'audit' | 'clock';

/** Sets a new password by a recovery token, which works once; ends every session, and counts as confirmation. */
export class ResetPassword {
  readonly #ports: Pick<Ports, Needs>;
  readonly #guard: LoginGuard;
  readonly #settings: { readonly policy: Policy; readonly onProblem: OnProblem };

  constructor(ports: Pick<Ports, Needs>, guard: LoginGuard, settings: { policy: Policy; onProblem: OnProblem }) {
    this.#ports = ports;
    this.#guard = guard;
    this.#settings = settings;
  }

  /**
   * @param input `{ token, changes: { password } }`
   * @throws DomainError General.Missing_data, General.Invalid_data, User.Invalid_token; General.Unavailable
   */
  async execute(input: { readonly token: unknown; readonly changes: unknown }, caller: Caller = {}): Promise<void> {
    const { token, changes } = partsOf(input);
    const { password } = parseInput(PasswordResetDTO, changes, {
      required: ['password'],
      further: commonPassword(this.#settings.policy, 'password'),
    });
    const { users, hasher } = this.#ports;
    const before = await userOfRecoveryToken(this.#ports, this.#settings.policy, token);
    const mdpHash = await hasher.hash(password, caller);
    const set = newCredentials(this.#ports, this.#settings.policy, { mdpHash, caller });
    const user = await users.update(before.id, before.credentialsVersion, { ...set, isVerified: true });
    if (user === null) throw new DomainError(Responses.User.Invalid_token);
    // The new password is set: what fails from here on fails nobody.
    await attempt(this.#settings.onProblem, 'failed logins of the past', () =>
      this.#guard.welcome(user.adresseMail, caller.address),
    );
    await afterNewPassword(this.#ports, this.#settings, { user, caller, action: 'password.reset' });
  }
}
