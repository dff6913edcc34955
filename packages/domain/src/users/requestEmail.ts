import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { AccountsContext } from '../context.ts';
import { type AnswerMail, formerEmailOf, sendAnswerMail } from '../emails/accountMails.ts';
import { capsOfSender, sendWithinCaps } from '../emails/mailCap.ts';
import { fields, idInput, inputs } from '../input.ts';
import { countByAddress } from '../limits.ts';
import { operation } from '../operation.ts';
import { DomainError, Responses, UnavailableError } from '../responses.ts';
import { email, password } from '../textInput.ts';
import type { User } from '../user.ts';
import { requireRoomForFormer } from './formerEmails.ts';
import { requireCurrentPassword } from './newPassword.ts';
import { requireSelf } from './userAccess.ts';
import { changedUser } from './userSteps.ts';

const MOST_TRIES = 10;

const EmailChangeDTO = v.object({ currentPassword: password(1), newEmail: email });

/**
 * Records the address that the caller wants to have, and sends a link to it; to a taken one a mail that says so. The caller cannot tell the
 * two apart. With the present address, what is pending is dropped, and no mail goes out.
 */
export const requestEmail = operation({
  summary: 'Ask for another e-mail address; nothing changes until the link that goes to it is used',
  caller: 'authenticated',
  input: inputs({ id: idInput, changes: fields(EmailChangeDTO) }),
  output: null,
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
    await countByAddress(context, { what: 'mail-address', address: caller.address });
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
  const { users, clock } = context;
  let now: User | null = before;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { id, credentialsVersion, adresseMail }: User = now;
    requireRoomForFormer(now);
    const mail = await mailOf(context, now, newEmail);
    const isPresent = newEmail === adresseMail;
    const pendingEmail = isPresent ? null : { adresseMail: newEmail, date: clock.now() };
    const set = isWithin || isPresent ? { pendingEmail } : {};
    const wanted = { ...set, ifAdresseMail: adresseMail };
    const user = await users.change(id, (present) => changedUser(present, credentialsVersion, wanted));
    if (user !== null) return { user, mail: isWithin ? mail : { kind: 'none' } };
    now = await users.findById(id);
    if (now === null) throw new DomainError(Responses.User.Not_found);
    // With another version, the password that was compared is no longer the current one.
    if (now.credentialsVersion !== credentialsVersion) throw new DomainError(Responses.User.Wrong_password);
  }
  throw new UnavailableError();
}

async function mailOf({ users, policy }: AccountsContext, user: User, adresseMail: string): Promise<AnswerMail> {
  const [present, before] = [await users.findByEmail(adresseMail), await users.findByFormerEmail(adresseMail)];
  if (adresseMail === user.adresseMail) return { kind: 'none' };
  if (present !== null && present.id !== user.id) return { kind: 'email_taken', holder: present };
  const former = formerEmailOf(before, policy.emailCase, adresseMail);
  if (before === null || before.id === user.id || former === undefined) return { kind: 'change_email', adresseMail };
  return { kind: 'email_reserved', holder: before, former };
}
