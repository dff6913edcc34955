import type { UserRepository } from '@algotheque/domain';
import { addHealthTests } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { newUser } from '../samples.ts';
import { contract } from '../suite.ts';
import { addEmailChangeTests } from './changingEmails.ts';
import { addUserChangeTests } from './changingUsers.ts';
import { addUserDamageTests } from './damagedUsers.ts';
import { addUserDeleteTests } from './deletingUsers.ts';
import { addUserFindingTests } from './findingUsers.ts';
import { addUserInsertTests } from './insertingUsers.ts';
import { addUserListTests } from './listingUsers.ts';

/** What every UserRepository promises. */
export const userRepositoryContract = contract<Fixture<UserRepository>>('UserRepository', (test) => {
  addUserInsertTests(test);
  addUserListTests(test);
  addUserFindingTests(test);
  addUserChangeTests(test);
  addEmailChangeTests(test);
  addUserDeleteTests(test);
  addUserDamageTests(test);
  addHealthTests(test, (users) => ({
    insert: () => users.insert(newUser()),
    findById: () => users.findById(1),
    findByEmail: () => users.findByEmail(newUser().adresseMail),
    existing: () => users.existing([1]),
    list: () => users.list({ after: 0, limit: 1 }),
    walk: () => users.walk({ by: 'pseudo', start: 'a', limit: 1 }),
    change: () => users.change(1, (user) => user),
    hashParameters: () => users.hashParameters(),
    findByMailbox: () => users.findByMailbox(newUser().adresseMail),
    findByFormerEmail: () => users.findByFormerEmail(newUser().adresseMail),
    dropOldEmails: () => users.dropOldEmails({ pendingBefore: 1, formerBefore: 1 }),
    markDeleted: () => users.markDeleted(1),
    delete: () => users.delete(1),
  }));
});
