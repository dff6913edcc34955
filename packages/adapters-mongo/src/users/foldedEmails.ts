import { type EmailCase, emailKey, type User } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { collection } from '../documents/collections.ts';
import { addressesOf } from './emailKeys.ts';
import { presentUser } from './userDocuments.ts';

const FOLDED: EmailCase = 'folded';

/** The user whose present address (`present`), or a former one, is this address. */
export async function findFolded(db: Db, adresseMail: string, which: 'present' | 'former'): Promise<User | null> {
  const key = emailKey(FOLDED, adresseMail);
  const user = presentUser(await collection(db, 'users').findOne({ addresses: key }));
  if (user === null) return null;
  const [present, ...former] = addressesOf(user).map((address) => emailKey(FOLDED, address));
  const isFound = which === 'present' ? present === key : former.includes(key);
  return isFound ? user : null;
}
