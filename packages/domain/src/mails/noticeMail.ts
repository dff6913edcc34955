import type { Ports } from '../ports.ts';
import type { User } from '../user.ts';

/**
 * Sends the mail about a new password if it is due. It is due from the commit of the password until it is spooled.
 */
export async function sendNotice(
  { users, mailer }: Pick<Ports, 'users' | 'mailer'>,
  { id, adresseMail, pseudo, noticeDue }: User,
): Promise<void> {
  if (noticeDue === null) return;
  await mailer.send({ id, adresseMail, pseudo, locale: noticeDue.locale }, { kind: 'password_changed' });
  await users.endNoticeDue(id, noticeDue.date);
}
