import { EmailTakenError, type User, type UserRepository } from '../../../../src/index.ts';
import { type MemoryData, memoryUserRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, onData } from './broken.ts';
import { wholeSeconds } from './columns.ts';

const users = onData(memoryUserRepository);

const everybody = (data: MemoryData): User[] => [...data.users.values()].map(({ user }) => user);

/** Finds users by a pattern of SQL, in which `_` is any character and `%` any text. */
function like(pattern: string): (text: string) => boolean {
  const parts = [...pattern].map((each) => (each === '_' ? '.' : each === '%' ? '.*' : each.replace(/\W/u, '\\$&')));
  return (text) => new RegExp(`^${parts.join('')}$`, 'su').test(text);
}

/** An insert that treats two addresses as one if `key` returns the same text for both. */
const comparing = (key: (email: string) => string) =>
  users((port, data) => ({
    async insert(user) {
      if (everybody(data).some(({ adresseMail }) => key(adresseMail) === key(user.adresseMail)))
        throw new EmailTakenError();
      return port.insert(user);
    },
  }));

/** Adapters with mistakes that are easy to make with a new database: types of columns, collations, clauses. */
export const carelessUsers: BrokenVariants<Fixture<UserRepository>> = {
  'compares e-mails without accents': {
    fails: 'compares e-mails exactly',
    open: comparing((email) => email.normalize('NFD').replace(/\p{M}/gu, '')),
  },
  'compares e-mails without spaces at the end': {
    fails: 'compares e-mails exactly',
    open: comparing((email) => email.trimEnd()),
  },
  'compares the first 191 characters of e-mails': {
    fails: 'compares e-mails exactly',
    open: comparing((email) => email.slice(0, 191)),
  },
  'finds e-mails by a pattern': {
    fails: 'compares e-mails exactly',
    open: users((_port, data) => ({
      async findByEmail(pattern) {
        const matches = like(pattern);
        return everybody(data).find(({ adresseMail }) => matches(adresseMail)) ?? null;
      },
    })),
  },
  'treats null as an absent field': {
    fails: 'changes only the fields that an update names',
    open: users((port) => ({
      update(id, version, { urlPfp, ...changes }) {
        return port.update(id, version, urlPfp == null ? changes : { ...changes, urlPfp });
      },
    })),
  },
  'loses characters beyond the basic plane': {
    fails: 'keeps every value exactly',
    open: users((port) => ({
      insert: (user) => port.insert({ ...user, pseudo: user.pseudo.replace(/[\u{10000}-\u{10ffff}]/gu, '?') }),
    })),
  },
  'keeps dates to the second': {
    fails: 'saves a user',
    open: users((port) => ({
      insert: (user) => port.insert({ ...user, dateInscription: wholeSeconds(user.dateInscription) }),
    })),
  },
  'keeps the date of work that is due to the second': {
    fails: 'keeps every value of what is due exactly',
    open: users((port) => ({
      insert: (user) =>
        port.insert({ ...user, due: user.due.map((one) => ({ ...one, date: wholeSeconds(one.date) })) }),
    })),
  },
  'reads at most 999 ids': {
    fails: 'up to 1,000 ids',
    open: users((port) => ({ existing: (ids) => port.existing(ids.slice(0, 999)) })),
  },
};
