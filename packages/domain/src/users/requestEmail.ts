import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { AccountsContext } from '../context.ts';
import { sendAnswerMail } from '../emails/accountMails.ts';
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
      const { users } = context;
      const holders = [await users.findByEmail(newEmail), await users.findByFormerEmail(newEmail)] as const;
      const user = await recordPending(context, before, { newEmail, isWithin });
      audit(context, 'email.requested', caller, { targetId: user.id });
      await sendAnswerMail(context, user, { adresseMail: newEmail, holders, locale, isWithin });
    });
  },
});

/** Records the address. Above the cap nothing is recorded: the link of the last mail goes on to work. */
async function recordPending(
  context: AccountsContext,
  before: User,
  { newEmail, isWithin }: { readonly newEmail: string; readonly isWithin: boolean },
): Promise<User> {
  const { users, clock } = context;
  const { id, credentialsVersion } = before;
  const asked = { adresseMail: newEmail, date: clock.now() };
  const user = await users.change(id, (now) => {
    const isPresent = newEmail === now.adresseMail;
    const set = isWithin || isPresent ? { pendingEmail: isPresent ? null : asked } : {};
    return hasRoomForFormer(now) ? changedUser(now, credentialsVersion, set) : null;
  });
  if (user !== null) return user;
  // With another version, the password that was compared is no longer the current one.
  const isSame = (await existingUser(users, id)).credentialsVersion === credentialsVersion;
  throw new DomainError(isSame ? Responses.User.Email_changed_too_often : Responses.User.Wrong_password);
}
