import * as v from 'valibot';
import { audit } from '../audit.ts';
import { sendAnswerMail } from '../emails/emailMails.ts';
import { newAddressCaps, sendWithinCaps } from '../emails/mailCap.ts';
import { fields, inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { email, password } from '../inputs/text.ts';
import { countByAddress } from '../limits/countByAddress.ts';
import { operation } from '../operation.ts';
import { requireCurrentPassword } from '../passwords/verifyPassword.ts';
import { Responses } from '../responses.ts';
import { recordPending } from './pendingEmail.ts';
import { requireSelf } from './userRights.ts';

/** The address that the account is to have, and the password of now. */
const EmailChangeDTO = v.object({ currentPassword: password(1), newEmail: email });

/**
 * Records the address that the caller wants to have, and sends a link to it. A taken address gets a mail that says so in place of
 * the link. The caller cannot tell the two apart. With the present address, what is pending is dropped, and no mail goes out.
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
    const before = await requireSelf(context, { id, requesterId: caller.user.id, operation: 'update' });
    await countByAddress(context, { what: 'mail-address', address: caller.address });
    await requireCurrentPassword(context, { user: before, password: currentPassword, caller });
    const locale = caller.locale ?? context.policy.locale;
    await sendWithinCaps(context, newAddressCaps(context.policy, before, newEmail), async (isWithin) => {
      const { user, mail } = await recordPending(context, before, { newEmail, isWithin });
      audit(context, 'email.requested', caller, { targetId: user.id });
      await sendAnswerMail(context, { user, mail, locale });
    });
  },
});
