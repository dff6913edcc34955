import type { Caller } from '../caller.ts';
import { type MailOnRequestPorts, mailOnRequest } from '../mails/mailOnRequest.ts';
import type { Policy } from '../policy.ts';
import type { OnProblem } from '../problems.ts';

/** Sends a recovery mail to an existing user. Changes nothing on the account, and tells nobody whether there is one. */
export class RecoverPassword {
  readonly #ports: MailOnRequestPorts;
  readonly #settings: { readonly policy: Policy; readonly onProblem: OnProblem };

  constructor(ports: MailOnRequestPorts, settings: { policy: Policy; onProblem: OnProblem }) {
    this.#ports = ports;
    this.#settings = settings;
  }

  /**
   * @param input `{ email }`
   * @throws DomainError General.Missing_data, General.Invalid_data, General.Too_many_requests; General.Unavailable
   */
  execute(input: unknown, caller: Caller = {}): Promise<void> {
    return mailOnRequest(this.#ports, this.#settings, { input, caller, kind: 'recover', isFor: () => true });
  }
}
