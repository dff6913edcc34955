import { isDeepStrictEqual } from 'node:util';
import { EmailTakenError } from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { UserDocument } from '../documents/collections.ts';
import { findHolder } from '../documents/findHolder.ts';
import { insertUnlessThere } from '../documents/insertUnlessThere.ts';
import { keyTaken } from '../documents/keyTaken.ts';

/** Inserts the user, or finds that an earlier try of this insert has done so. */
export async function insertUser(db: Db, document: UserDocument): Promise<void> {
  if (await insertUnlessThere(db, 'users', document)) return; // neither _id nor a key was there
  const holder = await findHolder(db, 'users', document._id);
  if (isDeepStrictEqual(holder, document)) return;
  // The same address alone does not prove that it is the same user: if a counter of ids were set back, an account
  // would be given to another person.
  if (holder === null || holder.addresses[0] === document.addresses[0]) throw new EmailTakenError();
  throw keyTaken('user', document._id);
}
