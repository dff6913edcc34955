import * as v from 'valibot';
import { mailToken } from '../mails/mailTokenInput.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { userOfRecoveryToken } from './recoveryToken.ts';

type Needs = 'users' | 'mailTokens' | 'clock';

export const checkRecovery = operation({
  name: 'CheckRecovery',
  summary: 'Say whether the token of a recovery mail is good',
  caller: 'anybody',
  input: mailToken,
  output: v.object({
    /** The address of the account, for the form that sets its password. */
    adresseMail: v.string(),
  }),
  failures: [],
});

/** Tells whether a recovery token is valid. Changes nothing, because mail scanners open links. */
export class CheckRecovery implements UseCase<typeof checkRecovery> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #policy: Policy;

  constructor(ports: Pick<Ports, Needs>, policy: Policy) {
    this.#ports = ports;
    this.#policy = policy;
  }

  async execute(token: string) {
    const { adresseMail } = await userOfRecoveryToken(this.#ports, this.#policy, token);
    return { adresseMail };
  }
}
