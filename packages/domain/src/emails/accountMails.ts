import type { Context } from '../context.ts';
import type { Due, FormerEmail, Locale, User } from '../user.ts';
import { finishing } from './dueWork.ts';
import { type EmailCase, emailKey } from './emailKey.ts';
import { addressCap, type Cap, noticeCap, sendWithinCaps } from './mailCap.ts';
import { linkLifeMs, linkToken, makeToken, recipientOf, sendTokenMail } from './tokenMail.ts';

export const confirmationDue = (date: number, locale: Locale): Due => ({
  kind: 'confirmation',
  version: 1, // the `credentialsVersion` of every new user
  date,
  locale,
  adresseMail: null,
});

/** Sends the confirmation mail of a user if it is due and the address has room for one more. */
export const sendConfirmation = finishing('confirmation', (context: Context, user: User, { locale }) =>
  ifWithin(context, addressCap(context.policy, 'confirm', user.adresseMail), () =>
    sendTokenMail(context, user, { kind: 'confirm', locale }),
  ),
);

const ifWithin = (context: Context, cap: Cap, send: () => Promise<void>): Promise<void> =>
  sendWithinCaps(context, [cap], async (isWithin) => {
    if (isWithin) await send();
  });

/**
 * Sends the mail about a new password if it is due and the address has room for one more. While the withdrawal of rights is due too, the
 * account was taken over by a reset, and the mail says what that means.
 */
export const sendNotice = finishing('notice', (context: Context, user: User, { locale }) => {
  const isTakenOver = user.due.some((due) => due.kind === 'withdrawal');
  const kind = isTakenOver ? 'account_recovered' : 'password_changed';
  return ifWithin(context, noticeCap(context.policy, user), () =>
    context.mailer.send(recipientOf(user, locale), { kind }),
  );
});

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
export const sendChangedMails = finishing('changed', async (context: Context, user: User, { version, locale }) => {
  const former = user.emailChange.former.find((one) => one.version === version);
  if (former === undefined) return; // it cannot be taken back any more
  const { adresseMail, isVerified } = former;
  const send = async (): Promise<void> => {
    const token = await backToken(context, { id: user.id, former });
    await context.mailer.send(recipientOf(user, locale, adresseMail), { kind: 'email_changed', token });
  };
  await (isVerified ? send() : ifWithin(context, addressCap(context.policy, 'take_back', adresseMail), send));
});

/**
 * In place of the mail about a new password. If it fails, the user gets that one later, whose button leads to the page that asks for a
 * link.
 */
export const sendTakenBackMail = finishing('notice', async (context: Context, user: User, { locale }) => {
  const token = await linkToken(context, user, 'recover');
  await context.mailer.send(recipientOf(user, locale), { kind: 'email_taken_back', token });
});

export const sendDisplacedMails = finishing(
  'displaced',
  async ({ mailer }: Context, user: User, { adresseMail, locale }) => {
    if (adresseMail !== null) await mailer.send(recipientOf(user, locale, adresseMail), { kind: 'email_displaced' });
  },
);

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
