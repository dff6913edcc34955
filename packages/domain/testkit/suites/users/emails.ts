import type { User, UserRepository } from '@algotheque/domain';
import { present } from '../assert.ts';
import { NOW, newUser } from '../samples.ts';

export const addressOf = (name: string): string => `${name}@example.org`;

export const versionsOf = ({ credentialsVersion, emailChange }: User) => ({
  credentialsVersion,
  emailVersion: emailChange.version,
});

export const insertNamed = (port: UserRepository, name: string, fields: Partial<User> = {}): Promise<User> =>
  port.insert(newUser({ due: [], ...fields, adresseMail: addressOf(name) }));

/** The user with another pending address. */
export async function pending(port: UserRepository, user: User, name: string, date = NOW): Promise<User> {
  const pendingEmail = { adresseMail: addressOf(name), date };
  return present(await port.update(user.id, user.credentialsVersion, { pendingEmail }), 'user with a pending address');
}

/** Changes the address to the pending one. */
export const commit = (port: UserRepository, user: User, date = NOW): Promise<User | null> =>
  port.changeEmail(user.id, versionsOf(user), { date, locale: 'fr' });

/** The user after a change of the address. */
export async function changed(port: UserRepository, user: User, name: string, date = NOW): Promise<User> {
  return present(await commit(port, await pending(port, user, name), date), 'user with a changed address');
}
