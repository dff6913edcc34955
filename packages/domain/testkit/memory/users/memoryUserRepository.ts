import type {
  ChangedEmail,
  DueQuery,
  EmailChange,
  FormerEmail,
  MailDue,
  OldEmails,
  PendingEmail,
  TakenBack,
  User,
  UserChanges,
  UserVersions,
} from '@algotheque/domain';
import {
  type EmailCase,
  EmailTakenError,
  emailKey,
  FRESH_USER,
  hashParametersOf,
  hasVersions,
  intact,
  isRaisable,
  type NewUser,
  type OnDamaged,
  type UserQuery,
  type UserRepository,
  withChangedEmail,
  withEmailTakenBack,
} from '@algotheque/domain';
import { MemoryData } from '../memoryData.ts';

/** @param emailCase how it compares addresses; default: exact */
export function memoryUserRepository(
  data: MemoryData = new MemoryData(),
  emailCase: EmailCase = 'exact',
): UserRepository {
  return new MemoryUserRepository(data, emailCase);
}

class MemoryUserRepository implements UserRepository {
  readonly #data: MemoryData;
  readonly emailCase: EmailCase;

  constructor(data: MemoryData, emailCase: EmailCase) {
    this.#data = data;
    this.emailCase = emailCase;
  }

  async insert(fields: NewUser): Promise<User> {
    if (this.#isTaken(fields.adresseMail)) throw new EmailTakenError();
    const id = this.#data.nextId('user');
    const user: User = { ...structuredClone(fields), ...structuredClone(FRESH_USER), id };
    this.#save(user);
    return structuredClone(user);
  }

  async findById(id: number): Promise<User | null> {
    return this.#read(this.#present(id));
  }

  async findByEmail(adresseMail: string): Promise<User | null> {
    return this.#read(this.#all().find((user) => this.#isOne(user.adresseMail, adresseMail)) ?? null);
  }

  async findByFormerEmail(adresseMail: string): Promise<User | null> {
    return this.#read(this.#all().find((user) => this.#hadEmail(user, adresseMail)) ?? null);
  }

  async existing(ids: readonly number[]): Promise<readonly number[]> {
    return [...new Set(ids)].filter((id) => this.#present(id) !== null);
  }

  async list({ after, limit }: UserQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    const users = this.#all().filter(({ id }) => id > after);
    return this.#listed(
      users.toSorted((one, other) => one.id - other.id),
      limit,
      onDamaged,
    );
  }

  async markVerified(id: number): Promise<boolean> {
    const user = this.#present(id);
    if (user === null || user.isVerified) return false;
    this.#save({ ...user, isVerified: true, confirmationDue: null });
    return true;
  }

  async update(id: number, credentialsVersion: number, changes: UserChanges): Promise<User | null> {
    const user = this.#present(id);
    const { ifAdresseMail = user?.adresseMail, pendingEmail, ...set } = structuredClone(changes);
    if (user?.credentialsVersion !== credentialsVersion || user.adresseMail !== ifAdresseMail) return null;
    if (!isRaisable(credentialsVersion)) return this.#data.read('users', id, user);
    const next = {
      ...user,
      ...set,
      ...(raises(changes) && { credentialsVersion: credentialsVersion + 1 }),
      ...(changes.isVerified === true && { confirmationDue: null }),
      emailChange: withPending(user.emailChange, raises(changes) ? (pendingEmail ?? null) : pendingEmail),
    };
    this.#save(next);
    return structuredClone(next);
  }

  async rehash(id: number, from: string, to: string): Promise<boolean> {
    const user = this.#present(id);
    if (user?.mdpHash !== from) return false;
    this.#save({ ...user, mdpHash: to });
    return true;
  }

  async hashParameters(): Promise<readonly string[]> {
    const all = new Set(this.#all().map(({ mdpHash }) => hashParametersOf(mdpHash)));
    return [...all].filter((parameters) => parameters !== null).slice(0, 100);
  }

  async setConfirmationDue(id: number, due: MailDue | null): Promise<void> {
    const user = this.#present(id);
    if (user !== null) this.#save({ ...user, confirmationDue: structuredClone(due) });
  }

  async listConfirmationDue(
    { before, after = Number.POSITIVE_INFINITY, limit }: DueQuery,
    onDamaged?: OnDamaged,
  ): Promise<readonly User[]> {
    const due = this.#all()
      .filter((user) => !user.isVerified && user.confirmationDue !== null)
      .filter((user) => dueSince(user) < before || dueSince(user) > after)
      .sort((one, other) => dueSince(one) - dueSince(other));
    return this.#listed(due, limit, onDamaged);
  }

  async endNoticeDue(id: number, date: number): Promise<void> {
    const user = this.#present(id);
    if (user?.noticeDue?.date === date) this.#save({ ...user, noticeDue: null });
  }

  async listNoticeDue(query: DueQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    return this.#listDue('noticeDue', query, onDamaged);
  }

  async endWithdrawalDue(id: number, date: number): Promise<void> {
    const user = this.#present(id);
    if (user?.withdrawalDue?.date === date) this.#save({ ...user, withdrawalDue: null });
  }

  async listWithdrawalDue(query: DueQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    return this.#listDue('withdrawalDue', query, onDamaged);
  }

  #listDue(
    due: 'noticeDue' | 'withdrawalDue',
    { before, after = Number.POSITIVE_INFINITY, limit }: DueQuery,
    onDamaged?: OnDamaged,
  ): readonly User[] {
    const owed = this.#all().flatMap((user) => (user[due] === null ? [] : [{ user, date: user[due].date }]));
    const listed = owed.filter(({ date }) => date < before || date > after);
    const sorted = listed.sort((one, other) => one.date - other.date);
    return this.#listed(
      sorted.map(({ user }) => user),
      limit,
      onDamaged,
    );
  }

  async changeEmail(id: number, versions: UserVersions, change: ChangedEmail): Promise<User | null> {
    const user = this.#ofVersions(id, versions);
    const next = user === null ? null : withChangedEmail(user, change, this.emailCase);
    if (next === null) return null;
    if (this.#isTaken(next.adresseMail, id)) throw new EmailTakenError();
    this.#save(next);
    return structuredClone(next);
  }

  async takeBackEmail(id: number, versions: UserVersions, back: TakenBack): Promise<User | null> {
    const user = this.#ofVersions(id, versions);
    const next = user === null ? null : withEmailTakenBack(user, back);
    if (next === null) return null;
    if (!isRaisable(versions.credentialsVersion)) return this.#data.read('users', id, next);
    this.#save(next);
    return structuredClone(next);
  }

  async endEmailMailDue(id: number, version: number): Promise<void> {
    const user = this.#present(id);
    if (user === null) return;
    const former = user.emailChange.former.map((one) => (one.version === version ? { ...one, mailDue: null } : one));
    this.#save({ ...user, emailChange: { ...user.emailChange, former } });
  }

  async listEmailMailDue(
    { before, after = Number.POSITIVE_INFINITY, limit }: DueQuery,
    onDamaged?: OnDamaged,
  ): Promise<readonly User[]> {
    const isDue = ({ mailDue, date }: FormerEmail) => mailDue !== null && (date < before || date > after);
    const due = this.#all().filter(({ emailChange }) => emailChange.former.some(isDue));
    return this.#listed(due, limit, onDamaged);
  }

  async dropOldEmails({ pendingBefore, formerBefore }: OldEmails): Promise<void> {
    for (const user of this.#all()) {
      const { version, pending, former } = user.emailChange;
      const isOld = pending !== null && pending.date < pendingBefore;
      const kept = former.filter(({ date }) => date >= formerBefore);
      if (!isOld && kept.length === former.length) continue;
      this.#save({ ...user, emailChange: { version, pending: isOld ? null : pending, former: kept } });
    }
  }

  async markDeleted(id: number, credentialsVersion?: number): Promise<boolean> {
    const user = this.#present(id);
    if (user === null || user.credentialsVersion !== (credentialsVersion ?? user.credentialsVersion)) return false;
    this.#data.users.set(id, { user, deleted: true });
    return true;
  }

  async delete(id: number): Promise<void> {
    this.#data.users.delete(id);
    this.#data.removed('users', id);
  }

  async health(): Promise<void> {}

  /** Whether a user other than this one has the address, or can take it back. Marked users have theirs. */
  #isTaken(adresseMail: string, except?: number): boolean {
    const others = [...this.#data.users.values()].map(({ user }) => user).filter(({ id }) => id !== except);
    return others.some((user) => this.#isOne(user.adresseMail, adresseMail) || this.#hadEmail(user, adresseMail));
  }

  #isOne(address: string, other: string): boolean {
    return emailKey(this.emailCase, address) === emailKey(this.emailCase, other);
  }

  #hadEmail({ emailChange }: User, adresseMail: string): boolean {
    return emailChange.former.some((one) => this.#isOne(one.adresseMail, adresseMail));
  }

  #ofVersions(id: number, versions: UserVersions): User | null {
    const user = this.#present(id);
    return user !== null && hasVersions(user, versions) ? user : null;
  }

  #read(user: User | null): User | null {
    return user === null ? null : this.#data.read('users', user.id, user);
  }

  #listed(users: readonly User[], limit: number, onDamaged?: OnDamaged): readonly User[] {
    return intact(users, (user) => this.#data.read('users', user.id, user), { limit, onDamaged });
  }

  #all(): User[] {
    return [...this.#data.users.values()].filter(({ deleted }) => !deleted).map(({ user }) => user);
  }

  #present(id: number): User | null {
    const row = this.#data.users.get(id);
    return row === undefined || row.deleted ? null : row.user;
  }

  #save(user: User): void {
    this.#data.users.set(user.id, { user, deleted: false });
  }
}

const raises = ({ mdpHash, isDisabled }: UserChanges): boolean => mdpHash !== undefined || isDisabled === true;

/** @param pending undefined: it stays as it is */
function withPending(emailChange: EmailChange, pending: PendingEmail | null | undefined): EmailChange {
  if (pending === undefined) return emailChange;
  return { ...emailChange, pending, version: emailChange.version + (pending === null ? 0 : 1) };
}

const dueSince = ({ confirmationDue }: User): number => confirmationDue?.date ?? Number.POSITIVE_INFINITY;
