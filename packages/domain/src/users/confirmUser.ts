import { audit } from '../audit.ts';
import { mailToken, readMailToken } from '../emails/tokenMail.ts';
import { DomainError } from '../errors.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { Responses } from '../responses.ts';
import { SETTLING, settleShares } from '../shares/waitingShares.ts';
import { OwnUserOutput, ownUser } from '../user.ts';

/**
 * Marks the user of a confirmation token as verified.
 * @param input the token of the link in a confirmation mail
 */
export const confirmUser = operation({
  summary: 'Confirm the e-mail address with the token of a mail',
  caller: 'anybody',
  input: mailToken,
  output: OwnUserOutput,
  failures: [Responses.User.Not_found, Responses.User.Already_confirmed],
  needs: ['users', 'outbox', 'algos', 'content', 'mailTokens', 'audit', 'clock', 'policy', 'bounds', 'onProblem'],
  async run(token, caller, parts) {
    const { users, clock, policy, bounds, onProblem } = parts;
    const claims = await readMailToken(parts, { token, purpose: 'confirm' });
    if (claims === null) throw new DomainError(Responses.User.Invalid_token);
    const user = await users.findById(claims.userId);
    if (user === null) throw new DomainError(Responses.User.Not_found);
    const confirmed = { date: clock.now(), locale: caller.locale ?? policy.locale };
    if (!(await users.markVerified(user.id, confirmed))) {
      const isThere = (await users.findById(user.id)) !== null; // the user may have been deleted meanwhile
      throw new DomainError(isThere ? Responses.User.Already_confirmed : Responses.User.Not_found);
    }
    // The address is confirmed and what waits for it is due: resumeWork repeats what fails from here on.
    await attempt(onProblem, SETTLING, async () => {
      const present = await users.findById(user.id); // as the commit left it: another change may have come before it
      if (present !== null) await settleShares(parts, present, bounds.settledShares);
    });
    audit(parts, 'user.confirmed', caller, { actorId: user.id, targetId: user.id });
    return ownUser({ ...user, isVerified: true });
  },
});
