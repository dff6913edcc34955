import type { Caller } from '../caller.ts';
import type { Policy } from '../policy.ts';
import type { OnProblem } from '../problems.ts';
import { type MailOnRequestPorts, mailOnRequest } from './mailOnRequest.ts';

/** Sends the confirmation mail once more, to a user who is not confirmed. Who asks learns nothing of either. */
export class ResendConfirmation {
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
    const isFor = (user: { readonly isVerified: boolean }) => !user.isVerified;
    return mailOnRequest(this.#ports, this.#settings, { input, caller, kind: 'confirm', isFor });
  }
}
