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
  needs: ['users', 'hasher', 'mailTokens', 'mailer', 'limiter', 'audit', 'clock', 'guard', 'policy', 'onProblem'],
  async run({ id, changes }, caller, parts) {
    const { currentPassword, newEmail } = changes;
    const before = await requireSelf(parts, { id, requesterId: caller.user.id, operation: 'update' });
    await countByAddress(parts, { what: 'mail-address', address: caller.address });
    await requireCurrentPassword(parts, { user: before, password: currentPassword, caller });
    const locale = caller.locale ?? parts.policy.locale;
    await sendWithinCaps(parts, newAddressCaps(parts.policy, before, newEmail), async (isWithin) => {
      const { user, mail } = await recordPending(parts, before, { newEmail, isWithin });
      audit(parts, 'email.requested', caller, { targetId: user.id });
      await sendAnswerMail(parts, { user, mail, locale });
    });
  },
});
