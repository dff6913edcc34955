import type { Caller } from '../entities/caller.ts';
import { type MailOnRequestPorts, mailOnRequest } from '../policies/mailOnRequest.ts';
import type { Policy } from '../policies/policy.ts';

/** Sends a recovery mail to an existing user. Changes nothing on the account, and tells nobody whether there is one. */
export class RecoverPassword {
  readonly #ports: MailOnRequestPorts;
  readonly #policy: Policy;

  constructor(ports: MailOnRequestPorts, policy: Policy) {
    this.#ports = ports;
    this.#policy = policy;
  }

  /**
   * @param input `{ email }`
   * @throws DomainError General.Missing_data, General.Invalid_data, General.Too_many_requests; General.Unavailable
   */
  execute(input: unknown, caller: Caller = {}): Promise<void> {
    return mailOnRequest(this.#ports, this.#policy, { input, caller, kind: 'recover', isFor: () => true });
  }
}
