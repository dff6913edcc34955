import {
  compareTexts,
  type EmailCase,
  EmailTakenError,
  emailKey,
  FRESH_USER,
  hashParametersOf,
  intact,
  nameKey,
  onlyOf,
  type User,
  type UserPosition,
  type UserRepository,
  withoutOldEmails,
} from '@algotheque/domain';
import { copyOf } from '../copyOf.ts';
import { MemoryData } from '../memoryData.ts';

/** @param emailCase how it compares addresses; default: exact */
export function memoryUserRepository(
  data: MemoryData = new MemoryData(),
  emailCase: EmailCase = 'exact',
): UserRepository {
  const { users } = data;
  const read = (user: User): User => data.read('users', user.id, user);
  const isOne = (address: string, other: string): boolean =>
    emailKey(emailCase, address) === emailKey(emailCase, other);
  /** Whether the user has the address, or can take it back. */
  const holds = ({ adresseMail, emailChange }: User, wanted: string): boolean =>
    [adresseMail, ...emailChange.former.map((one) => one.adresseMail)].some((address) => isOne(address, wanted));
  /** By a user other than this one. Marked users have their addresses still. */
  const isTaken = (adresseMail: string, except?: number): boolean =>
    [...users.values()].some(({ user }) => user.id !== except && holds(user, adresseMail));
  /** @throws DamagedError */
  const holderOf = (adresseMail: string): User | null => {
    const holder = data.presentUsers().find((user) => holds(user, adresseMail));
    return holder === undefined ? null : read(holder);
  };
  return {
    emailCase,
    async insert(fields) {
      if (isTaken(fields.adresseMail)) throw new EmailTakenError();
      const id = data.nextId('user');
      const user: User = { ...copyOf(fields), ...copyOf(FRESH_USER), id };
      users.set(id, { user, deleted: false });
      return copyOf(user);
    },
    findById: async (id) => data.presentUser(id),
    async findByEmail(adresseMail) {
      const user = holderOf(adresseMail);
      return user !== null && isOne(user.adresseMail, adresseMail) ? user : null;
    },
    async findByMailbox(adresseMail) {
      const mailbox = adresseMail.toLowerCase();
      const found = data.presentUsers().filter((user) => user.adresseMail.toLowerCase() === mailbox);
      const only = onlyOf(found.toSorted((one, other) => Number(other.isVerified) - Number(one.isVerified)));
      return only && read(only);
    },
    async findByFormerEmail(adresseMail) {
      const user = holderOf(adresseMail);
      return user?.emailChange.former.some((one) => isOne(one.adresseMail, adresseMail)) === true ? user : null;
    },
    async existing(ids) {
      const present = new Set(data.presentUsers().map(({ id }) => id));
      return [...new Set(ids)].filter((id) => present.has(id));
    },
    async list({ after, limit }, onDamaged) {
      const found = data.presentUsers().filter(({ id }) => id > after);
      const sorted = found.toSorted((one, other) => one.id - other.id);
      return intact(sorted, read, { limit, onDamaged });
    },
    async walk({ by, start, after, limit }, onDamaged) {
      const isBehind = (one: UserPosition, other: UserPosition): number =>
        compareTexts(one.key, other.key) || one.id - other.id;
      const following = data
        .presentUsers()
        .map((user) => ({ user, position: { key: nameKey(user[by]), id: user.id } }))
        .filter(({ position }) => position.key.startsWith(start) && (!after || isBehind(position, after) > 0))
        .toSorted((one, other) => isBehind(one.position, other.position));
      const looked = following.slice(0, limit);
      const found = intact(looked, ({ user }) => read(user), { onDamaged });
      return { users: found, last: following.length > limit ? (looked.at(-1)?.position ?? null) : null };
    },
    change: async (id, nextOf) =>
      data.replaceUser(id, (user) => {
        const next = copyOf(nextOf(user));
        if (next !== null && isTaken(next.adresseMail, id)) throw new EmailTakenError();
        return next;
      }),
    async hashParameters() {
      const all = new Set(data.presentUsers().map(({ mdpHash }) => hashParametersOf(mdpHash)));
      return [...all].filter((parameters) => parameters !== null).slice(0, 100);
    },
    async dropOldEmails(old) {
      for (const user of data.presentUsers()) {
        const next = withoutOldEmails(user, old);
        if (next !== null) users.set(user.id, { user: next, deleted: false });
      }
    },
    async markDeleted(id, credentialsVersion) {
      const row = users.get(id);
      if (row === undefined || row.deleted) return false;
      if (row.user.credentialsVersion !== (credentialsVersion ?? row.user.credentialsVersion)) return false;
      users.set(id, { user: row.user, deleted: true });
      return true;
    },
    async delete(id) {
      users.delete(id);
      data.removed('users', id);
    },
    async health() {},
  };
}
