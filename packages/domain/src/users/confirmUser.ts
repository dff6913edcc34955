import { audit } from '../audit.ts';
import { mailToken, readMailToken } from '../emails/tokenMail.ts';
import { operation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';
import { OwnUserOutput, ownUser } from '../user.ts';
import { existingUser } from './account.ts';
import { withVerified } from './userSteps.ts';

/**
 * Marks the user of a confirmation token as verified. That gives the account nothing that waits for the address: a mail scanner, or
 * somebody who did not make the account, may have opened the link (`shares/answerInvitation.ts`).
 * @param input the token of the link in a confirmation mail
 */
export const confirmUser = operation({
  summary: 'Confirm the e-mail address with the token of a mail',
  caller: 'anybody',
  input: mailToken,
  output: OwnUserOutput,
  failures: [Responses.User.Not_found, Responses.User.Already_confirmed],
  async run(token, caller, context) {
    const { users } = context;
    const claims = await readMailToken(context, { token, purpose: 'confirm' });
    if (claims === null) throw new DomainError(Responses.User.Invalid_token);
    const user = await users.change(claims.userId, withVerified);
    if (user === null) {
      await existingUser(users, claims.userId);
      throw new DomainError(Responses.User.Already_confirmed);
    }
    audit(context, 'user.confirmed', caller, { actorId: user.id, targetId: user.id });
    return ownUser(user);
  },
});
