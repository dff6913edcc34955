import type { Parts } from '../parts.ts';
import type { User } from '../user.ts';
import { noticeCap, sendWithinCap } from './mailCap.ts';

/**
 * Sends the mail about a new password if it is due and the address has room for one more. It is due from the commit of the password until
 * it is spooled, or left out. While the withdrawal of rights is due too, the account was taken over by a reset, and the mail says what
 * that means.
 */
export async function sendNotice(
  parts: Pick<Parts, 'users' | 'mailer' | 'limiter' | 'clock' | 'policy' | 'onProblem'>,
  user: User,
): Promise<void> {
  const { id, adresseMail, pseudo, noticeDue, withdrawalDue } = user;
  if (noticeDue === null) return;
  const kind = withdrawalDue === null ? 'password_changed' : 'account_recovered';
  const cap = noticeCap(parts.policy, user);
  await sendWithinCap(parts, cap, async (isWithin) => {
    const { locale } = noticeDue;
    if (isWithin) await parts.mailer.send({ id, adresseMail, pseudo, locale }, { kind });
  });
  await parts.users.endNoticeDue(id, noticeDue.date);
}
