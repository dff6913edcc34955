import type { UserRepository } from '@algotheque/domain';
import { addHealthTests } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { newUser } from '../samples.ts';
import { contract } from '../suite.ts';
import { addEmailChangeTests } from './changingEmails.ts';
import { addCredentialTests } from './credentials.ts';
import { addUserDamageTests } from './damagedUsers.ts';
import { addUserDeleteTests } from './deletingUsers.ts';
import { addUserFindingTests } from './findingUsers.ts';
import { addUserInsertTests } from './insertingUsers.ts';
import { addUserListTests } from './listingUsers.ts';
import { addMakingDueTests } from './makingDue.ts';
import { addEmailTakeBackTests } from './takingBackEmails.ts';
import { addUserUpdateTests } from './updatingUsers.ts';

const VERSIONS = { credentialsVersion: 1, emailVersion: 1 };

/** What every UserRepository promises. */
export const userRepositoryContract = contract<Fixture<UserRepository>>('UserRepository', (test) => {
  addUserInsertTests(test);
  addUserListTests(test);
  addUserFindingTests(test);
  addUserUpdateTests(test);
  addCredentialTests(test);
  addMakingDueTests(test);
  addEmailChangeTests(test);
  addEmailTakeBackTests(test);
  addUserDeleteTests(test);
  addUserDamageTests(test);
  addHealthTests(test, (users) => ({
    insert: () => users.insert(newUser()),
    findById: () => users.findById(1),
    findByEmail: () => users.findByEmail(newUser().adresseMail),
    existing: () => users.existing([1]),
    list: () => users.list({ after: 0, limit: 1 }),
    walk: () => users.walk({ by: 'pseudo', start: 'a', limit: 1 }),
    markVerified: () => users.markVerified(1),
    update: () => users.update(1, 1, { pseudo: 'Grace' }),
    rehash: () => users.rehash(1, 'from', 'to'),
    hashParameters: () => users.hashParameters(),
    findByMailbox: () => users.findByMailbox(newUser().adresseMail),
    findByFormerEmail: () => users.findByFormerEmail(newUser().adresseMail),
    changeEmail: () => users.changeEmail(1, VERSIONS, { date: 1, locale: 'en' }),
    takeBackEmail: () => users.takeBackEmail(1, VERSIONS, { version: 1, mdpHash: 'hash', date: 1, locale: 'en' }),
    dropOldEmails: () => users.dropOldEmails({ pendingBefore: 1, formerBefore: 1 }),
    markDeleted: () => users.markDeleted(1),
    delete: () => users.delete(1),
  }));
});
