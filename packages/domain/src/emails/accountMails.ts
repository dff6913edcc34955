import type { Context } from '../context.ts';
import type { Due, Locale, User } from '../user.ts';
import { addressCap, noticeCap, sendWithinCap } from './mailCap.ts';
import { finishDue } from './outbox.ts';
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
 * taken by the mailer, or left out.
 */
export async function sendConfirmation(context: Context, user: User): Promise<void> {
  const work = ({ locale }: Due) =>
    sendWithinCap(context, addressCap(context.policy, 'confirm', user.adresseMail), async (isWithin) => {
      if (isWithin) await sendTokenMail(context, user, { kind: 'confirm', locale });
    });
  await finishDue(context, user, { kind: 'confirmation', work });
}

/**
 * Sends the mail about a new password if it is due and the address has room for one more. It is due from the commit of the password until
 * it is with the mailer, or left out. While the withdrawal of rights is due too, the account was taken over by a reset, and the mail says
 * what that means.
 */
export async function sendNotice(context: Context, user: User): Promise<void> {
  const { id, adresseMail, pseudo } = user;
  const isTakenOver = user.due.some((due) => due.kind === 'withdrawal');
  const kind = isTakenOver ? 'account_recovered' : 'password_changed';
  const work = ({ locale }: Due) =>
    sendWithinCap(context, noticeCap(context.policy, user), async (isWithin) => {
      if (isWithin) await context.mailer.send({ id, adresseMail, pseudo, locale }, { kind });
    });
  await finishDue(context, user, { kind: 'notice', work });
}
