import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { Context } from '../context.ts';
import { sendDisplacedMails, sendTakenBackMail } from '../emails/emailMails.ts';
import { mailToken } from '../emails/tokenMail.ts';
import { formerEmailOfToken } from '../emails/tokenUsers.ts';
import { UnavailableError } from '../errors.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { withdrawRights } from '../shares/withdrawal.ts';
import type { User } from '../user.ts';
import { MOST_TRIES, versionsOf } from './formerEmails.ts';

/**
 * Gives an account its former address, with a password that nobody knows. All sessions, recovery links and what is pending are
 * void. The mail to choose a new password is due from the same commit: its link is made for the user as committed, so only a take-back
 * that succeeds has a link that works. If the address was never confirmed, somebody else may have made the account: every right that it
 * gave is withdrawn.
 * @param input the token of the link in a mail to a former e-mail address
 */
export const takeBackEmail = operation({
  summary: 'Give an account its former e-mail address back; ends every session and voids the password',
  caller: 'anybody',
  input: mailToken,
  output: null,
  failures: [],
  async run(token, caller, context) {
    const { onProblem, sessionStore } = context;
    const user = await commit(context, token, caller);
    // The address is back. The sessions are void already by their version. resumeWork repeats what fails, with the mail about a new
    // password.
    await attempt(onProblem, 'removal of old sessions', () =>
      sessionStore.deleteByUser(user.id, user.credentialsVersion),
    );
    await attempt(onProblem, 'rights of an account taken over', () => withdrawRights(context, user));
    await attempt(onProblem, 'mail to the e-mail address that was displaced', () => sendDisplacedMails(context, user));
    await attempt(onProblem, 'mail about the e-mail address that was taken back', () =>
      sendTakenBackMail(context, user),
    );
    audit(context, 'email.taken_back', caller, { actorId: user.id, targetId: user.id });
  },
});

/** The link is good while its address can be taken back, so another change in between is no reason to refuse it. */
async function commit(context: Context, token: string, caller: Caller): Promise<User> {
  const { users, hasher, accessTokens, clock, policy } = context;
  let found = await formerEmailOfToken(context, token);
  const mdpHash = await hasher.hash(accessTokens.make().token, caller); // 256 random bits that nobody learns
  const now = { date: clock.now(), locale: caller.locale ?? policy.locale };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { user, email } = found;
    const back = { version: email.version, mdpHash, ...now };
    const changed = await users.takeBackEmail(user.id, versionsOf(user), back);
    if (changed !== null) return changed;
    found = await formerEmailOfToken(context, token);
  }
  throw new UnavailableError();
}
