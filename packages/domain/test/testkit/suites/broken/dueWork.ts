import { type MemoryData, memoryDueWork } from '../../../../testkit/memory/index.ts';
import { dueWorkFixture } from '../../memory/memoryFixtures.ts';
import { asText, onDataOf, tick } from './broken.ts';

const on = onDataOf(memoryDueWork, dueWorkFixture);

/** Writes a user as it was read earlier, marked or not. */
const save = (data: MemoryData, user: NonNullable<ReturnType<MemoryData['presentUser']>>) =>
  data.users.set(user.id, { user, deleted: false });

const WITHDRAWAL = [{ kind: 'withdrawal', version: 1, date: 0, locale: 'en', adresseMail: null }] as const;
const SINCE_DATE = 'lists users for whom work is due since before a date or after another date, oldest first';
const ENDS = 'ends the work of a kind and version, and no other';

export const brokenDueWork = [
  on('lists work that is due since the date itself', SINCE_DATE, (port) => ({
    listDue: ({ before, ...rest }) => port.listDue({ before: before + 1, ...rest }),
  })),
  on('omits work that is due since a future date', SINCE_DATE, (port) => ({
    listDue: ({ before, limit }) => port.listDue({ before, limit }),
  })),
  on('sorts dates as text', SINCE_DATE, (port) => ({
    async listDue(query) {
      const all = await port.listDue({ ...query, limit: 1_000 });
      return all.toSorted((one, other) => asText(one.due[0]?.date ?? 0, other.due[0]?.date ?? 0)).slice(0, query.limit);
    },
  })),
  on('looks at the oldest work only', 'lists a user once, by the oldest work', (port) => ({
    async listDue({ before, after = Number.POSITIVE_INFINITY, limit }) {
      const all = await port.listDue({ before: Number.MAX_SAFE_INTEGER, limit: 1_000 });
      const first = (date: number | undefined) => date !== undefined && (date < before || date > after);
      return all.filter(({ due }) => first(due[0]?.date)).slice(0, limit);
    },
  })),
  on('lists work of unverified users only', 'lists users with all fields, verified or not', (port) => ({
    listDue: async (query) => (await port.listDue(query)).filter((user) => !user.isVerified),
  })),
  on('lists users who are being deleted', 'omits users who are being deleted', (_port, data) => ({
    listDue: async () => [...data.users.values()].map(({ user }) => user),
  })),
  on('skips a damaged user without a report', 'omits a damaged user, and lists as many others', (port) => ({
    listDue: (query) => port.listDue(query, () => {}),
  })),
  on('never ends work', ENDS, () => ({ async end() {} })),
  on('ends all work of a kind', ENDS, (port, data) => ({
    async end(id, { kind }) {
      for (const entry of data.presentUser(id)?.due ?? []) if (entry.kind === kind) await port.end(id, entry);
    },
  })),
  on('ends all work of a version', ENDS, (port, data) => ({
    async end(id, { version }) {
      for (const entry of data.presentUser(id)?.due ?? []) if (entry.version === version) await port.end(id, entry);
    },
  })),
  on('ends the work of a kind for every user', ENDS, (port, data) => ({
    async end(_id, entry) {
      for (const id of data.users.keys()) await port.end(id, entry);
    },
  })),
  on('restores a marked user when work is ended', 'restores no user who is being deleted', (_port, data) => ({
    async end(id) {
      const row = data.users.get(id);
      if (row !== undefined) save(data, row.user);
    },
  })),
  on(
    'forgets at a restart that a withdrawal has ended',
    'keeps over a restart that a withdrawal has ended',
    (_port, data) => {
      for (const { user } of data.users.values()) save(data, { ...user, due: WITHDRAWAL });
      return {};
    },
  ),
  on(
    'writes the user whom it read before',
    'ends work while other changes of the user race with it',
    (_port, data) => ({
      async end(id, { kind }) {
        const user = data.presentUser(id);
        await tick();
        if (user !== null) save(data, { ...user, due: user.due.filter((entry) => entry.kind !== kind) });
      },
    }),
  ),
];
