import {
  behindKeys,
  type EmailCase,
  EmailTakenError,
  emailKey,
  FRESH_USER,
  intact,
  onlyOf,
  type User,
  type UserPosition,
  type UserRepository,
  unlessDamaged,
  withoutOldEmails,
} from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { healthOf, reading } from '../connection/port.ts';
import type { Row } from '../connection/rowReader.ts';
import { isDeleted, listedUser, userOf, userValues } from './userRows.ts';
import { userStatements } from './userStatements.ts';

export function sqliteUserRepository(connection: Connection, emailCase: EmailCase): UserRepository {
  const sql = userStatements(connection);
  const read = reading(connection);
  const keyOf = (adresseMail: string): string => emailKey(emailCase, adresseMail);

  const requireFree = (key: string, except: number | null): void => {
    if (sql.isTaken.get({ key, except }) !== undefined) throw new EmailTakenError();
  };

  /** Writes the user that follows from the present one; null when there is none. To be called within a commit. @throws EmailTakenError */
  const replace = (id: number, nextOf: (user: User) => User | null): User | null => {
    const user = present(sql.findById.get(id));
    const next = user === null ? null : nextOf(user);
    if (next === null) return null;
    const values = userValues(next, false, emailCase);
    if (user?.adresseMail !== next.adresseMail) requireFree(values.emailKey, id);
    return written(sql.replace.get({ id, ...values }));
  };

  /** The user who has an address with this key, or can take one back. */
  const holder = (key: string): User | null => {
    if (!key.isWellFormed()) return null; // SQLite would search for another key
    return connection.read(() => present(sql.findByKey.get(key)));
  };

  return {
    emailCase,
    async insert(user) {
      const values = userValues({ ...user, ...FRESH_USER }, false, emailCase);
      return connection.commit(() => {
        requireFree(values.emailKey, null);
        return written(sql.insert.get(values));
      }, 'growth');
    },
    findById: (id) => read(() => present(sql.findById.get(id))),
    async findByEmail(adresseMail) {
      const key = keyOf(adresseMail);
      const user = holder(key);
      return user !== null && keyOf(user.adresseMail) === key ? user : null;
    },
    async findByMailbox(adresseMail) {
      if (!adresseMail.isWellFormed()) return null;
      const found = connection.read(() => sql.findByMailbox.all(adresseMail).map(userOf));
      return onlyOf(found);
    },
    async findByFormerEmail(adresseMail) {
      const key = keyOf(adresseMail);
      const user = holder(key);
      return user?.emailChange.former.some((former) => keyOf(former.adresseMail) === key) === true ? user : null;
    },
    existing: (ids) => read(() => sql.existing.all({ ids: JSON.stringify(ids) }).map(idOf)),
    list: ({ after, limit }, onDamaged) =>
      read(() => intact(sql.list.iterate(after), listedUser, { limit, onDamaged })),
    walk: ({ by, start, after = { key: start, id: 0 }, limit }, onDamaged) =>
      read(() => {
        const found = sql.walk[by].all({ ...after, end: behindKeys(start), limit: limit + 1 });
        const looked = found.slice(0, limit);
        const users = intact(looked, listedUser, { onDamaged });
        return { users, last: found.length > limit ? positionOf(looked.at(-1), by) : null };
      }),
    change: async (id, nextOf) => connection.commit(() => replace(id, nextOf), 'session'),
    hashParameters: () => read(() => sql.hashParameters.all().map(({ parameters }) => String(parameters))),
    async dropOldEmails(old) {
      const ids = connection.read(() => sql.oldEmails.all({ ...old }).map(idOf));
      if (ids.length === 0) return;
      await connection.commit(() => {
        for (const id of ids) {
          unlessDamaged(
            () => replace(id, (user) => withoutOldEmails(user, old)),
            () => {}, // a damaged user stays as it is
          );
        }
      }, 'session');
    },
    async markDeleted(id, credentialsVersion) {
      const values = { id, credentialsVersion: credentialsVersion ?? null };
      return connection.commit(() => sql.markDeleted.run(values).changes === 1);
    },
    async delete(id) {
      await connection.commit(() => sql.delete.run(id));
    },
    ...healthOf(connection),
  };
}

const KEYS = { adresseMail: 'addressKey', pseudo: 'pseudoKey' } as const;

const positionOf = (row: Row | undefined, by: keyof typeof KEYS): UserPosition | null =>
  row === undefined ? null : { key: String(row[KEYS[by]]), id: idOf(row) };

const idOf = ({ id }: Row): number => Number(id);

const present = (row: Row | undefined): User | null => (row === undefined || isDeleted(row) ? null : userOf(row));

function written(row: Row | undefined): User {
  if (row === undefined) throw new Error('A user was not written');
  return userOf(row);
}
