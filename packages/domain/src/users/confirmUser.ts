import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { mailToken } from '../mails/mailTokenInput.ts';
import { readMailToken } from '../mails/tokenMail.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { type OwnUser, OwnUserOutput, ownUser } from '../user.ts';

type Needs = 'users' | 'mailTokens' | 'audit' | 'clock';

export const confirmUser = operation({
  name: 'ConfirmUser',
  summary: 'Confirm the e-mail address with the token of a mail',
  caller: 'anybody',
  input: mailToken,
  output: OwnUserOutput,
  failures: [Responses.User.Not_found, Responses.User.Already_confirmed],
});

/** Marks the user of a confirmation token as verified. */
export class ConfirmUser implements UseCase<typeof confirmUser> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #policy: Policy;

  constructor(ports: Pick<Ports, Needs>, policy: Policy) {
    this.#ports = ports;
    this.#policy = policy;
  }

  async execute(token: string, caller: Caller): Promise<OwnUser> {
    const { users } = this.#ports;
    const claims = await readMailToken(this.#ports, this.#policy, { token, purpose: 'confirm' });
    if (claims === null) throw new DomainError(Responses.User.Invalid_token);
    const user = await users.findById(claims.userId);
    if (user === null) throw new DomainError(Responses.User.Not_found);
    if (!(await users.markVerified(user.id))) {
      const isThere = (await users.findById(user.id)) !== null; // the user may have been deleted meanwhile
      throw new DomainError(isThere ? Responses.User.Already_confirmed : Responses.User.Not_found);
    }
    audit(this.#ports, 'user.confirmed', caller, { actorId: user.id, targetId: user.id });
    return ownUser({ ...user, isVerified: true });
  }
}
