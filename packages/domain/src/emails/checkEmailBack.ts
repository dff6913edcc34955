import { mailToken } from '../mails/mailTokenInput.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { EmailOfToken, formerEmailOfToken } from './emailTokens.ts';

type Needs = 'users' | 'mailTokens' | 'clock';

export const checkEmailBack = operation({
  name: 'CheckEmailBack',
  summary: 'Say whether the token that takes an e-mail address back is good',
  caller: 'anybody',
  input: mailToken,
  output: EmailOfToken,
  failures: [],
});

/** Tells whether a token takes an address back, and which one. Changes nothing, because mail scanners open links. */
export class CheckEmailBack implements UseCase<typeof checkEmailBack> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #policy: Policy;

  constructor(ports: Pick<Ports, Needs>, policy: Policy) {
    this.#ports = ports;
    this.#policy = policy;
  }

  async execute(token: string): Promise<EmailOfToken> {
    const { user, former } = await formerEmailOfToken(this.#ports, this.#policy, token);
    return { adresseMail: former.adresseMail, pseudo: user.pseudo };
  }
}
