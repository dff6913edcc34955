import {
  type ChangedEmail,
  type Confirmed,
  DamagedError,
  type EmailCase,
  EmailTakenError,
  emailKey,
  FRESH_USER,
  type NewUser,
  type OldEmails,
  type OnDamaged,
  type TakenBack,
  type User,
  type UserChanges,
  type UserQuery,
  type UserRepository,
  type UserVersions,
  withChangedEmail,
  withChanges,
  withEmailTakenBack,
  withHash,
  withoutOldEmails,
  withVerified,
} from '@algotheque/domain';
import type { PortCommands } from '../connection/commands.ts';
import { isDuplicateKey } from '../connection/failures.ts';
import { collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { findByKey } from '../documents/findByKey.ts';
import { firstRows, listing } from '../documents/listing.ts';
import { nextId } from '../documents/sequence.ts';
import type { EmailMode } from './emailKeys.ts';
import { storedHashParameters } from './hashParameters.ts';
import { markedUser, presentUser, userDocument } from './userDocuments.ts';
import { insertUser, replaceUser } from './writeUser.ts';

/** Users, one document each. A unique index on the keys of addresses keeps them unique. */
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
    const document = userDocument({ ...user, ...FRESH_USER, id, deleted: false }, this.emailCase);
    await this.#commands.repeat('users.insert', (db) => insertUser(db, document));
    return presentUser(document) as User; // it was made present above
  }

  findById(id: number): Promise<User | null> {
    return this.#commands.repeat('users.findById', async (db) => presentUser(await findByKey(db, 'users', id)));
  }

  async findByEmail(adresseMail: string): Promise<User | null> {
    const user = await this.#holder('users.findByEmail', adresseMail);
    return user !== null && this.#isOne(user.adresseMail, adresseMail) ? user : null;
  }

  async findByFormerEmail(adresseMail: string): Promise<User | null> {
    const user = await this.#holder('users.findByFormerEmail', adresseMail);
    return user?.emailChange.former.some((one) => this.#isOne(one.adresseMail, adresseMail)) === true ? user : null;
  }

  /** The user who has the address, or can take it back. */
  #holder(what: string, adresseMail: string): Promise<User | null> {
    return this.#commands.repeat(what, async (db) =>
      presentUser(await collection(db, 'users').findOne({ addresses: emailKey(this.emailCase, adresseMail) })),
    );
  }

  #isOne(address: string, other: string): boolean {
    return emailKey(this.emailCase, address) === emailKey(this.emailCase, other);
  }

  existing(ids: readonly number[]): Promise<readonly number[]> {
    return this.#commands.repeat('users.existing', async (db) => {
      const options = { projection: { deleted: 1 }, batchSize: ids.length } as const; // one answer
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

  async markVerified(id: number, confirmed: Confirmed): Promise<boolean> {
    return (await this.#change('users.markVerified', id, (user) => withVerified(user, confirmed))) !== null;
  }

  update(id: number, credentialsVersion: number, changes: UserChanges): Promise<User | null> {
    return this.#change('users.update', id, (user) => withChanges(user, credentialsVersion, changes));
  }

  async rehash(id: number, from: string, to: string): Promise<boolean> {
    return (await this.#change('users.rehash', id, (user) => withHash(user, from, to))) !== null;
  }

  hashParameters(): Promise<readonly string[]> {
    return this.#commands.repeat('users.hashParameters', (db) => storedHashParameters(db));
  }

  changeEmail(id: number, versions: UserVersions, change: ChangedEmail): Promise<User | null> {
    const { emailCase } = this;
    return this.#change('users.changeEmail', id, (user) => withChangedEmail(user, versions, { ...change, emailCase }));
  }

  takeBackEmail(id: number, versions: UserVersions, back: TakenBack): Promise<User | null> {
    return this.#change('users.takeBackEmail', id, (user) => withEmailTakenBack(user, versions, back));
  }

  /** A damaged user stays as it is. */
  dropOldEmails(old: OldEmails): Promise<void> {
    const { emailCase } = this;
    return this.#commands.repeat('users.dropOldEmails', async (db) => {
      const isOld = [
        { 'emailChange.pending.date': { $lt: old.pendingBefore } },
        { 'emailChange.former.date': { $lt: old.formerBefore } },
      ];
      const found = collection(db, 'users').find({ $or: isOld, deleted: false }, { projection: { _id: 1 } });
      for (const { _id: id } of await found.toArray()) {
        await replaceUser(db, { id, emailCase, nextOf: (user) => withoutOldEmails(user, old) }).catch(unlessDamage);
      }
    });
  }

  markDeleted(id: number, credentialsVersion?: number): Promise<boolean> {
    return this.#commands.run('users.markDeleted', async (db) => {
      const update = { $set: { deleted: true } };
      const query = { _id: id, deleted: false, ...(credentialsVersion !== undefined && { credentialsVersion }) };
      return (await collection(db, 'users').updateOne(query, update)).modifiedCount === 1;
    });
  }

  findMarked(id: number): Promise<User | null> {
    return this.#commands.repeat('users.findMarked', async (db) => markedUser(await findByKey(db, 'users', id)));
  }

  delete(id: number): Promise<void> {
    return this.#commands.repeat('users.delete', async (db) => {
      await collection(db, 'users').deleteOne({ _id: id });
    });
  }

  /** @throws EmailTakenError when another user has an address of the next one */
  #change(what: string, id: number, nextOf: (user: User) => User | null): Promise<User | null> {
    return this.#commands.run(what, async (db) => {
      try {
        return await replaceUser(db, { id, emailCase: this.emailCase, nextOf });
      } catch (error) {
        throw isDuplicateKey(error) ? new EmailTakenError() : error;
      }
    });
  }

  get emailCase(): EmailCase {
    return this.#emails.case;
  }

  get medium(): object {
    return this.#commands;
  }

  health(): Promise<void> {
    return this.#commands.health();
  }
}

function unlessDamage(error: unknown): null {
  if (error instanceof DamagedError) return null;
  throw error;
}
