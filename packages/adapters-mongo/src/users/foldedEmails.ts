import {
  type ChangedEmail,
  type EmailCase,
  emailKey,
  hasVersions,
  type OldEmails,
  type TakenBack,
  type User,
  type UserVersions,
  withChangedEmail,
  withEmailTakenBack,
} from '@algotheque/domain';
import type { Db } from 'mongodb';
import { collection, type UserDocument } from '../documents/collections.ts';
import { findByKey } from '../documents/findByKey.ts';
import { emailChangeDocument } from './emailDocuments.ts';
import { addressesOf, keysOf } from './emailKeys.ts';
import { dueDocument, presentUser } from './userDocuments.ts';

/*
 * MongoDB cannot fold texts as `emailKey` does. So in the mode `folded` the keys are computed here, and written by a compare-and-set
 * of everything that they follow from.
 */

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

/** `UserRepository.changeEmail` */
export const changeFolded = (db: Db, id: number, versions: UserVersions, change: ChangedEmail): Promise<User | null> =>
  replace(db, id, { versions, nextOf: (user) => withChangedEmail(user, change, FOLDED) });

/** `UserRepository.takeBackEmail` */
export const takeBackFolded = (db: Db, id: number, versions: UserVersions, back: TakenBack): Promise<User | null> =>
  replace(db, id, { versions, nextOf: (user) => withEmailTakenBack(user, back) });

/** The part of `UserRepository.dropOldEmails` about former addresses. */
export async function dropFormerFolded(db: Db, { formerBefore }: OldEmails): Promise<void> {
  const query = { 'emailChange.former': { $elemMatch: { date: { $lt: formerBefore } } }, deleted: false };
  const nextOf = (user: User): User => {
    const former = user.emailChange.former.filter(({ date }) => date >= formerBefore);
    return { ...user, emailChange: { ...user.emailChange, former } };
  };
  const found = await collection(db, 'users')
    .find(query, { projection: { _id: 1 } })
    .toArray();
  for (const { _id } of found) await replace(db, _id, { nextOf });
}

interface Replacement {
  readonly versions?: UserVersions;
  nextOf(user: User): User | null;
}

async function replace(db: Db, id: number, { versions, nextOf }: Replacement): Promise<User | null> {
  for (;;) {
    const document = await findByKey(db, 'users', id);
    const user = presentUser(document);
    if (document === null || user === null || (versions !== undefined && !hasVersions(user, versions))) return null;
    const next = nextOf(user);
    if (next === null) return null;
    const replaced = await collection(db, 'users').findOneAndUpdate(asRead(document), setOf(next), {
      returnDocument: 'after',
    });
    if (replaced !== null) return presentUser(replaced);
  }
}

/** Selects the document if nothing has changed that the next one follows from. */
const asRead = (read: UserDocument) => ({
  _id: read._id,
  mdpHash: read.mdpHash,
  credentialsVersion: read.credentialsVersion,
  isVerified: read.isVerified,
  emailChange: read.emailChange ?? { $exists: false },
  noticeDue: read.noticeDue ?? null, // also selects documents without the field
  withdrawalDue: read.withdrawalDue ?? null,
  deleted: false,
});

const setOf = (user: User) => ({
  $set: {
    adresseMail: user.adresseMail,
    isVerified: user.isVerified,
    mdpHash: user.mdpHash,
    credentialsVersion: user.credentialsVersion,
    ...(user.isVerified && { confirmationDue: null }),
    noticeDue: user.noticeDue && dueDocument(user.noticeDue),
    withdrawalDue: user.withdrawalDue && { date: user.withdrawalDue.date },
    emailChange: emailChangeDocument(user.emailChange),
    addresses: keysOf(FOLDED, user),
  },
});
