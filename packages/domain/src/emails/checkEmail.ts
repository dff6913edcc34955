import { mailToken } from '../mails/mailTokenInput.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { EmailOfToken, pendingEmailOfToken } from './emailTokens.ts';

type Needs = 'users' | 'mailTokens' | 'clock';

export const checkEmail = operation({
  name: 'CheckEmail',
  summary: 'Say whether the token of a mail to a new e-mail address is good',
  caller: 'anybody',
  input: mailToken,
  output: EmailOfToken,
  failures: [],
});

/** Tells whether a token changes an address, and to which one. Changes nothing, because mail scanners open links. */
export class CheckEmail implements UseCase<typeof checkEmail> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #policy: Policy;

  constructor(ports: Pick<Ports, Needs>, policy: Policy) {
    this.#ports = ports;
    this.#policy = policy;
  }

  async execute(token: string): Promise<EmailOfToken> {
    const { user, pending } = await pendingEmailOfToken(this.#ports, this.#policy, token);
    return { adresseMail: pending.adresseMail, pseudo: user.pseudo };
  }
}
