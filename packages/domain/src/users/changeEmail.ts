import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AccountsContext } from '../context.ts';
import { sendChangedMails, sendDisplacedMails } from '../emails/emailMails.ts';
import { mailToken } from '../emails/tokenMail.ts';
import { pendingEmailOfToken } from '../emails/tokenUsers.ts';
import { DomainError } from '../errors.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { Responses } from '../responses.ts';
import type { User } from '../user.ts';
import { refusingTaken, requireRoomForFormer, versionsOf } from './formerEmails.ts';

/**
 * Gives an account the address that was asked for. It counts as confirmed, and earlier recovery links are void. Sessions stay.
 * The former address gets a mail, which is due from the same commit.
 * @param input the token of the link in a mail to a new e-mail address
 */
export const changeEmail = operation({
  summary:
    'Change the e-mail address with the token of the mail to it; the address before gets a mail that can take it back',
  caller: 'anybody',
  input: mailToken,
  output: null,
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
  const change = { date: clock.now(), locale: caller.locale ?? policy.locale };
  const user = await refusingTaken(users.changeEmail(before.id, versionsOf(before), change));
  if (user !== null) return user;
  throw new DomainError(Responses.User.Invalid_token); // it was used, or is not the last one any more
}
