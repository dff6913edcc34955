import { changedUser, type User, type UserRepository, withChangedEmail } from '@algotheque/domain';
import { present } from '../assert.ts';
import { NOW, newUser } from '../samples.ts';

export const addressOf = (name: string): string => `${name}@example.org`;

export const setUser = (port: UserRepository, id: number, fields: Partial<User>): Promise<User | null> =>
  port.change(id, (user) => ({ ...user, ...fields }));

export const insertNamed = (port: UserRepository, name: string, fields: Partial<User> = {}): Promise<User> =>
  port.insert(newUser({ due: [], ...fields, adresseMail: addressOf(name) }));

/** The user with another pending address. */
export async function pending(port: UserRepository, { id }: User, name: string, date = NOW): Promise<User> {
  const pendingEmail = { adresseMail: addressOf(name), date };
  return present(await port.change(id, (now) => changedUser(now, now.credentialsVersion, { pendingEmail })));
}

/** Changes the address to the pending one. */
export function commit(port: UserRepository, { id }: User, date = NOW): Promise<User | null> {
  const change = { date, locale: 'fr', emailCase: port.emailCase ?? 'exact' } as const;
  return port.change(id, (now) => withChangedEmail(now, change));
}

/** The user after a change of the address. */
export async function changed(port: UserRepository, user: User, name: string, date = NOW): Promise<User> {
  return present(await commit(port, await pending(port, user, name, date), date), 'user with a changed address');
}
