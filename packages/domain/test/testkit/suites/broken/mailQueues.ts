import { memoryMailQueue } from '../../../../testkit/memory/index.ts';
import { dataFixture } from '../../memory/memoryFixtures.ts';
import { broken, onData } from './broken.ts';

const on = onData(memoryMailQueue);
const LISTS = 'lists what is due, by rank and then by date';
const REPLACES = 'replaces and removes only the version that it is told';

export const brokenMailQueues = [
  on('loses the answer', 'keeps every part of an entry', (port) => ({
    add: (mail) => port.add({ ...mail, entry: { ...mail.entry, answer: null } }),
  })),
  on('lists what is due after the date', LISTS, (port) => ({
    listDue: ({ by, ...rest }) => port.listDue({ by: by + 1, ...rest }),
  })),
  on('forgets dates of a clock that was ahead', LISTS, (port) => ({
    listDue: (query) => port.listDue({ ...query, ahead: Number.MAX_SAFE_INTEGER }),
  })),
  on('ignores the rank', LISTS, (port) => ({
    listDue: async (query) =>
      (await port.listDue(query)).toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0)),
  })),
  on('lists from the name itself', 'lists pages by name', (port) => ({
    list: ({ after, limit }) => port.list({ after: after.slice(0, -1), limit }),
  })),
  on('counts decoys and what was given up', 'counts what is to be sent', (port, data) => ({
    waiting: async () => ({ ...(await port.waiting()), count: data.mails.size }),
  })),
  on('stops at a damaged entry', 'omits a damaged entry', (port) => ({ listDue: (query) => port.listDue(query) })),
  on('adds over an entry', 'adds an entry once', (_port, data) => ({
    add: async (mail) => void data.mails.set(mail.name, mail),
  })),
  on('replaces any version', REPLACES, (_port, data) => ({
    async replace(mail) {
      data.mails.set(mail.name, mail);
      return true;
    },
  })),
  on('removes any version', REPLACES, (_port, data) => ({ remove: async ({ name }) => data.mails.delete(name) })),
  on('gives an entry to all that take it at once', 'gives an entry to one of several', (port) => ({
    replace: async (mail) => (await port.replace(mail)) || true,
  })),
  broken('forgets entries over a restart', 'over a restart', async () => {
    const fixture = await dataFixture(memoryMailQueue);
    return { ...fixture, reopen: async () => memoryMailQueue() };
  }),
];
