import { userOfRecoveryToken } from '../policies/recoveryToken.ts';
import type { Ports } from '../ports/index.ts';

type Needs = 'users' | 'mailTokens' | 'clock';

/** Says whether a recovery token would do. Changes nothing: mail scanners open links. */
export class CheckRecovery {
  readonly #ports: Pick<Ports, Needs>;

  constructor(ports: Pick<Ports, Needs>) {
    this.#ports = ports;
  }

  /**
   * @param token the token from the mail
   * @throws DomainError User.Invalid_token; General.Unavailable
   */
  async execute(token: unknown): Promise<void> {
    await userOfRecoveryToken(this.#ports, token);
  }
}
