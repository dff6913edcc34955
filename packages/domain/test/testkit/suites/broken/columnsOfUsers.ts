import { EmailTakenError, type User, type UserRepository } from '../../../../src/index.ts';
import { type MemoryData, memoryUserRepository } from '../../../../testkit/memory/index.ts';
import { type ChangesOf, narrow, onData, wholeSeconds } from './broken.ts';

const users = onData(memoryUserRepository);

const everybody = (data: MemoryData): User[] => [...data.users.values()].map(({ user }) => user);

/** Finds users by a pattern of SQL, in which `_` is any character and `%` any text. */
function like(pattern: string): (text: string) => boolean {
  const parts = [...pattern].map((each) => (each === '_' ? '.' : each === '%' ? '.*' : each.replace(/\W/u, '\\$&')));
  return (text) => new RegExp(`^${parts.join('')}$`, 'su').test(text);
}

/** An insert that treats two addresses as one if `key` returns the same text for both. */
const comparing =
  (key: (email: string) => string): ChangesOf<UserRepository> =>
  (port, data) => ({
    async insert(user) {
      if (everybody(data).some(({ adresseMail }) => key(adresseMail) === key(user.adresseMail)))
        throw new EmailTakenError();
      return port.insert(user);
    },
  });

/** Adapters with mistakes that are easy to make with a new database: types of columns, collations, clauses. */
export const carelessUsers = [
  users(
    'compares e-mails without accents',
    'compares e-mails exactly',
    comparing((email) => email.normalize('NFD').replace(/\p{M}/gu, '')),
  ),
  users(
    'compares e-mails without spaces at the end',
    'compares e-mails exactly',
    comparing((email) => email.trimEnd()),
  ),
  users(
    'compares the first 191 characters of e-mails',
    'compares e-mails exactly',
    comparing((email) => email.slice(0, 191)),
  ),
  users('finds e-mails by a pattern', 'compares e-mails exactly', (_port, data) => ({
    async findByEmail(pattern) {
      const matches = like(pattern);
      return everybody(data).find(({ adresseMail }) => matches(adresseMail)) ?? null;
    },
  })),
  users('loses characters beyond the basic plane', 'keeps every value exactly', (port) => ({
    insert: (user) => port.insert({ ...user, pseudo: user.pseudo.replace(/[\u{10000}-\u{10ffff}]/gu, '?') }),
  })),
  users('keeps dates to the second', 'saves a user', (port) => ({
    insert: (user) => port.insert({ ...user, dateInscription: wholeSeconds(user.dateInscription) }),
  })),
  users('keeps the date of work that is due to the second', 'keeps every value of what is due exactly', (port) => ({
    insert: (user) => port.insert({ ...user, due: user.due.map((one) => ({ ...one, date: wholeSeconds(one.date) })) }),
  })),
  users('reads at most 999 ids', 'up to 1,000 ids', (port) => ({
    existing: (ids) => port.existing(ids.slice(0, 999)),
  })),
  users('finds ids in 32 bits', 'finds null for an absent record', (port) => ({
    findById: (id) => port.findById(narrow(id)),
  })),
];
