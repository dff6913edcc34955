import { EmailTakenError, type UserRepository } from '../../../../src/index.ts';
import { memoryUserRepository } from '../../../../testkit/memory/index.ts';
import { type ChangesOf, onData, tick } from './broken.ts';

const on = onData(memoryUserRepository);

/** Writes the next user, no matter who has the address. */
const unchecked =
  (look: (port: UserRepository, adresseMail: string) => Promise<void>): ChangesOf<UserRepository> =>
  (port, data) => ({
    async change(id, nextOf) {
      const user = data.presentUser(id);
      const next = user && nextOf(user);
      if (next === null) return null;
      if (next.adresseMail !== user?.adresseMail) await look(port, next.adresseMail);
      data.users.set(id, { user: next, deleted: false });
      return next;
    },
  });

const FINDS = 'finds a user by a changed address, and by the former ones';

/** Faults with changes of e-mail addresses. */
export const brokenEmails = [
  on('keeps no former address', FINDS, (port) => ({
    change: (id, nextOf) =>
      port.change(id, (user) => {
        const next = nextOf(user);
        return next && { ...next, emailChange: { ...next.emailChange, former: [] } };
      }),
  })),
  on('finds a former address of a user who is being deleted', FINDS, (port, data) => ({
    async findByFormerEmail(adresseMail) {
      const user = await port.findByFormerEmail(adresseMail);
      const rows = [...data.users.values()].filter(({ deleted }) => deleted);
      const has = (one: { readonly adresseMail: string }) => one.adresseMail === adresseMail;
      return user ?? rows.find((row) => row.user.emailChange.former.some(has))?.user ?? null;
    },
  })),
  on('takes the own former address for that of another user', 'gives a user a former address back', (port) => ({
    change: (id, nextOf) =>
      port.change(id, (user) => {
        const next = nextOf(user);
        if (user.emailChange.former.some((one) => one.adresseMail === next?.adresseMail)) throw new EmailTakenError();
        return next;
      }),
  })),
  on(
    'checks no address of a change',
    'refuses an address that another user has, is losing or can take back',
    unchecked(async () => {}),
  ),
  on(
    'checks an address first and changes it later',
    'lets one of 20 racing changes and inserts of an address win',
    unchecked(async (port, adresseMail) => {
      if ((await port.findByEmail(adresseMail)) !== null) throw new EmailTakenError();
      await tick();
    }),
  ),
  on('keeps a dropped address reserved', 'frees a former address that is dropped', (port) => ({
    dropOldEmails: ({ pendingBefore }) => port.dropOldEmails({ pendingBefore, formerBefore: 0 }),
  })),
  on(
    'drops what is as old as the given date',
    'drops what is older than the given dates, and nothing else',
    (port) => ({
      dropOldEmails: ({ pendingBefore, formerBefore }) =>
        port.dropOldEmails({ pendingBefore: pendingBefore + 1, formerBefore: formerBefore + 1 }),
    }),
  ),
];
