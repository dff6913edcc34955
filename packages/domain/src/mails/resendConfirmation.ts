import type { Caller } from '../caller.ts';
import { fields } from '../inputs/input.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import { EmailDTO, type MailOnRequestPorts, mailOnRequest } from './mailOnRequest.ts';

export const resendConfirmation = operation({
  name: 'ResendConfirmation',
  summary: 'Send the confirmation mail again; the answer is the same for an unknown e-mail',
  caller: 'anybody',
  input: fields(EmailDTO),
  output: null,
  failures: [Responses.General.Too_many_requests],
});

/**
 * Sends the confirmation mail again to a user who is not confirmed. The caller does not learn whether there is one.
 */
export class ResendConfirmation implements UseCase<typeof resendConfirmation> {
  readonly #ports: MailOnRequestPorts;
  readonly #settings: { readonly policy: Policy; readonly onProblem: OnProblem };

  constructor(ports: MailOnRequestPorts, settings: { policy: Policy; onProblem: OnProblem }) {
    this.#ports = ports;
    this.#settings = settings;
  }

  execute({ email }: Received<typeof resendConfirmation>, caller: Caller): Promise<void> {
    const isFor = (user: { readonly isVerified: boolean }) => !user.isVerified;
    return mailOnRequest(this.#ports, this.#settings, { email, caller, kind: 'confirm', isFor });
  }
}
