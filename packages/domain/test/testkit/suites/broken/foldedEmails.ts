import { EmailTakenError, emailKey, type UserRepository } from '../../../../src/index.ts';
import { memoryUserRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, onData } from './broken.ts';

const on = onData((data) => memoryUserRepository(data, 'folded'));
const exact = onData((data) => memoryUserRepository(data));

/** Faults of adapters that should compare e-mails folded. */
export const brokenFoldedEmails: BrokenVariants<Fixture<UserRepository>> = {
  'compares exactly': {
    fails: 'finds a user by an address in any case',
    open: exact(() => ({ emailCase: 'folded' })),
  },
  'keeps the folded address': {
    fails: 'finds a user by an address in any case',
    open: on((port) => ({
      insert: (user) => port.insert({ ...user, adresseMail: emailKey('folded', user.adresseMail) }),
    })),
  },
  'folds ASCII only': {
    fails: 'finds a user by an address in any case',
    open: on((port) => ({
      async findByEmail(email) {
        const user = await port.findByEmail(email);
        const ascii = (text?: string) => text?.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        return ascii(user?.adresseMail) === ascii(email) ? user : null;
      },
    })),
  },
  'takes the own address for that of another user': {
    fails: 'changes the case of the own address',
    open: on((port) => ({
      async changeEmail(id, versions, change) {
        const pending = (await port.findById(id))?.emailChange.pending?.adresseMail;
        if (pending !== undefined && (await port.findByEmail(pending)) !== null) throw new EmailTakenError();
        return port.changeEmail(id, versions, change);
      },
    })),
  },
  'knows a former address only as it was typed': {
    fails: 'lets a user have a former address again, typed in another case',
    open: on((port, data) => ({
      async changeEmail(id, versions, change) {
        const before = data.users.get(id)?.user;
        const user = await port.changeEmail(id, versions, change);
        if (user === null || before === undefined || user.emailChange.former.length > 0) return user;
        const { version } = user.emailChange;
        const { adresseMail, isVerified, emailChange } = before;
        const last = { adresseMail, isVerified, version, date: change.date };
        const kept = { ...user, emailChange: { ...user.emailChange, former: [...emailChange.former, last] } };
        data.users.set(id, { user: kept, deleted: false });
        return kept;
      },
    })),
  },
  'makes no key for a new user': {
    fails: 'refuses an address that is taken in another case',
    open: exact((port, data) => ({
      async findByEmail(email) {
        const key = emailKey('folded', email);
        const rows = [...data.users.values()].filter(({ deleted }) => !deleted);
        return rows.find(({ user }) => emailKey('folded', user.adresseMail) === key)?.user ?? null;
      },
      emailCase: 'folded',
      insert: (user) => port.insert(user),
    })),
  },
  'looks before it inserts': {
    fails: 'lets one of 20 racing inserts of one address succeed',
    open: exact((port, data) => ({
      emailCase: 'folded',
      async insert(user) {
        const key = emailKey('folded', user.adresseMail);
        const isTaken = [...data.users.values()].some((row) => emailKey('folded', row.user.adresseMail) === key);
        if (isTaken) throw new EmailTakenError();
        await Promise.resolve();
        return port.insert(user);
      },
    })),
  },
};
