import type { Context } from '../context.ts';
import type { Due, FormerEmail, Locale, User } from '../user.ts';
import { type EmailCase, emailKey } from './emailKey.ts';
import { addressCap, noticeCap, sendWithinCap } from './mailCap.ts';
import { finishDue } from './outbox.ts';
import { linkLifeMs, linkToken, makeToken, recipientOf, sendTokenMail } from './tokenMail.ts';

export const confirmationDue = (date: number, locale: Locale): Due => ({
  kind: 'confirmation',
  version: 1, // the `credentialsVersion` of every new user
  date,
  locale,
  adresseMail: null,
});

/** Sends the confirmation mail of a user if it is due and the address has room for one more. */
export async function sendConfirmation(context: Context, user: User): Promise<void> {
  const work = ({ locale }: Due) =>
    sendWithinCap(context, addressCap(context.policy, 'confirm', user.adresseMail), async (isWithin) => {
      if (isWithin) await sendTokenMail(context, user, { kind: 'confirm', locale });
    });
  await finishDue(context, user, { kind: 'confirmation', work });
}

/**
 * Sends the mail about a new password if it is due and the address has room for one more. While the withdrawal of rights is due too, the
 * account was taken over by a reset, and the mail says what that means.
 */
export async function sendNotice(context: Context, user: User): Promise<void> {
  const isTakenOver = user.due.some((due) => due.kind === 'withdrawal');
  const kind = isTakenOver ? 'account_recovered' : 'password_changed';
  const work = ({ locale }: Due) =>
    sendWithinCap(context, noticeCap(context.policy, user), async (isWithin) => {
      if (isWithin) await context.mailer.send(recipientOf(user, locale), { kind });
    });
  await finishDue(context, user, { kind: 'notice', work });
}

/**
 * What a mail of a request says: the link to the new address, or to the user who has the address that somebody tried, or who can take it
 * back.
 */
export type AnswerMail =
  | { readonly kind: 'change_email'; readonly adresseMail: string }
  | { readonly kind: 'email_taken'; readonly holder: User }
  | { readonly kind: 'email_reserved'; readonly holder: User; readonly former: FormerEmail }
  | { readonly kind: 'none' };

/**
 * Each kind of mail takes the same work, so that the caller learns nothing. A user who has or had the address gets the mail at the address
 * as they typed it.
 */
export async function sendAnswerMail(
  context: Context,
  { user, mail, locale }: { readonly user: User; readonly mail: AnswerMail; readonly locale: Locale },
): Promise<void> {
  const { mailer } = context;
  const { kind } = mail;
  if (kind === 'email_reserved') return sendReservedMail(context, { ...mail, locale });
  const token = await makeToken(context, { userId: user.id, version: user.emailChange.version }, 'change_email');
  if (kind === 'none') return mailer.sendDecoy('change_email');
  if (kind === 'email_taken') return mailer.send(recipientOf(mail.holder, locale), { kind });
  await mailer.send(recipientOf(user, locale, mail.adresseMail), { kind, token });
}

export async function sendReservedMail(
  context: Context,
  { holder, former, locale }: { readonly holder: User; readonly former: FormerEmail; readonly locale: Locale },
): Promise<void> {
  const token = await backToken(context, { id: holder.id, former });
  await context.mailer.send(recipientOf(holder, locale, former.adresseMail), { kind: 'email_reserved', token });
}

/**
 * Sends the due mails about changes, each to the former address: within the cap if it was never confirmed, and so may be a stranger's. Who
 * confirmed an address always gets the mail, because only it protects the account.
 */
export async function sendChangedMails(context: Context, user: User): Promise<void> {
  const work = async ({ version, locale }: Due): Promise<void> => {
    const former = user.emailChange.former.find((one) => one.version === version);
    if (former === undefined) return; // it cannot be taken back any more
    const { adresseMail, isVerified } = former;
    const send = async (isWithin: boolean): Promise<void> => {
      if (!isWithin) return;
      const token = await backToken(context, { id: user.id, former });
      await context.mailer.send(recipientOf(user, locale, adresseMail), { kind: 'email_changed', token });
    };
    const cap = addressCap(context.policy, 'take_back', adresseMail);
    await (isVerified ? send(true) : sendWithinCap(context, cap, send));
  };
  await finishDue(context, user, { kind: 'changed', work });
}

/**
 * In place of the mail about a new password. If it fails, the user gets that one later, whose button leads to the page that asks for a
 * link.
 */
export async function sendTakenBackMail(context: Context, user: User): Promise<void> {
  const work = async ({ locale }: Due): Promise<void> => {
    const token = await linkToken(context, user, 'recover');
    await context.mailer.send(recipientOf(user, locale), { kind: 'email_taken_back', token });
  };
  await finishDue(context, user, { kind: 'notice', work });
}

export async function sendDisplacedMails(context: Context, user: User): Promise<void> {
  const work = async ({ adresseMail, locale }: Due): Promise<void> => {
    if (adresseMail !== null)
      await context.mailer.send(recipientOf(user, locale, adresseMail), { kind: 'email_displaced' });
  };
  await finishDue(context, user, { kind: 'displaced', work });
}

/** The token ends when the address is not reserved any more, also in a mail that was late. */
function backToken(
  { mailTokens, policy }: Context,
  { id, former }: { readonly id: number; readonly former: FormerEmail },
): Promise<string> {
  const dateExpiration = former.date + linkLifeMs(policy, 'take_back');
  return mailTokens.make({ userId: id, purpose: 'take_back', version: former.version, dateExpiration });
}

export const formerEmailOf = (user: User | null, emailCase: EmailCase, address: string): FormerEmail | undefined =>
  user?.emailChange.former.find((one) => emailKey(emailCase, one.adresseMail) === emailKey(emailCase, address));
