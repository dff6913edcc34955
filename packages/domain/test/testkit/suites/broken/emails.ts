import { EmailTakenError, type User, type UserRepository } from '../../../../src/index.ts';
import { type MemoryData, memoryUserRepository } from '../../../../testkit/memory/index.ts';
import { type ChangesOf, onData, tick } from './broken.ts';

const on = onData(memoryUserRepository);

type Changes = (user: User, before: User) => Partial<User>;
type Former = User['emailChange']['former'];

/** Changes what is stored of a user. */
function edit(data: MemoryData, id: number, changesOf: (user: User) => Partial<User>): void {
  const row = data.users.get(id);
  if (row !== undefined) data.users.set(id, { ...row, user: { ...row.user, ...changesOf(row.user) } });
}

/** What `work` makes of a user, changed once more if it succeeds. */
export async function edited(data: MemoryData, id: number, work: () => Promise<User | null>, changesOf: Changes) {
  const before = data.users.get(id)?.user;
  if ((await work()) === null || before === undefined) return null;
  edit(data, id, (user) => changesOf(user, before));
  return data.users.get(id)?.user ?? null;
}

const afterChange =
  (changesOf: Changes): ChangesOf<UserRepository> =>
  (port, data) => ({
    changeEmail: (id, versions, change) => edited(data, id, () => port.changeEmail(id, versions, change), changesOf),
  });

const afterTakeBack =
  (changesOf: Changes): ChangesOf<UserRepository> =>
  (port, data) => ({
    takeBackEmail: (id, versions, back) => edited(data, id, () => port.takeBackEmail(id, versions, back), changesOf),
  });

const without =
  (gone: string): Changes =>
  ({ due }) => ({ due: due.filter(({ kind }) => kind !== gone) });

const withFormer =
  (formerOf: (former: Former, before: User, user: User) => Former): Changes =>
  (user, before) => ({ emailChange: { ...user.emailChange, former: formerOf(user.emailChange.former, before, user) } });

const CHANGES = 'changes the address to the pending one, and keeps the former one';
const TAKES_BACK = 'takes an address back, and keeps the former addresses before it';

/** Faults with changes of e-mail addresses. */
export const brokenEmails = [
  on('keeps a pending address with new credentials', 'drops a pending address with new credentials', (port, data) => ({
    async update(id, version, changes) {
      const before = data.users.get(id)?.user.emailChange;
      const user = await port.update(id, version, changes);
      if (before !== undefined && changes.mdpHash !== undefined) edit(data, id, () => ({ emailChange: before }));
      return user === null ? null : port.findById(id);
    },
  })),
  on('keeps no address of before', CHANGES, afterChange(withFormer(() => []))),
  on(
    'counts a change as a request',
    CHANGES,
    afterChange(({ emailChange }, before) => ({
      emailChange: { ...emailChange, version: before.emailChange.version + 1 },
    })),
  ),
  on('changes an address of any version', 'changes an address once, and only of the given versions', (port, data) => ({
    async changeEmail(id, versions, change) {
      const emailVersion = data.users.get(id)?.user.emailChange.version ?? versions.emailVersion;
      return port.changeEmail(id, { ...versions, emailVersion }, change);
    },
  })),
  on(
    'gives an address that can be taken back to another user',
    'refuses an address that another user has, is losing or can take back',
    (port, data) => ({
      async insert(user) {
        const free = withFormer((former) => former.filter((one) => one.adresseMail !== user.adresseMail));
        for (const { user: other } of data.users.values()) edit(data, other.id, (now) => free(now, now));
        return port.insert(user);
      },
    }),
  ),
  on(
    'checks an address first and changes it later',
    'lets one of 20 racing changes and inserts of an address win',
    (port, data) => ({
      async changeEmail(id) {
        const adresseMail = data.users.get(id)?.user.emailChange.pending?.adresseMail ?? '';
        if ((await port.findByEmail(adresseMail)) !== null) throw new EmailTakenError();
        await tick();
        edit(data, id, () => ({ adresseMail }));
        return port.findById(id);
      },
    }),
  ),
  on('keeps a dropped address reserved', 'frees a former address that is dropped', (port) => ({
    dropOldEmails: ({ pendingBefore }) => port.dropOldEmails({ pendingBefore, formerBefore: 0 }),
  })),
  on('forgets the former addresses before the one that is taken back', TAKES_BACK, afterTakeBack(withFormer(() => []))),
  on(
    'reserves the address that is left for a former one',
    'lets a user have a former address again',
    afterChange(
      withFormer((_former, { adresseMail, isVerified, emailChange: { pending, former } }, user) => [
        ...former.filter((one) => one.adresseMail !== pending?.adresseMail),
        { adresseMail, isVerified, version: user.emailChange.version, date: 1 },
      ]),
    ),
  ),
  on(
    'reserves an earlier address from its own change on',
    'drops what is older than the given dates, and nothing else',
    afterChange(
      withFormer((former, before) =>
        former.map((one) => before.emailChange.former.find(({ version }) => version === one.version) ?? one),
      ),
    ),
  ),
  on(
    'reserves an earlier address no longer after a take-back',
    TAKES_BACK,
    afterTakeBack(withFormer((former, before) => before.emailChange.former.slice(0, former.length))),
  ),
  on(
    'reserves the present address as a former one',
    'changes nothing when the present address is pending',
    (port, data) => ({
      async changeEmail(id, versions, change) {
        const before = data.users.get(id)?.user;
        if (before === undefined || before.emailChange.pending?.adresseMail !== before.adresseMail) {
          return port.changeEmail(id, versions, change);
        }
        edit(data, id, ({ emailChange }) => ({ emailChange: { ...emailChange, pending: null } }));
        return port.findById(id);
      },
    }),
  ),
  on(
    'keeps the rights of an account whose unconfirmed address is taken back',
    TAKES_BACK,
    afterTakeBack(without('withdrawal')),
  ),
  on('takes an address back without a mail that is due', TAKES_BACK, afterTakeBack(without('notice'))),
  on('takes an address back without a mail to the one that is left', TAKES_BACK, afterTakeBack(without('displaced'))),
  on('changes an address without a mail to the former one', CHANGES, afterChange(without('changed'))),
  on(
    'takes back the last address, whichever was meant',
    'takes back nothing that is of other versions or absent',
    (port, data) => ({
      async takeBackEmail(id, versions, back) {
        const last = data.users.get(id)?.user.emailChange.former.at(-1);
        return port.takeBackEmail(id, versions, { ...back, version: last?.version ?? back.version });
      },
    }),
  ),
  on(
    'drops what is as old as the given date',
    'drops what is older than the given dates, and nothing else',
    (port) => ({
      dropOldEmails: ({ pendingBefore, formerBefore }) =>
        port.dropOldEmails({ pendingBefore: pendingBefore + 1, formerBefore: formerBefore + 1 }),
    }),
  ),
];
