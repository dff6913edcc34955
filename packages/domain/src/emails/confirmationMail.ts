import { finishDue } from '../outbox/outbox.ts';
import type { Parts } from '../parts.ts';
import type { Due, Locale, User } from '../user.ts';
import { addressCap, sendWithinCap } from './mailCap.ts';
import { sendTokenMail } from './tokenMail.ts';

/** What is due from the insert of a user who is not confirmed. */
export const confirmationDue = (date: number, locale: Locale): Due => ({
  kind: 'confirmation',
  version: 1, // the `credentialsVersion` of every new user
  date,
  locale,
  adresseMail: null,
});

/**
 * Sends the confirmation mail of a user if it is due and the address has room for one more. It is due from the insert until it is
 * spooled, or left out.
 */
export async function sendConfirmation(
  parts: Pick<Parts, 'outbox' | 'mailer' | 'mailTokens' | 'limiter' | 'clock' | 'policy' | 'onProblem'>,
  user: User,
): Promise<void> {
  const work = ({ locale }: Due) =>
    sendWithinCap(parts, addressCap(parts.policy, 'confirm', user.adresseMail), async (isWithin) => {
      if (isWithin) await sendTokenMail(parts, user, { kind: 'confirm', locale });
    });
  await finishDue(parts, user, { kind: 'confirmation', work });
}
