import { EmailTakenError, emailKey } from '../../../../src/index.ts';
import { memoryUserRepository } from '../../../../testkit/memory/index.ts';
import { onData } from './broken.ts';

const on = onData((data) => memoryUserRepository(data, 'folded'));
const exact = onData((data) => memoryUserRepository(data));

/** Faults of adapters that should compare e-mails folded. */
export const brokenFoldedEmails = [
  exact('compares exactly', 'finds a user by an address in any case', () => ({ emailCase: 'folded' })),
  on('keeps the folded address', 'finds a user by an address in any case', (port) => ({
    insert: (user) => port.insert({ ...user, adresseMail: emailKey('folded', user.adresseMail) }),
  })),
  on('takes the own address for that of another user', 'changes the case of the own address', (port) => ({
    change: (id, nextOf) =>
      port.change(id, (user) => {
        const next = nextOf(user);
        const isOther = next !== null && next.adresseMail !== user.adresseMail;
        if (isOther && emailKey('folded', next.adresseMail) === emailKey('folded', user.adresseMail))
          throw new EmailTakenError();
        return next;
      }),
  })),
  exact('makes no key for a new user', 'refuses an address that is taken in another case', (port, data) => ({
    async findByEmail(email) {
      const key = emailKey('folded', email);
      const rows = [...data.users.values()].filter(({ deleted }) => !deleted);
      return rows.find(({ user }) => emailKey('folded', user.adresseMail) === key)?.user ?? null;
    },
    emailCase: 'folded',
    insert: (user) => port.insert(user),
  })),
  exact('looks before it inserts', 'lets one of 20 racing inserts of one address succeed', (port, data) => ({
    emailCase: 'folded',
    async insert(user) {
      const key = emailKey('folded', user.adresseMail);
      const isTaken = [...data.users.values()].some((row) => emailKey('folded', row.user.adresseMail) === key);
      if (isTaken) throw new EmailTakenError();
      await Promise.resolve();
      return port.insert(user);
    },
  })),
];
