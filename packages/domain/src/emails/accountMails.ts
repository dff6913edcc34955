import type { Context } from '../context.ts';
import type { FormerEmail, Locale, User } from '../user.ts';
import { finishing } from './dueWork.ts';
import { type EmailCase, emailKey } from './emailKey.ts';
import { addressCap, type Cap, noticeCap, sendWithinCaps } from './mailCap.ts';
import { linkToken, makeToken, recipientOf, sendTokenMail } from './tokenMail.ts';

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

interface AskedEmail {
  readonly adresseMail: string;
  /** Who has the address, and who can take it back. */
  readonly holders: readonly [User | null, User | null];
  readonly locale: Locale;
  readonly isWithin: boolean;
}

/**
 * Answers a request for another address: by the link to it, or by a mail to who has it, or can take it back, at the address as they typed
 * it. For the present address, and above the cap, there is no mail. Each takes the same work, so that the caller learns nothing.
 */
export async function sendAnswerMail(
  context: Context,
  user: User,
  { adresseMail, holders: [holder, before], locale, isWithin }: AskedEmail,
): Promise<void> {
  const { mailer, policy } = context;
  const isMeant = isWithin && adresseMail !== user.adresseMail;
  const isTaken = holder !== null && holder.id !== user.id;
  const former = formerEmailOf(before, policy.emailCase, adresseMail);
  if (isMeant && !isTaken && before !== null && before.id !== user.id && former !== undefined) {
    return sendReservedMail(context, { holder: before, former, locale });
  }
  const token = await makeToken(context, { userId: user.id, version: user.emailChange.version }, 'change_email');
  if (!isMeant) return mailer.sendDecoy('change_email');
  if (isTaken) return mailer.send(recipientOf(holder, locale), { kind: 'email_taken' });
  await mailer.send(recipientOf(user, locale, adresseMail), { kind: 'change_email', token });
}

export async function sendReservedMail(
  context: Context,
  { holder, former, locale }: { readonly holder: User; readonly former: FormerEmail; readonly locale: Locale },
): Promise<void> {
  const token = await backToken(context, holder, former);
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
    const token = await backToken(context, user, former);
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
const backToken = (context: Context, { id: userId }: User, { version, date: since }: FormerEmail): Promise<string> =>
  makeToken(context, { userId, version, since }, 'take_back');

export const formerEmailOf = (user: User | null, emailCase: EmailCase, address: string): FormerEmail | undefined =>
  user?.emailChange.former.find((one) => emailKey(emailCase, one.adresseMail) === emailKey(emailCase, address));
