import {
  type ChangedEmail,
  type DueQuery,
  type EmailCase,
  EmailTakenError,
  FRESH_USER,
  hasVersions,
  intact,
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
  withChangedEmail,
  withEmailTakenBack,
} from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';
import { storableText } from '../connection/storableText.ts';
import { changedValues } from './changedValues.ts';
import { UserAddresses } from './userAddresses.ts';
import { isDeleted, userOf, userValues } from './userRows.ts';
import { dueStatements, userStatements } from './userStatements.ts';

export class SqliteUserRepository implements UserRepository {
  readonly #connection: Connection;
  readonly #sql: ReturnType<typeof userStatements>;
  readonly #unsynced: Connection;
  readonly #ends: ReturnType<typeof dueStatements>;
  readonly #addresses: UserAddresses;
  readonly emailCase: EmailCase;

  /**
   * @param unsynced ends due mails: its commits do not wait for the disk. A power loss may undo them, and then the mail is
   * due again and is sent twice, as after a crash between the mail and this commit.
   */
  constructor(connection: Connection, unsynced: Connection, emailCase: EmailCase) {
    this.#connection = connection;
    this.emailCase = emailCase;
    this.#sql = userStatements(connection);
    this.#addresses = new UserAddresses(this.#sql, emailCase);
    this.#unsynced = unsynced;
    this.#ends = dueStatements(unsynced);
  }

  async insert(user: NewUser): Promise<User> {
    const values = userValues({ ...user, ...FRESH_USER }, false);
    return this.#connection.commit(() => {
      this.#requireFree(values.adresseMail, null);
      return inserted(this.#sql.insert.get({ ...values, ...this.#addresses.columns(values.adresseMail) }));
    }, 'growth');
  }

  async findById(id: number): Promise<User | null> {
    return this.#connection.read(() => present(this.#sql.findById.get(id)));
  }

  async findByEmail(adresseMail: string): Promise<User | null> {
    if (!adresseMail.isWellFormed()) return null; // SQLite would search for another address
    return this.#connection.read(() => present(this.#addresses.find(adresseMail)));
  }

  async findByFormerEmail(adresseMail: string): Promise<User | null> {
    if (!adresseMail.isWellFormed()) return null; // SQLite would search for another address
    return this.#connection.read(() => present(this.#addresses.findFormer(adresseMail)));
  }

  async existing(ids: readonly number[]): Promise<readonly number[]> {
    return this.#connection.read(() =>
      this.#sql.existing.all({ ids: JSON.stringify(ids) }).map(({ id }) => Number(id)),
    );
  }

  async list({ after, limit }: UserQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    return this.#connection.read(() => intact(this.#sql.list.iterate(after), marked, { limit, onDamaged }));
  }

  async markVerified(id: number): Promise<boolean> {
    return this.#connection.commit(() => this.#sql.markVerified.run(id).changes === 1, 'session');
  }

  async update(id: number, credentialsVersion: number, changes: UserChanges): Promise<User | null> {
    const values = { id, credentialsVersion, ...changedValues(changes) };
    return this.#connection.commit(() => found(this.#sql.update.get(values)), 'session');
  }

  async rehash(id: number, from: string, to: string): Promise<boolean> {
    const values = { id, from, to: storableText(to, 'mdpHash') };
    return this.#connection.commit(() => this.#sql.rehash.run(values).changes === 1, 'session');
  }

  async hashParameters(): Promise<readonly string[]> {
    return this.#connection.read(() => this.#sql.hashParameters.all().map(({ parameters }) => String(parameters)));
  }

  async setConfirmationDue(id: number, due: MailDue | null): Promise<void> {
    if (due === null) {
      this.#unsynced.write(() => this.#ends.endConfirmationDue.run(id), 'session');
      return;
    }
    const values = { id, date: due.date, locale: due.locale };
    await this.#connection.commit(() => this.#sql.setConfirmationDue.run(values), 'session');
  }

  async listConfirmationDue({ before, after, limit }: DueQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    const values = { before, after: after ?? null };
    return this.#connection.read(() =>
      intact(this.#sql.listConfirmationDue.iterate(values), marked, { limit, onDamaged }),
    );
  }

  async endNoticeDue(id: number, date: number): Promise<void> {
    this.#unsynced.write(() => this.#ends.endNoticeDue.run({ id, date }));
  }

  async listNoticeDue({ before, after, limit }: DueQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    const values = { before, after: after ?? null };
    return this.#connection.read(() => intact(this.#sql.listNoticeDue.iterate(values), marked, { limit, onDamaged }));
  }

  async endWithdrawalDue(id: number, date: number): Promise<void> {
    await this.#connection.commit(() => this.#sql.endWithdrawalDue.run({ id, date }));
  }

  async listWithdrawalDue({ before, after, limit }: DueQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    const values = { before, after: after ?? null };
    return this.#connection.read(() =>
      intact(this.#sql.listWithdrawalDue.iterate(values), marked, { limit, onDamaged }),
    );
  }

  async changeEmail(id: number, versions: UserVersions, change: ChangedEmail): Promise<User | null> {
    return this.#replace(id, versions, (user) => {
      const next = withChangedEmail(user, change, this.emailCase);
      if (next !== null) this.#requireFree(next.adresseMail, id);
      return next;
    });
  }

  async takeBackEmail(id: number, versions: UserVersions, back: TakenBack): Promise<User | null> {
    return this.#replace(id, versions, (user) => withEmailTakenBack(user, back));
  }

  /** Writes the user who follows from the one of these versions, in one transaction. */
  #replace(id: number, versions: UserVersions, nextOf: (user: User) => User | null): Promise<User | null> {
    return this.#connection.commit(() => {
      const user = present(this.#sql.findById.get(id));
      const next = user !== null && hasVersions(user, versions) ? nextOf(user) : null;
      if (next === null) return null;
      const { deleted: _absent, ...values } = userValues(next, false);
      return found(this.#sql.replace.get({ id, ...values, ...this.#addresses.columns(values.adresseMail) }));
    }, 'session');
  }

  #requireFree(adresseMail: string, except: number | null): void {
    if (this.#addresses.isTaken(adresseMail, except)) throw new EmailTakenError();
  }

  async endEmailMailDue(id: number, version: number): Promise<void> {
    this.#unsynced.write(() => this.#ends.endEmailMailDue.run({ id, version }));
  }

  async listEmailMailDue({ before, after, limit }: DueQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    const values = { before, after: after ?? null };
    return this.#connection.read(() =>
      intact(this.#sql.listEmailMailDue.iterate(values), marked, { limit, onDamaged }),
    );
  }

  async dropOldEmails({ pendingBefore, formerBefore }: OldEmails): Promise<void> {
    const isThere = () => this.#sql.hasOldEmails.get({ pendingBefore, formerBefore }) !== undefined;
    if (!this.#connection.read(isThere)) return;
    await this.#connection.commit(() => {
      this.#sql.dropPending.run({ pendingBefore });
      this.#sql.dropFormer.run({ formerBefore });
    }, 'session');
  }

  async markDeleted(id: number, credentialsVersion?: number): Promise<boolean> {
    const values = { id, credentialsVersion: credentialsVersion ?? null };
    return this.#connection.commit(() => this.#sql.markDeleted.run(values).changes === 1);
  }

  async delete(id: number): Promise<void> {
    await this.#connection.commit(() => this.#sql.delete.run(id));
  }

  get medium(): object {
    return this.#connection;
  }

  health(): Promise<void> {
    return this.#connection.health();
  }
}

const present = (row: Row | undefined): User | null => (row === undefined || isDeleted(row) ? null : userOf(row));

/** A user of a list, whose mark is read too, so that a damaged one is reported. */
function marked(row: Row): User {
  isDeleted(row);
  return userOf(row);
}

const found = (row: Row | undefined): User | null => (row === undefined ? null : userOf(row));

function inserted(row: Row | undefined): User {
  if (row === undefined) throw new Error('The insert of a user has returned no row');
  return userOf(row);
}
