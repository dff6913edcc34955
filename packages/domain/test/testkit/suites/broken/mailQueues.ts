import type { MailQueue } from '../../../../src/index.ts';
import { memoryMailQueue } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, onData } from './broken.ts';

const on = onData(memoryMailQueue);
const LISTS = 'lists what is due, by rank and then by date';
const REPLACES = 'replaces and removes only the version that it is told';

export const brokenMailQueues: BrokenVariants<Fixture<MailQueue>> = {
  'loses the answer': {
    fails: 'keeps every part of an entry',
    open: on((port) => ({ add: (mail) => port.add({ ...mail, entry: { ...mail.entry, answer: null } }) })),
  },
  'lists what is due after the date': {
    fails: LISTS,
    open: on((port) => ({ listDue: ({ by, ...rest }) => port.listDue({ by: by + 1, ...rest }) })),
  },
  'forgets dates of a clock that was ahead': {
    fails: LISTS,
    open: on((port) => ({ listDue: (query) => port.listDue({ ...query, ahead: Number.MAX_SAFE_INTEGER }) })),
  },
  'ignores the rank': {
    fails: LISTS,
    open: on((port) => ({
      listDue: async (query) =>
        (await port.listDue(query)).toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0)),
    })),
  },
  'lists from the name itself': {
    fails: 'lists pages by name',
    open: on((port) => ({ list: ({ after, limit }) => port.list({ after: after.slice(0, -1), limit }) })),
  },
  'counts decoys and what was given up': {
    fails: 'counts what is to be sent',
    open: on((port, data) => ({ waiting: async () => ({ ...(await port.waiting()), count: data.mails.size }) })),
  },
  'stops at a damaged entry': {
    fails: 'omits a damaged entry',
    open: on((port) => ({ listDue: (query) => port.listDue(query) })),
  },
  'skips a damaged entry without a report': {
    fails: 'omits a damaged entry',
    open: on((port) => ({ list: (page) => port.list(page, () => {}) })),
  },
  'adds over an entry': {
    fails: 'adds an entry once',
    open: on((_port, data) => ({ add: async (mail) => void data.mails.set(mail.name, mail) })),
  },
  'replaces any version': {
    fails: REPLACES,
    open: on((_port, data) => ({
      async replace(mail) {
        data.mails.set(mail.name, mail);
        return true;
      },
    })),
  },
  'removes any version': {
    fails: REPLACES,
    open: on((_port, data) => ({ remove: async ({ name }) => data.mails.delete(name) })),
  },
  'gives an entry to all that take it at once': {
    fails: 'gives an entry to one of several',
    open: on((port) => ({ replace: async (mail) => (await port.replace(mail)) || true })),
  },
  'forgets entries over a restart': {
    fails: 'over a restart',
    open: async () => {
      const fixture = await on(() => ({}))();
      return { ...fixture, reopen: async () => memoryMailQueue() };
    },
  },
};
