import { mailToken } from '../mails/mailTokenInput.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { userOfChangeToken } from './emailTokens.ts';

type Needs = 'users' | 'mailTokens' | 'clock';

export const checkEmail = operation({
  name: 'CheckEmail',
  summary: 'Say whether the token of a mail to a new e-mail address is good',
  caller: 'anybody',
  input: mailToken,
  output: null,
  failures: [],
});

/** Tells whether a token changes an address. Changes nothing, because mail scanners open links. */
export class CheckEmail implements UseCase<typeof checkEmail> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #policy: Policy;

  constructor(ports: Pick<Ports, Needs>, policy: Policy) {
    this.#ports = ports;
    this.#policy = policy;
  }

  async execute(token: string): Promise<void> {
    await userOfChangeToken(this.#ports, this.#policy, token);
  }
}
