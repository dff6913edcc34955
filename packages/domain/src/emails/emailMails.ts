import { linkLifeMs } from '../mails/tokenMail.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import type { FormerEmail, Locale, User } from '../user.ts';

type MailPorts = Pick<Ports, 'mailer' | 'mailTokens' | 'clock'>;

/** What a mail of a request says: the link to the new address, or to the user who has the address that somebody tried; or there is none. */
export type AnswerMail =
  | { readonly kind: 'change_email'; readonly adresseMail: string }
  | { readonly kind: 'email_taken'; readonly adresseMail: string; readonly holder: User }
  | { readonly kind: 'none' };

/** Hands the mail of a request to the spool. Each kind of mail takes the same work, so that the caller learns nothing. */
export async function sendAnswerMail(
  ports: MailPorts,
  policy: Policy,
  { user, mail, locale }: { readonly user: User; readonly mail: AnswerMail; readonly locale: Locale },
): Promise<void> {
  const { mailer, mailTokens, clock } = ports;
  const dateExpiration = clock.now() + linkLifeMs(policy, 'change_email');
  const { version } = user.emailChange;
  const token = await mailTokens.make({ userId: user.id, purpose: 'change_email', version, dateExpiration });
  if (mail.kind === 'none') return mailer.sendDecoy('change_email');
  const { adresseMail, kind } = mail;
  const { id, pseudo } = kind === 'email_taken' ? mail.holder : user;
  await mailer.send({ id, adresseMail, pseudo, locale }, kind === 'email_taken' ? { kind } : { kind, token });
}

/** Sends the mails about changes that are due, each to the address of before. They are due from the commit until they are spooled. */
export async function sendChangedMails(
  ports: MailPorts & Pick<Ports, 'users'>,
  policy: Policy,
  user: User,
): Promise<void> {
  for (const former of user.emailChange.former) {
    if (former.mailDue === null) continue;
    const { id, pseudo } = user;
    const token = await backToken(ports, policy, { id, former });
    const recipient = { id, adresseMail: former.adresseMail, pseudo, locale: former.mailDue };
    await ports.mailer.send(recipient, { kind: 'email_changed', token });
    await ports.users.endEmailMailDue(id, former.version);
  }
}

/** The token ends when the address is not reserved any more, also in a mail that was late. */
function backToken(
  { mailTokens }: MailPorts,
  policy: Policy,
  { id, former }: { readonly id: number; readonly former: FormerEmail },
): Promise<string> {
  const dateExpiration = former.date + linkLifeMs(policy, 'take_back');
  return mailTokens.make({ userId: id, purpose: 'take_back', version: former.version, dateExpiration });
}
