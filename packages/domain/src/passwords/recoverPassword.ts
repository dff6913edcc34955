import type { Caller } from '../caller.ts';
import { fields } from '../inputs/input.ts';
import { EmailDTO, type MailOnRequestPorts, mailOnRequest } from '../mails/mailOnRequest.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';

export const recoverPassword = operation({
  name: 'RecoverPassword',
  summary: 'Send a mail to recover a lost password; the answer is the same for an unknown e-mail',
  caller: 'anybody',
  input: fields(EmailDTO),
  output: null,
  failures: [Responses.General.Too_many_requests],
});

/**
 * Sends a recovery mail to an existing user. Changes nothing on the account, and does not tell whether there is
 * one.
 */
export class RecoverPassword implements UseCase<typeof recoverPassword> {
  readonly #ports: MailOnRequestPorts;
  readonly #settings: { readonly policy: Policy; readonly onProblem: OnProblem };

  constructor(ports: MailOnRequestPorts, settings: { policy: Policy; onProblem: OnProblem }) {
    this.#ports = ports;
    this.#settings = settings;
  }

  execute({ email }: Received<typeof recoverPassword>, caller: Caller): Promise<void> {
    return mailOnRequest(this.#ports, this.#settings, { email, caller, kind: 'recover', isFor: () => true });
  }
}
