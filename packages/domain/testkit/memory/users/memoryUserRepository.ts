import {
  compareTexts,
  type EmailCase,
  EmailTakenError,
  emailKey,
  FRESH_USER,
  hashParametersOf,
  intact,
  type NewUser,
  nameKey,
  type OldEmails,
  type OnDamaged,
  onlyOf,
  type User,
  type UserPosition,
  type UserQuery,
  type UserRepository,
  type UserStartQuery,
  type WalkedUsers,
  withoutOldEmails,
} from '@algotheque/domain';
import { copyOf } from '../copyOf.ts';
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
    const user: User = { ...copyOf(fields), ...copyOf(FRESH_USER), id };
    this.#data.users.set(id, { user, deleted: false });
    return copyOf(user);
  }

  async findById(id: number): Promise<User | null> {
    return this.#data.presentUser(id);
  }

  async findByEmail(adresseMail: string): Promise<User | null> {
    const user = this.#holder(adresseMail);
    return user !== null && this.#isOne(user.adresseMail, adresseMail) ? user : null;
  }

  async findByMailbox(adresseMail: string): Promise<User | null> {
    const mailbox = adresseMail.toLowerCase();
    const found = this.#data.presentUsers().filter((user) => user.adresseMail.toLowerCase() === mailbox);
    const only = onlyOf(found.toSorted((one, other) => Number(other.isVerified) - Number(one.isVerified)));
    return only && this.#data.read('users', only.id, only);
  }

  async findByFormerEmail(adresseMail: string): Promise<User | null> {
    const user = this.#holder(adresseMail);
    return user?.emailChange.former.some((one) => this.#isOne(one.adresseMail, adresseMail)) === true ? user : null;
  }

  async existing(ids: readonly number[]): Promise<readonly number[]> {
    const present = new Set(this.#data.presentUsers().map(({ id }) => id));
    return [...new Set(ids)].filter((id) => present.has(id));
  }

  async list({ after, limit }: UserQuery, onDamaged?: OnDamaged): Promise<readonly User[]> {
    const users = this.#data.presentUsers().filter(({ id }) => id > after);
    const sorted = users.toSorted((one, other) => one.id - other.id);
    return intact(sorted, (user) => this.#data.read('users', user.id, user), { limit, onDamaged });
  }

  async walk({ by, start, after, limit }: UserStartQuery, onDamaged?: OnDamaged): Promise<WalkedUsers> {
    const isBehind = (one: UserPosition, other: UserPosition): number =>
      compareTexts(one.key, other.key) || one.id - other.id;
    const following = this.#data
      .presentUsers()
      .map((user) => ({ user, position: { key: nameKey(user[by]), id: user.id } }))
      .filter(({ position }) => position.key.startsWith(start) && (!after || isBehind(position, after) > 0))
      .toSorted((one, other) => isBehind(one.position, other.position));
    const looked = following.slice(0, limit);
    const users = intact(looked, ({ user }) => this.#data.read('users', user.id, user), { onDamaged });
    return { users, last: following.length > limit ? (looked.at(-1)?.position ?? null) : null };
  }

  async change(id: number, nextOf: (user: User) => User | null): Promise<User | null> {
    return this.#data.replaceUser(id, (user) => {
      const next = copyOf(nextOf(user));
      if (next !== null && this.#isTaken(next.adresseMail, id)) throw new EmailTakenError();
      return next;
    });
  }

  async hashParameters(): Promise<readonly string[]> {
    const all = new Set(this.#data.presentUsers().map(({ mdpHash }) => hashParametersOf(mdpHash)));
    return [...all].filter((parameters) => parameters !== null).slice(0, 100);
  }

  async dropOldEmails(old: OldEmails): Promise<void> {
    for (const user of this.#data.presentUsers()) {
      const next = withoutOldEmails(user, old);
      if (next !== null) this.#data.users.set(user.id, { user: next, deleted: false });
    }
  }

  async markDeleted(id: number, credentialsVersion?: number): Promise<boolean> {
    const row = this.#data.users.get(id);
    if (row === undefined || row.deleted) return false;
    if (row.user.credentialsVersion !== (credentialsVersion ?? row.user.credentialsVersion)) return false;
    this.#data.users.set(id, { user: row.user, deleted: true });
    return true;
  }

  async delete(id: number): Promise<void> {
    this.#data.users.delete(id);
    this.#data.removed('users', id);
  }

  async health(): Promise<void> {}

  /** Whether a user other than this one has the address, or can take it back. Marked users have theirs. */
  #isTaken(adresseMail: string, except?: number): boolean {
    const users = [...this.#data.users.values()].map(({ user }) => user);
    return users.some((user) => user.id !== except && this.#holds(user, adresseMail));
  }

  /** The user who has the address, or can take it back. @throws DamagedError */
  #holder(adresseMail: string): User | null {
    const holder = this.#data.presentUsers().find((user) => this.#holds(user, adresseMail));
    return holder === undefined ? null : this.#data.read('users', holder.id, holder);
  }

  #holds(user: User, adresseMail: string): boolean {
    const addresses = [user.adresseMail, ...user.emailChange.former.map((one) => one.adresseMail)];
    return addresses.some((address) => this.#isOne(address, adresseMail));
  }

  #isOne(address: string, other: string): boolean {
    return emailKey(this.emailCase, address) === emailKey(this.emailCase, other);
  }
}
