import {
  type ChangedEmail,
  type DueQuery,
  type EmailCase,
  EmailTakenError,
  FRESH_USER,
  isRaisable,
  type MailDue,
  type NewUser,
  type OldEmails,
  type OnDamaged,
  type TakenBack,
  type User,
  type UserChanges,
  type UserQuery,
  type UserRepository,
  type UserVersions,
} from '@algotheque/domain';
import type { PortCommands } from '../connection/commands.ts';
import { isDuplicateKey } from '../connection/failures.ts';
import { collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { findByKey } from '../documents/findByKey.ts';
import { firstRows, listing } from '../documents/listing.ts';
import { nextId } from '../documents/sequence.ts';
import { listDueUsers } from './dueUsers.ts';
import { type EmailMode, keysOf } from './emailKeys.ts';
import { changedEmail, emailTakenBack, withoutOld } from './emailUpdates.ts';
import { changeFolded, dropFormerFolded, findFolded, takeBackFolded } from './foldedEmails.ts';
import { storedHashParameters } from './hashParameters.ts';
import { insertUser } from './insertUser.ts';
import { updateOf } from './updateOf.ts';
import { dueDocument, presentUser, userDocument } from './userDocuments.ts';

/** Users, one document each. Unique indexes on `adresseMail` and `addresses` keep addresses unique. */
export class MongoUserRepository implements UserRepository {
  readonly #commands: PortCommands;
  readonly #emails: EmailMode;

  /** @param emails how addresses are compared, once a command was admitted */
  constructor(commands: PortCommands, emails: EmailMode) {
    this.#commands = commands;
    this.#emails = emails;
  }

  async insert(user: NewUser): Promise<User> {
    const id = await nextId(this.#commands, 'user');
    const document = userDocument({ ...user, ...FRESH_USER, id, deleted: false });
    const keyed = { ...document, ...(this.#isFolded && { addresses: keysOf('folded', { ...user, ...FRESH_USER }) }) };
    await this.#commands.repeat('users.insert', (db) => insertUser(db, keyed));
    return presentUser(document) as User; // it was made present above
  }

  findById(id: number): Promise<User | null> {
    return this.#commands.repeat('users.findById', async (db) => presentUser(await findByKey(db, 'users', id)));
  }

  findByEmail(adresseMail: string): Promise<User | null> {
    return this.#commands.repeat('users.findByEmail', async (db) =>
      this.#isFolded
        ? findFolded(db, adresseMail, 'present')
        : presentUser(await collection(db, 'users').findOne({ adresseMail })),
    );
  }

  findByFormerEmail(adresseMail: string): Promise<User | null> {
    return this.#commands.repeat('users.findByFormerEmail', async (db) => {
      if (this.#isFolded) return findFolded(db, adresseMail, 'former');
      // The index is on `addresses`.
      const query = { addresses: adresseMail, 'emailChange.former.adresseMail': adresseMail };
      return presentUser(await collection(db, 'users').findOne(query));
    });
  }

  existing(ids: readonly number[]): Promise<readonly number[]> {
    return this.#commands.repeat('users.existing', async (db) => {
      const options = { projection: { deleted: 1 }, batchSize: 1_000 } as const;
      const found = await collection(db, 'users')
        .find({ _id: { $in: [...ids] } }, options)
        .toArray();
      return found.filter((user) => !fieldsOf('users', user).boolean('deleted')).map(({ _id }) => _id);
    });
  }

  list({ after, limit }: UserQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    return listing(this.#commands, { what: 'users.list', onDamaged }, (db, tell) => {
      const isPresent = { _id: { $gt: after }, deleted: { $ne: true } } as const;
      const found = collection(db, 'users').find(isPresent, { sort: { _id: 1 }, batchSize: limit });
      return firstRows(found, { read: presentUser, onDamaged: tell, limit });
    });
  }

  markVerified(id: number): Promise<boolean> {
    return this.#commands.run('users.markVerified', async (db) => {
      const update = { $set: { isVerified: true, confirmationDue: null } };
      const query = { _id: id, deleted: false, isVerified: false };
      return (await collection(db, 'users').updateOne(query, update)).modifiedCount === 1;
    });
  }

  async update(id: number, credentialsVersion: number, changes: UserChanges): Promise<User | null> {
    if (!isRaisable(credentialsVersion)) return this.#notRaised(id);
    return this.#commands.run('users.update', async (db) => {
      const { ifAdresseMail } = changes;
      const isAt = ifAdresseMail !== undefined && { adresseMail: ifAdresseMail };
      const query = { _id: id, credentialsVersion, deleted: false, ...isAt };
      const options = { returnDocument: 'after' } as const;
      return presentUser(await collection(db, 'users').findOneAndUpdate(query, updateOf(changes), options));
    });
  }

  /** Null. @throws DamagedError if the user has a version that cannot be raised */
  async #notRaised(id: number): Promise<null> {
    await this.findById(id);
    return null;
  }

  rehash(id: number, from: string, to: string): Promise<boolean> {
    return this.#commands.run('users.rehash', async (db) => {
      const query = { _id: id, mdpHash: from, deleted: false };
      return (await collection(db, 'users').updateOne(query, { $set: { mdpHash: to } })).matchedCount === 1;
    });
  }

  hashParameters(): Promise<readonly string[]> {
    return this.#commands.repeat('users.hashParameters', (db) => storedHashParameters(db));
  }

  setConfirmationDue(id: number, due: MailDue | null): Promise<void> {
    return this.#commands.repeat('users.setConfirmationDue', async (db) => {
      const update = { $set: { confirmationDue: due && dueDocument(due) } };
      await collection(db, 'users').updateOne({ _id: id, deleted: false }, update);
    });
  }

  listConfirmationDue(query: DueQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    // With a negated condition, so that a user with a damaged flag is found and reported.
    const filter = { isVerified: { $ne: true } } as const;
    return listDueUsers(
      this.#commands,
      { what: 'users.listConfirmationDue', due: 'confirmationDue', query, filter },
      onDamaged,
    );
  }

  endNoticeDue(id: number, date: number): Promise<void> {
    return this.#commands.repeat('users.endNoticeDue', async (db) => {
      await collection(db, 'users').updateOne(
        { _id: id, deleted: false, 'noticeDue.date': date },
        { $set: { noticeDue: null } },
      );
    });
  }

  listNoticeDue(query: DueQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    return listDueUsers(
      this.#commands,
      { what: 'users.listNoticeDue', due: 'noticeDue', query, filter: {} },
      onDamaged,
    );
  }

  endWithdrawalDue(id: number, date: number): Promise<void> {
    return this.#commands.repeat('users.endWithdrawalDue', async (db) => {
      const query = { _id: id, deleted: false, 'withdrawalDue.date': date };
      await collection(db, 'users').updateOne(query, { $set: { withdrawalDue: null } });
    });
  }

  listWithdrawalDue(query: DueQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    return listDueUsers(
      this.#commands,
      { what: 'users.listWithdrawalDue', due: 'withdrawalDue', query, filter: {} },
      onDamaged,
    );
  }

  changeEmail(id: number, versions: UserVersions, change: ChangedEmail): Promise<User | null> {
    const { query, steps } = changedEmail(id, versions, change);
    return this.#commands.run('users.changeEmail', async (db) => {
      try {
        if (this.#isFolded) return await changeFolded(db, id, versions, change);
        const options = { returnDocument: 'after' } as const;
        return presentUser(await collection(db, 'users').findOneAndUpdate(query, steps, options));
      } catch (error) {
        if (isDuplicateKey(error)) throw new EmailTakenError();
        throw error;
      }
    });
  }

  async takeBackEmail(id: number, versions: UserVersions, back: TakenBack): Promise<User | null> {
    if (!isRaisable(versions.credentialsVersion)) return this.#notRaised(id);
    const { query, steps } = emailTakenBack(id, versions, back);
    const options = { returnDocument: 'after' } as const;
    return this.#commands.run('users.takeBackEmail', async (db) =>
      this.#isFolded
        ? takeBackFolded(db, id, versions, back)
        : presentUser(await collection(db, 'users').findOneAndUpdate(query, steps, options)),
    );
  }

  endEmailMailDue(id: number, version: number): Promise<void> {
    return this.#commands.repeat('users.endEmailMailDue', async (db) => {
      const query = { _id: id, deleted: false, 'emailChange.former.version': version };
      await collection(db, 'users').updateOne(query, { $set: { 'emailChange.former.$.mailDue': null } });
    });
  }

  async listEmailMailDue({ before, after, limit }: DueQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    if (limit === 0) return [];
    const dates = [{ $lt: before }, ...(after === undefined ? [] : [{ $gt: after }])];
    const due = dates.map((date) => ({
      'emailChange.former': { $elemMatch: { mailDue: { $in: ['en', 'fr'] }, date } },
    }));
    return listing(this.#commands, { what: 'users.listEmailMailDue', onDamaged }, (db, tell) => {
      const found = collection(db, 'users').find({ $or: due, deleted: { $ne: true } }, { batchSize: limit });
      return firstRows(found, { read: presentUser, onDamaged: tell, limit });
    });
  }

  dropOldEmails(old: OldEmails): Promise<void> {
    const { query, steps } = withoutOld(old);
    return this.#commands.repeat('users.dropOldEmails', async (db) => {
      const pending = { 'emailChange.pending.date': { $lt: old.pendingBefore }, deleted: false };
      await collection(db, 'users').updateMany(pending, { $set: { 'emailChange.pending': null } });
      if (this.#isFolded) await dropFormerFolded(db, old);
      else await collection(db, 'users').updateMany(query, steps);
    });
  }

  markDeleted(id: number, credentialsVersion?: number): Promise<boolean> {
    return this.#commands.run('users.markDeleted', async (db) => {
      const update = { $set: { deleted: true } };
      const query = { _id: id, deleted: false, ...(credentialsVersion !== undefined && { credentialsVersion }) };
      return (await collection(db, 'users').updateOne(query, update)).modifiedCount === 1;
    });
  }

  delete(id: number): Promise<void> {
    return this.#commands.repeat('users.delete', async (db) => {
      await collection(db, 'users').deleteOne({ _id: id });
    });
  }

  get emailCase(): EmailCase {
    return this.#emails.case;
  }

  get #isFolded(): boolean {
    return this.#emails.case === 'folded';
  }

  get medium(): object {
    return this.#commands;
  }

  health(): Promise<void> {
    return this.#commands.health();
  }
}
