import {
  EmailTakenError,
  emailKey,
  FRESH_USER,
  hashParametersOf,
  mailboxOf,
  nullIfDamaged,
  onlyOf,
  type User,
  type UserRepository,
  withoutOldEmails,
} from '@algotheque/domain';
import type { Db } from 'mongodb';
import { healthOf, type PortCommands } from '../connection/commands.ts';
import { isDuplicateKey } from '../connection/failures.ts';
import { collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { findByKey } from '../documents/findByKey.ts';
import { firstRows } from '../documents/firstRows.ts';
import { idsOf } from '../documents/ids.ts';
import { nextId } from '../documents/sequence.ts';
import type { EmailMode } from './emailKeys.ts';
import { presentUser, userDocument } from './userDocuments.ts';
import { walkedUsers } from './walkedUsers.ts';
import { insertUserDocument, replaceUser } from './writeUser.ts';

/** To know whether a user is the only one: confirmed ones come first. */
const ENOUGH = 2;

/**
 * Users, one document each. A unique index on the keys of addresses keeps them unique.
 * @param emails how addresses are compared, once a command was admitted
 */
export function mongoUserRepository(commands: PortCommands, emails: EmailMode): UserRepository {
  /** The user who has the address, or can take it back. */
  const holder = (what: string, adresseMail: string): Promise<User | null> =>
    commands.repeat(what, async (db) =>
      presentUser(await collection(db, 'users').findOne({ addresses: emailKey(emails.case, adresseMail) })),
    );

  const isOne = (address: string, other: string): boolean =>
    emailKey(emails.case, address) === emailKey(emails.case, other);

  return {
    get emailCase() {
      return emails.case;
    },
    async insert(user) {
      const id = await nextId(commands, 'user');
      const document = userDocument({ ...user, ...FRESH_USER, id, deleted: false }, emails.case);
      await commands.repeat('users.insert', (db) => insertUserDocument(db, document));
      return presentUser(document) as User; // it was made present above
    },
    findById: (id) => commands.repeat('users.findById', async (db) => presentUser(await findByKey(db, 'users', id))),
    async findByEmail(adresseMail) {
      const user = await holder('users.findByEmail', adresseMail);
      return user !== null && isOne(user.adresseMail, adresseMail) ? user : null;
    },
    findByMailbox: (adresseMail) =>
      commands.repeat('users.findByMailbox', async (db) => {
        const query = { mailbox: mailboxOf(adresseMail), deleted: false };
        const found = collection(db, 'users').find(query, { sort: { isVerified: -1 }, limit: ENOUGH });
        const users = (await found.toArray()).map(presentUser);
        return onlyOf(users.filter((user) => user !== null));
      }),
    async findByFormerEmail(adresseMail) {
      const user = await holder('users.findByFormerEmail', adresseMail);
      return user?.emailChange.former.some((one) => isOne(one.adresseMail, adresseMail)) === true ? user : null;
    },
    existing: (ids) =>
      commands.repeat('users.existing', async (db) => {
        const options = { projection: { deleted: 1 }, batchSize: ids.length } as const; // one answer
        const found = await collection(db, 'users')
          .find({ _id: { $in: [...ids] } }, options)
          .toArray();
        return found.filter((user) => !fieldsOf('users', user).boolean('deleted')).map(({ _id }) => _id);
      }),
    list: ({ after, limit }, onDamaged) =>
      commands.repeat('users.list', (db) => {
        const isPresent = { _id: { $gt: after }, deleted: { $ne: true } } as const;
        const found = collection(db, 'users').find(isPresent, { sort: { _id: 1 }, batchSize: limit });
        return firstRows(found, presentUser, { onDamaged, limit });
      }),
    walk: (query, onDamaged) => commands.repeat('users.walk', (db) => walkedUsers(db, query, onDamaged)),
    change: (id, nextOf) =>
      commands.run('users.change', async (db) => {
        try {
          return await replaceUser(db, { id, emailCase: emails.case, nextOf });
        } catch (error) {
          throw isDuplicateKey(error) ? new EmailTakenError() : error;
        }
      }),
    hashParameters: () => commands.repeat('users.hashParameters', (db) => storedHashParameters(db)),
    /** A damaged user stays as it is. */
    dropOldEmails(old) {
      const emailCase = emails.case;
      return commands.repeat('users.dropOldEmails', async (db) => {
        const isOld = [
          { 'emailChange.pending.date': { $lt: old.pendingBefore } },
          { 'emailChange.former.date': { $lt: old.formerBefore } },
        ];
        for (const id of await idsOf(db, 'users', { $or: isOld, deleted: false })) {
          const replaced = replaceUser(db, { id, emailCase, nextOf: (user) => withoutOldEmails(user, old) });
          await nullIfDamaged(replaced, () => {});
        }
      });
    },
    markDeleted: (id, credentialsVersion) =>
      commands.run('users.markDeleted', async (db) => {
        const update = { $set: { deleted: true } };
        const query = { _id: id, deleted: false, ...(credentialsVersion !== undefined && { credentialsVersion }) };
        return (await collection(db, 'users').updateOne(query, update)).modifiedCount === 1;
      }),
    delete: (id) =>
      commands.repeat('users.delete', async (db) => {
        await collection(db, 'users').deleteOne({ _id: id });
      }),
    ...healthOf(commands),
  };
}

const MOST_PARAMETERS = 100;

/**
 * The parameters of hashes, which begin with `$`, from the index of hashes: finds one hash, then the first one with
 * other parameters, and so on.
 */
async function storedHashParameters(db: Db): Promise<readonly string[]> {
  const known: string[] = [];
  let after = '$';
  for (let looked = 0; looked < MOST_PARAMETERS; looked += 1) {
    const options = { projection: { mdpHash: 1 }, sort: { mdpHash: 1 } } as const;
    const found = await collection(db, 'users').findOne({ mdpHash: { $gt: after, $lt: '%' }, deleted: false }, options);
    if (found === null) break;
    const parameters = hashParametersOf(found.mdpHash);
    if (parameters !== null) known.push(parameters);
    // `%` follows the `$` at the end of parameters: after all hashes that begin with them.
    after = parameters === null ? found.mdpHash : `${parameters.slice(0, -1)}%`;
  }
  return known;
}
