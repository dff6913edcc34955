import { EmailTakenError, type User, type UserRepository } from '../../../../src/index.ts';
import { type MemoryData, memoryUserRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, onData } from './broken.ts';

const on = onData(memoryUserRepository);

/** Changes what is stored of a user. */
function edit(data: MemoryData, id: number, changesOf: (user: User) => Partial<User>): void {
  const row = data.users.get(id);
  if (row !== undefined) data.users.set(id, { ...row, user: { ...row.user, ...changesOf(row.user) } });
}

/** Faults with changes of e-mail addresses. */
export const brokenEmails: BrokenVariants<Fixture<UserRepository>> = {
  'keeps a pending address with new credentials': {
    fails: 'drops a pending address with new credentials',
    open: on((port, data) => ({
      async update(id, version, changes) {
        const before = data.users.get(id)?.user.emailChange;
        const user = await port.update(id, version, changes);
        if (before !== undefined && changes.mdpHash !== undefined) edit(data, id, () => ({ emailChange: before }));
        return user === null ? null : port.findById(id);
      },
    })),
  },
  'keeps no address of before': {
    fails: 'changes the address to the pending one, and keeps the former one',
    open: on((port, data) => ({
      async changeEmail(id, versions, change) {
        const user = await port.changeEmail(id, versions, change);
        if (user !== null) edit(data, id, ({ emailChange }) => ({ emailChange: { ...emailChange, former: [] } }));
        return user === null ? null : port.findById(id);
      },
    })),
  },
  'counts a change as a request': {
    fails: 'changes the address to the pending one, and keeps the former one',
    open: on((port, data) => ({
      async changeEmail(id, versions, change) {
        const user = await port.changeEmail(id, versions, change);
        const version = versions.emailVersion + 1;
        if (user !== null) edit(data, id, ({ emailChange }) => ({ emailChange: { ...emailChange, version } }));
        return user === null ? null : port.findById(id);
      },
    })),
  },
  'changes an address of any version': {
    fails: 'changes an address once, and only of the given versions',
    open: on((port, data) => ({
      async changeEmail(id, versions, change) {
        const emailVersion = data.users.get(id)?.user.emailChange.version ?? versions.emailVersion;
        return port.changeEmail(id, { ...versions, emailVersion }, change);
      },
    })),
  },
  'gives an address that can be taken back to another user': {
    fails: 'refuses an address that another user has, is losing or can take back',
    open: on((port, data) => ({
      async insert(user) {
        for (const { user: other } of data.users.values()) {
          edit(data, other.id, ({ emailChange }) => ({
            emailChange: {
              ...emailChange,
              former: emailChange.former.filter((one) => one.adresseMail !== user.adresseMail),
            },
          }));
        }
        return port.insert(user);
      },
    })),
  },
  'checks an address first and changes it later': {
    fails: 'lets one of 20 racing changes and inserts of an address win',
    open: on((port, data) => ({
      async changeEmail(id) {
        const adresseMail = data.users.get(id)?.user.emailChange.pending?.adresseMail ?? '';
        if ((await port.findByEmail(adresseMail)) !== null) throw new EmailTakenError();
        await new Promise((resolve) => setImmediate(resolve));
        edit(data, id, () => ({ adresseMail }));
        return port.findById(id);
      },
    })),
  },
  'keeps a dropped address reserved': {
    fails: 'frees a former address that is dropped',
    open: on((port) => ({
      dropOldEmails: ({ pendingBefore }) => port.dropOldEmails({ pendingBefore, formerBefore: 0 }),
    })),
  },
  'forgets the former addresses before the one that is taken back': {
    fails: 'takes an address back, and keeps the former addresses before it',
    open: on((port, data) => ({
      async takeBackEmail(id, versions, back) {
        const user = await port.takeBackEmail(id, versions, back);
        if (user !== null) edit(data, id, ({ emailChange }) => ({ emailChange: { ...emailChange, former: [] } }));
        return user === null ? null : port.findById(id);
      },
    })),
  },
  'reserves the address that is left for a former one': {
    fails: 'lets a user have a former address again',
    open: on((port, data) => ({
      async changeEmail(id, versions, change) {
        const before = data.users.get(id)?.user;
        const user = await port.changeEmail(id, versions, change);
        if (user === null || before === undefined) return null;
        const { pending, former } = before.emailChange;
        const { adresseMail, isVerified } = before;
        const last = { adresseMail, isVerified, version: user.emailChange.version, date: 1 };
        const others = former.filter((one) => one.adresseMail !== pending?.adresseMail);
        edit(data, id, ({ emailChange }) => ({ emailChange: { ...emailChange, former: [...others, last] } }));
        return port.findById(id);
      },
    })),
  },
  'reserves an earlier address from its own change on': {
    fails: 'drops what is older than the given dates, and nothing else',
    open: on((port, data) => ({
      async changeEmail(id, versions, change) {
        const before = data.users.get(id)?.user.emailChange.former ?? [];
        const user = await port.changeEmail(id, versions, change);
        if (user === null) return null;
        const dated = (former: User['emailChange']['former']) =>
          former.map((one) => before.find(({ version }) => version === one.version) ?? one);
        edit(data, id, ({ emailChange }) => ({ emailChange: { ...emailChange, former: dated(emailChange.former) } }));
        return port.findById(id);
      },
    })),
  },
  'reserves an earlier address no longer after a take-back': {
    fails: 'takes an address back, and keeps the former addresses before it',
    open: on((port, data) => ({
      async takeBackEmail(id, versions, back) {
        const before = data.users.get(id)?.user.emailChange.former ?? [];
        const user = await port.takeBackEmail(id, versions, back);
        if (user === null) return null;
        const former = before.slice(0, user.emailChange.former.length);
        edit(data, id, ({ emailChange }) => ({ emailChange: { ...emailChange, former } }));
        return port.findById(id);
      },
    })),
  },
  'reserves the present address as a former one': {
    fails: 'changes nothing when the present address is pending',
    open: on((port, data) => ({
      async changeEmail(id, versions, change) {
        const before = data.users.get(id)?.user;
        if (before === undefined || before.emailChange.pending?.adresseMail !== before.adresseMail) {
          return port.changeEmail(id, versions, change);
        }
        edit(data, id, ({ emailChange }) => ({ emailChange: { ...emailChange, pending: null } }));
        return port.findById(id);
      },
    })),
  },
  'keeps the rights of an account whose unconfirmed address is taken back': {
    fails: 'takes an address back, and keeps the former addresses before it',
    open: on((port, data) => ({
      async takeBackEmail(id, versions, back) {
        const user = await port.takeBackEmail(id, versions, back);
        if (user !== null) edit(data, id, ({ due }) => ({ due: due.filter(({ kind }) => kind !== 'withdrawal') }));
        return user === null ? null : port.findById(id);
      },
    })),
  },
  'takes an address back without a mail that is due': {
    fails: 'takes an address back, and keeps the former addresses before it',
    open: on((port, data) => ({
      async takeBackEmail(id, versions, back) {
        const user = await port.takeBackEmail(id, versions, back);
        if (user !== null) edit(data, id, ({ due }) => ({ due: due.filter(({ kind }) => kind !== 'notice') }));
        return user === null ? null : port.findById(id);
      },
    })),
  },
  'takes an address back without a mail to the one that is left': {
    fails: 'takes an address back, and keeps the former addresses before it',
    open: on((port, data) => ({
      async takeBackEmail(id, versions, back) {
        const user = await port.takeBackEmail(id, versions, back);
        if (user !== null) edit(data, id, ({ due }) => ({ due: due.filter(({ kind }) => kind !== 'displaced') }));
        return user === null ? null : port.findById(id);
      },
    })),
  },
  'changes an address without a mail to the former one': {
    fails: 'changes the address to the pending one, and keeps the former one',
    open: on((port, data) => ({
      async changeEmail(id, versions, change) {
        const user = await port.changeEmail(id, versions, change);
        if (user !== null) edit(data, id, ({ due }) => ({ due: due.filter(({ kind }) => kind !== 'changed') }));
        return user === null ? null : port.findById(id);
      },
    })),
  },
  'takes back the last address, whichever was meant': {
    fails: 'takes back nothing that is of other versions or absent',
    open: on((port, data) => ({
      async takeBackEmail(id, versions, back) {
        const last = data.users.get(id)?.user.emailChange.former.at(-1);
        return port.takeBackEmail(id, versions, { ...back, version: last?.version ?? back.version });
      },
    })),
  },
  'drops what is as old as the given date': {
    fails: 'drops what is older than the given dates, and nothing else',
    open: on((port) => ({
      dropOldEmails: ({ pendingBefore, formerBefore }) =>
        port.dropOldEmails({ pendingBefore: pendingBefore + 1, formerBefore: formerBefore + 1 }),
    })),
  },
};
