import type { Ports } from '../ports.ts';
import type { User } from '../user.ts';

/**
 * Sends the mail about a new password if it is due. It is due from the commit of the password until it is spooled. While the withdrawal of
 * rights is due too, the account was taken over by a reset, and the mail says what that means.
 */
export async function sendNotice(
  { users, mailer }: Pick<Ports, 'users' | 'mailer'>,
  { id, adresseMail, pseudo, noticeDue, withdrawalDue }: User,
): Promise<void> {
  if (noticeDue === null) return;
  const kind = withdrawalDue === null ? 'password_changed' : 'account_recovered';
  await mailer.send({ id, adresseMail, pseudo, locale: noticeDue.locale }, { kind });
  await users.endNoticeDue(id, noticeDue.date);
}
