import { isDeepStrictEqual } from 'node:util';
import { type EmailCase, EmailTakenError, type User } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { collection, type UserDocument } from '../documents/collections.ts';
import { findByKey, findHolder } from '../documents/findByKey.ts';
import { insertUnlessThere } from '../documents/inserts.ts';
import { keyTaken } from '../documents/sequence.ts';
import { presentUser, userDocument } from './userDocuments.ts';

interface UserChange {
  readonly id: number;
  readonly emailCase: EmailCase;
  /** The user that follows from the present one; null for none. */
  nextOf(user: User): User | null;
}

/**
 * Writes the user that follows from the present one, by a compare-and-set of the whole document: so the next one is computed here, in one
 * place for all stores, also with what MongoDB cannot compute. After another writer it is computed again. Resolves to what was
 * written; null when the user is absent, or none follows.
 */
export async function replaceUser(db: Db, { id, emailCase, nextOf }: UserChange): Promise<User | null> {
  for (;;) {
    const read = await findByKey(db, 'users', id);
    const user = presentUser(read);
    const next = user === null ? null : nextOf(user);
    if (read === null || next === null) return null;
    const { _id, ...fields } = userDocument({ ...next, deleted: false }, emailCase);
    const { matchedCount } = await collection(db, 'users').updateOne({ ...read }, { $set: fields });
    if (matchedCount === 1) return next;
  }
}

/** Inserts the user, or finds that an earlier try of this insert has done so. */
export async function insertUserDocument(db: Db, document: UserDocument): Promise<void> {
  if (await insertUnlessThere(db, 'users', document)) return; // neither _id nor a key was there
  const holder = await findHolder(db, 'users', document._id);
  if (isDeepStrictEqual(holder, document)) return;
  // The same address alone does not prove that it is the same user: if a counter of ids were set back, an account
  // would be given to another person.
  if (holder === null || holder.addresses[0] === document.addresses[0]) throw new EmailTakenError();
  throw keyTaken('user', document._id);
}
