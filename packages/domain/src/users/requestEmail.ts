import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { AccountsContext } from '../context.ts';
import { type AnswerMail, formerEmailOf, sendAnswerMail } from '../emails/accountMails.ts';
import { capsOfSender, sendWithinCaps } from '../emails/mailCap.ts';
import { fields, idInput, inputs } from '../input.ts';
import { countByAddress } from '../limits.ts';
import { operation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';
import { email, password } from '../textInput.ts';
import type { User } from '../user.ts';
import { existingUser, requireSelf } from './account.ts';
import { hasRoomForFormer } from './formerEmails.ts';
import { requireCurrentPassword } from './newPassword.ts';
import { changedUser } from './userSteps.ts';

const EmailChangeDTO = v.object({ currentPassword: password(1), newEmail: email });

/**
 * Records the address that the caller wants to have, and sends a link to it; to a taken one a mail that says so. The caller cannot tell the
 * two apart. With the present address, what is pending is dropped, and no mail goes out.
 */
export const requestEmail = operation({
  summary: 'Ask for another e-mail address; nothing changes until the link that goes to it is used',
  caller: 'authenticated',
  input: inputs({ id: idInput, changes: fields(EmailChangeDTO) }),
  failures: [
    Responses.User.Not_found,
    Responses.User.Forbidden,
    Responses.General.Too_many_requests,
    Responses.User.Wrong_password,
    Responses.User.Email_changed_too_often,
  ],
  async run({ id, changes }, caller, context) {
    const { currentPassword, newEmail } = changes;
    const before = await requireSelf(context.users, { id, requesterId: caller.user.id });
    await countByAddress(context, { what: 'mail', address: caller.address });
    await requireCurrentPassword(context, { user: before, password: currentPassword, caller });
    const locale = caller.locale ?? context.policy.locale;
    const caps = capsOfSender(context.policy, 'change_email', { user: before, email: newEmail });
    await sendWithinCaps(context, caps, async (isWithin) => {
      const { user, mail } = await recordPending(context, before, { newEmail, isWithin });
      audit(context, 'email.requested', caller, { targetId: user.id });
      await sendAnswerMail(context, { user, mail, locale });
    });
  },
});

/** Records the address, and says which mail is to be sent. Above the cap nothing is recorded: the link of the last mail goes on to work. */
async function recordPending(
  context: AccountsContext,
  before: User,
  { newEmail, isWithin }: { readonly newEmail: string; readonly isWithin: boolean },
): Promise<{ user: User; mail: AnswerMail }> {
  const { users, clock, policy } = context;
  const { id, credentialsVersion } = before;
  const holders = [await users.findByEmail(newEmail), await users.findByFormerEmail(newEmail)] as const;
  const asked = { adresseMail: newEmail, date: clock.now() };
  const user = await users.change(id, (now) => {
    const isPresent = newEmail === now.adresseMail;
    const set = isWithin || isPresent ? { pendingEmail: isPresent ? null : asked } : {};
    return hasRoomForFormer(now) ? changedUser(now, credentialsVersion, set) : null;
  });
  if (user !== null) return { user, mail: isWithin ? mailTo(newEmail, user, holders, policy) : { kind: 'none' } };
  // With another version, the password that was compared is no longer the current one.
  const isSame = (await existingUser(users, id)).credentialsVersion === credentialsVersion;
  throw new DomainError(isSame ? Responses.User.Email_changed_too_often : Responses.User.Wrong_password);
}

/** @param holders who has the address, and who can take it back */
function mailTo(
  adresseMail: string,
  user: User,
  [present, before]: readonly [User | null, User | null],
  { emailCase }: AccountsContext['policy'],
): AnswerMail {
  if (adresseMail === user.adresseMail) return { kind: 'none' };
  if (present !== null && present.id !== user.id) return { kind: 'email_taken', holder: present };
  const former = formerEmailOf(before, emailCase, adresseMail);
  if (before === null || before.id === user.id || former === undefined) return { kind: 'change_email', adresseMail };
  return { kind: 'email_reserved', holder: before, former };
}
