import type { Policy } from '../policies/policy.ts';
import { userOfRecoveryToken } from '../policies/recoveryToken.ts';
import type { Ports } from '../ports/index.ts';

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
