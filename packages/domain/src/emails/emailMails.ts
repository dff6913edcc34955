import type { Context } from '../context.ts';
import type { Due, FormerEmail, Locale, User } from '../user.ts';
import { type EmailCase, emailKey } from './emailKey.ts';
import { addressCap, sendWithinCap } from './mailCap.ts';
import { finishDue } from './outbox.ts';
import { linkLifeMs, linkToken, makeToken } from './tokenMail.ts';

/**
 * What a mail of a request says: the link to the new address, or to the user who has the address that somebody tried, or who can take it
 * back; or there is none.
 */
export type AnswerMail =
  | { readonly kind: 'change_email'; readonly adresseMail: string }
  | { readonly kind: 'email_taken'; readonly holder: User }
  | { readonly kind: 'email_reserved'; readonly holder: User; readonly former: FormerEmail }
  | { readonly kind: 'none' };

/**
 * Hands the mail of a request to the mailer. Each kind of mail takes the same work, so that the caller learns nothing. A user who has or
 * had the address gets the mail at the address as they typed it: by its key another spelling may be one with it.
 */
export async function sendAnswerMail(
  context: Context,
  { user, mail, locale }: { readonly user: User; readonly mail: AnswerMail; readonly locale: Locale },
): Promise<void> {
  const { mailer } = context;
  const { kind } = mail;
  const to = ({ id, pseudo }: User, adresseMail: string) => ({ id, adresseMail, pseudo, locale });
  if (kind === 'email_reserved') return sendReservedMail(context, { ...mail, locale });
  const token = await makeToken(context, { userId: user.id, version: user.emailChange.version }, 'change_email');
  if (kind === 'none') return mailer.sendDecoy('change_email');
  if (kind === 'email_taken') return mailer.send(to(mail.holder, mail.holder.adresseMail), { kind });
  await mailer.send(to(user, mail.adresseMail), { kind, token });
}

/** Sends the link that takes a reserved address back, to that address. */
export async function sendReservedMail(
  context: Context,
  { holder, former, locale }: { readonly holder: User; readonly former: FormerEmail; readonly locale: Locale },
): Promise<void> {
  const { id, pseudo } = holder;
  const token = await backToken(context, { id, former });
  await context.mailer.send({ id, adresseMail: former.adresseMail, pseudo, locale }, { kind: 'email_reserved', token });
}

/**
 * Sends the mails about changes that are due, each to the former address. They are due from the commit until the mailer has them. To an
 * address that was never confirmed, which may be a stranger's, as many as the cap allows. Who confirmed an address is no stranger: only
 * this mail protects the account, so it always goes out.
 */
export async function sendChangedMails(context: Context, user: User): Promise<void> {
  const { id, pseudo, emailChange } = user;
  const work = async ({ version, locale }: Due): Promise<void> => {
    const former = emailChange.former.find((one) => one.version === version);
    if (former === undefined) return; // it cannot be taken back any more
    const { adresseMail, isVerified } = former;
    const send = async (isWithin: boolean): Promise<void> => {
      if (!isWithin) return;
      const token = await backToken(context, { id, former });
      await context.mailer.send({ id, adresseMail, pseudo, locale }, { kind: 'email_changed', token });
    };
    const cap = addressCap(context.policy, 'take_back', adresseMail);
    await (isVerified ? send(true) : sendWithinCap(context, cap, send));
  };
  await finishDue(context, user, { kind: 'changed', work });
}

/**
 * Sends the mail to an address that was taken back, in place of the one about a new password. It is due from the commit until the
 * mailer has it. If it fails, the user gets the mail about a new password later, whose button leads to the page that asks for a link.
 */
export async function sendTakenBackMail(context: Context, user: User): Promise<void> {
  const { id, adresseMail, pseudo } = user;
  const work = async ({ locale }: Due): Promise<void> => {
    const token = await linkToken(context, user, 'recover');
    await context.mailer.send({ id, adresseMail, pseudo, locale }, { kind: 'email_taken_back', token });
  };
  await finishDue(context, user, { kind: 'notice', work });
}

/** Notifies an address that its account has a former one again. The mail is due from the commit until the mailer has it. */
export async function sendDisplacedMails(context: Context, user: User): Promise<void> {
  const { id, pseudo } = user;
  const work = async ({ adresseMail, locale }: Due): Promise<void> => {
    if (adresseMail !== null)
      await context.mailer.send({ id, adresseMail, pseudo, locale }, { kind: 'email_displaced' });
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

/** The former address of the user that this one is, as addresses are compared. */
export const formerEmailOf = (user: User | null, emailCase: EmailCase, address: string): FormerEmail | undefined =>
  user?.emailChange.former.find((one) => emailKey(emailCase, one.adresseMail) === emailKey(emailCase, address));
