import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AccountsContext, Context } from '../context.ts';
import { sendChangedMails, sendDisplacedMails, sendTakenBackMail } from '../emails/accountMails.ts';
import { formerEmailOfToken, mailToken, pendingEmailOfToken } from '../emails/tokenMail.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { DomainError, Responses } from '../responses.ts';
import { withdrawRights } from '../shares/withdrawal.ts';
import type { User } from '../user.ts';
import { refusingTaken, requireRoomForFormer } from './formerEmails.ts';
import { withChangedEmail, withEmailTakenBack } from './userSteps.ts';

/**
 * Gives an account the address that was asked for. It counts as confirmed, and earlier recovery links are void. Sessions stay. The former
 * address gets a mail.
 * @param input the token of the link in a mail to a new e-mail address
 */
export const changeEmail = operation({
  summary:
    'Change the e-mail address with the token of the mail to it; the address before gets a mail that can take it back',
  caller: 'anybody',
  input: mailToken,
  failures: [Responses.User.Email_changed_too_often, Responses.User.Email_already_exists],
  async run(token, caller, context) {
    const { onProblem } = context;
    const { user: before } = await pendingEmailOfToken(context, token);
    requireRoomForFormer(before);
    const user = await commit(context, before, caller);
    // The address is changed and the mail is due: resumeWork repeats what fails from here on.
    await attempt(onProblem, 'mail about the new e-mail address', () => sendChangedMails(context, user));
    await attempt(onProblem, 'mail to the e-mail address that is left', () => sendDisplacedMails(context, user));
    audit(context, 'email.changed', caller, { actorId: user.id, targetId: user.id });
  },
});

async function commit({ users, clock, policy }: AccountsContext, before: User, caller: Caller): Promise<User> {
  const { emailCase } = policy;
  const change = { date: clock.now(), locale: caller.locale ?? policy.locale, emailCase };
  const { version } = before.emailChange;
  const changed = (now: User) => (now.emailChange.version === version ? withChangedEmail(now, change) : null);
  const user = await refusingTaken(users.change(before.id, changed));
  if (user !== null) return user;
  throw new DomainError(Responses.User.Invalid_token); // it was used, or is not the last one any more
}

/**
 * Gives an account its former address, with a password that nobody knows, and voids all sessions, recovery links and what is pending. The
 * mail to choose a new password is due from the same commit. If the address was never confirmed, somebody else may have made the account:
 * every right that it gave is withdrawn.
 * @param input the token of the link in a mail to a former e-mail address
 */
export const takeBackEmail = operation({
  summary: 'Give an account its former e-mail address back; ends every session and voids the password',
  caller: 'anybody',
  input: mailToken,
  async run(token, caller, context) {
    const { onProblem, sessionStore } = context;
    const user = await commitTakeBack(context, token, caller);
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

/** Another change in between is no reason to refuse the link. */
async function commitTakeBack(context: Context, token: string, caller: Caller): Promise<User> {
  const { users, hasher, accessTokens, clock, policy } = context;
  const { user, email } = await formerEmailOfToken(context, token);
  const mdpHash = await hasher.hash(accessTokens.make().token, caller); // 256 random bits that nobody learns
  const locale = caller.locale ?? policy.locale;
  const back = { version: email.version, mdpHash, date: clock.now(), locale };
  const changed = await users.change(user.id, (now) => withEmailTakenBack(now, back));
  if (changed === null) throw new DomainError(Responses.User.Invalid_token);
  return changed;
}
