import {
  type ChangedEmail,
  type Confirmed,
  type EmailCase,
  EmailTakenError,
  emailKey,
  FRESH_USER,
  intact,
  type NewUser,
  type OldEmails,
  type OnDamaged,
  type TakenBack,
  type User,
  type UserChanges,
  type UserQuery,
  type UserRepository,
  type UserVersions,
  unlessDamaged,
  withChangedEmail,
  withChanges,
  withEmailTakenBack,
  withHash,
  withoutOldEmails,
  withVerified,
} from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';
import { isDeleted, listedUser, userOf, userValues } from './userRows.ts';
import { userStatements } from './userStatements.ts';

export class SqliteUserRepository implements UserRepository {
  readonly #connection: Connection;
  readonly #sql: ReturnType<typeof userStatements>;
  readonly emailCase: EmailCase;

  constructor(connection: Connection, emailCase: EmailCase) {
    this.#connection = connection;
    this.emailCase = emailCase;
    this.#sql = userStatements(connection);
  }

  async insert(user: NewUser): Promise<User> {
    const values = userValues({ ...user, ...FRESH_USER }, false, this.emailCase);
    return this.#connection.commit(() => {
      this.#requireFree(values.emailKey, null);
      return written(this.#sql.insert.get(values));
    }, 'growth');
  }

  async findById(id: number): Promise<User | null> {
    return this.#connection.read(() => this.#present(id));
  }

  async findByEmail(adresseMail: string): Promise<User | null> {
    const key = this.#keyOf(adresseMail);
    const user = this.#holder(key);
    return user !== null && this.#keyOf(user.adresseMail) === key ? user : null;
  }

  async findByFormerEmail(adresseMail: string): Promise<User | null> {
    const key = this.#keyOf(adresseMail);
    const user = this.#holder(key);
    return user?.emailChange.former.some((former) => this.#keyOf(former.adresseMail) === key) === true ? user : null;
  }

  async existing(ids: readonly number[]): Promise<readonly number[]> {
    return this.#connection.read(() =>
      this.#sql.existing.all({ ids: JSON.stringify(ids) }).map(({ id }) => Number(id)),
    );
  }

  async list({ after, limit }: UserQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    return this.#connection.read(() => intact(this.#sql.list.iterate(after), listedUser, { limit, onDamaged }));
  }

  async markVerified(id: number, confirmed: Confirmed): Promise<boolean> {
    return (await this.#change(id, (user) => withVerified(user, confirmed))) !== null;
  }

  update(id: number, credentialsVersion: number, changes: UserChanges): Promise<User | null> {
    return this.#change(id, (user) => withChanges(user, credentialsVersion, changes));
  }

  async rehash(id: number, from: string, to: string): Promise<boolean> {
    return (await this.#change(id, (user) => withHash(user, from, to))) !== null;
  }

  async hashParameters(): Promise<readonly string[]> {
    return this.#connection.read(() => this.#sql.hashParameters.all().map(({ parameters }) => String(parameters)));
  }

  changeEmail(id: number, versions: UserVersions, change: ChangedEmail): Promise<User | null> {
    const { emailCase } = this;
    return this.#change(id, (user) => {
      const next = withChangedEmail(user, versions, { ...change, emailCase });
      if (next !== null) this.#requireFree(this.#keyOf(next.adresseMail), id);
      return next;
    });
  }

  takeBackEmail(id: number, versions: UserVersions, back: TakenBack): Promise<User | null> {
    return this.#change(id, (user) => withEmailTakenBack(user, versions, back));
  }

  async dropOldEmails(old: OldEmails): Promise<void> {
    const find = () => this.#sql.oldEmails.all({ ...old }).map(({ id }) => Number(id));
    const ids = this.#connection.read(find);
    if (ids.length === 0) return;
    await this.#connection.commit(() => {
      for (const id of ids) {
        unlessDamaged(
          () => this.#replace(id, (user) => withoutOldEmails(user, old)),
          () => {}, // a damaged user stays as it is
        );
      }
    }, 'session');
  }

  async markDeleted(id: number, credentialsVersion?: number): Promise<boolean> {
    const values = { id, credentialsVersion: credentialsVersion ?? null };
    return this.#connection.commit(() => this.#sql.markDeleted.run(values).changes === 1);
  }

  async findMarked(id: number): Promise<User | null> {
    return this.#connection.read(() => {
      const row = this.#sql.findById.get(id);
      return row !== undefined && isDeleted(row) ? userOf(row) : null;
    });
  }

  async delete(id: number): Promise<void> {
    await this.#connection.commit(() => this.#sql.delete.run(id));
  }

  async #change(id: number, nextOf: (user: User) => User | null): Promise<User | null> {
    return this.#connection.commit(() => this.#replace(id, nextOf), 'session');
  }

  /** Writes the user that follows from the present one; null when there is none. To be called within a commit. */
  #replace(id: number, nextOf: (user: User) => User | null): User | null {
    const user = this.#present(id);
    const next = user === null ? null : nextOf(user);
    if (next === null) return null;
    const { deleted: _absent, ...values } = userValues(next, false, this.emailCase);
    return written(this.#sql.replace.get({ id, ...values }));
  }

  #present(id: number): User | null {
    return present(this.#sql.findById.get(id));
  }

  /** The user who has an address with this key, or can take one back. */
  #holder(key: string): User | null {
    if (!key.isWellFormed()) return null; // SQLite would search for another key
    return this.#connection.read(() => present(this.#sql.findByKey.get(key)));
  }

  #keyOf(adresseMail: string): string {
    return emailKey(this.emailCase, adresseMail);
  }

  #requireFree(key: string, except: number | null): void {
    if (this.#sql.isTaken.get({ key, except }) !== undefined) throw new EmailTakenError();
  }

  get medium(): object {
    return this.#connection;
  }

  health(): Promise<void> {
    return this.#connection.health();
  }
}

const present = (row: Row | undefined): User | null => (row === undefined || isDeleted(row) ? null : userOf(row));

function written(row: Row | undefined): User {
  if (row === undefined) throw new Error('A user was not written');
  return userOf(row);
}
