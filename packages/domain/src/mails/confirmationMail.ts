import type { Parts } from '../parts.ts';
import type { User } from '../user.ts';
import { addressCap, sendWithinCap } from './mailCap.ts';
import { sendTokenMail } from './tokenMail.ts';

/**
 * Sends the confirmation mail of a user if it is due and the address has room for one more. It is due from the insert until it is
 * spooled, or left out.
 */
export async function sendConfirmation(
  parts: Pick<Parts, 'users' | 'mailer' | 'mailTokens' | 'limiter' | 'clock' | 'policy' | 'onProblem'>,
  user: User,
): Promise<void> {
  const { confirmationDue, adresseMail } = user;
  if (confirmationDue === null) return;
  const { locale } = confirmationDue;
  const cap = addressCap(parts.policy, 'confirm', adresseMail);
  await sendWithinCap(parts, cap, async (isWithin) => {
    if (isWithin) await sendTokenMail(parts, user, { kind: 'confirm', locale });
  });
  await parts.users.setConfirmationDue(user.id, null);
}
