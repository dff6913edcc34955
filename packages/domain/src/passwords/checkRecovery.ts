import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { userOfRecoveryToken } from './recoveryToken.ts';

type Needs = 'users' | 'mailTokens' | 'clock';

/** Says whether a recovery token would do. Changes nothing: mail scanners open links. */
export class CheckRecovery {
  readonly #ports: Pick<Ports, Needs>;
  readonly #policy: Policy;

  constructor(ports: Pick<Ports, Needs>, policy: Policy) {
    this.#ports = ports;
    this.#policy = policy;
  }

  /**
   * @param token the token from the mail
   * @throws DomainError User.Invalid_token; General.Unavailable
   */
  async execute(token: unknown): Promise<void> {
    await userOfRecoveryToken(this.#ports, this.#policy, token);
  }
}
