import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import type { User } from '../user.ts';
import { addressCap, sendWithinCap } from './mailCap.ts';
import { sendTokenMail } from './tokenMail.ts';

/**
 * Sends the confirmation mail of a user if it is due and the address has room for one more. It is due from the insert until it is
 * spooled, or left out.
 */
export async function sendConfirmation(
  ports: Pick<Ports, 'users' | 'mailer' | 'mailTokens' | 'limiter' | 'clock'>,
  { policy, onProblem }: { readonly policy: Policy; readonly onProblem: OnProblem },
  user: User,
): Promise<void> {
  const { confirmationDue, adresseMail } = user;
  if (confirmationDue === null) return;
  const { locale } = confirmationDue;
  const cap = addressCap(policy, 'confirm', adresseMail);
  await sendWithinCap(ports, { cap, onProblem }, async (isWithin) => {
    if (isWithin) await sendTokenMail(ports, policy, user, { kind: 'confirm', locale });
  });
  await ports.users.setConfirmationDue(user.id, null);
}
