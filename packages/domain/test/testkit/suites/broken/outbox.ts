import type { Outbox } from '../../../../src/index.ts';
import { type MemoryData, memoryOutbox } from '../../../../testkit/memory/index.ts';
import type { OutboxFixture } from '../../../../testkit/suites/index.ts';
import { outboxFixture } from '../../memory/memoryFixtures.ts';
import { absentIfDamaged, type BrokenVariants, override, tick } from './broken.ts';
import { asText } from './columns.ts';

const on = (changesOf: (port: Outbox, data: MemoryData) => Partial<Outbox>) => () =>
  outboxFixture((data) => {
    const port = memoryOutbox(data);
    return override(port, changesOf(port, data));
  });

/** Writes a user as it was read earlier, marked or not. */
const save = (data: MemoryData, user: NonNullable<ReturnType<MemoryData['presentUser']>>) =>
  data.users.set(user.id, { user, deleted: false });

const WITHDRAWAL = [{ kind: 'withdrawal', version: 1, date: 0, locale: 'en', adresseMail: null }] as const;
const SINCE_DATE = 'lists users for whom work is due since before a date or after another date, oldest first';
const ENDS = 'ends the work of a kind and version, and no other';

export const brokenOutboxes: BrokenVariants<OutboxFixture> = {
  'lists work that is due since the date itself': {
    fails: SINCE_DATE,
    open: on((port) => ({ listDue: ({ before, ...rest }) => port.listDue({ before: before + 1, ...rest }) })),
  },
  'omits work that is due since a future date': {
    fails: SINCE_DATE,
    open: on((port) => ({ listDue: ({ before, limit }) => port.listDue({ before, limit }) })),
  },
  'sorts dates as text': {
    fails: SINCE_DATE,
    open: on((port) => ({
      async listDue(query) {
        const all = await port.listDue({ ...query, limit: 1_000 });
        return all
          .toSorted((one, other) => asText(one.due[0]?.date ?? 0, other.due[0]?.date ?? 0))
          .slice(0, query.limit);
      },
    })),
  },
  'looks at the oldest work only': {
    fails: 'lists a user once, by the oldest work',
    open: on((port) => ({
      async listDue({ before, after = Number.POSITIVE_INFINITY, limit }) {
        const all = await port.listDue({ before: Number.MAX_SAFE_INTEGER, limit: 1_000 });
        const first = (date: number | undefined) => date !== undefined && (date < before || date > after);
        return all.filter(({ due }) => first(due[0]?.date)).slice(0, limit);
      },
    })),
  },
  'lists a user for each work': {
    fails: 'lists a user once, by the oldest work',
    open: on((port) => ({
      listDue: async (query) => (await port.listDue(query)).flatMap((user) => user.due.map(() => user)),
    })),
  },
  'lists work of unverified users only': {
    fails: 'lists users with all fields, verified or not',
    open: on((port) => ({ listDue: async (query) => (await port.listDue(query)).filter((user) => !user.isVerified) })),
  },
  'lists users who are being deleted': {
    fails: 'omits users who are being deleted',
    open: on((_port, data) => ({ listDue: async () => [...data.users.values()].map(({ user }) => user) })),
  },
  'skips a damaged user without a report': {
    fails: 'omits a damaged user, and lists as many others',
    open: on((port) => ({ listDue: (query) => port.listDue(query, () => {}) })),
  },
  'stops a list at a damaged user': {
    fails: 'omits a damaged user, and lists as many others',
    open: on((port) => ({ listDue: (query) => absentIfDamaged(port.listDue(query), []) })),
  },
  'counts a damaged user as one of those it lists': {
    fails: 'omits a damaged user, and lists as many others',
    open: on((port) => ({
      async listDue(query, onDamaged) {
        let damaged = 0;
        const listed = await port.listDue(query, (damage) => {
          damaged += 1;
          onDamaged?.(damage);
        });
        return listed.slice(0, query.limit - damaged);
      },
    })),
  },
  'never ends work': { fails: ENDS, open: on(() => ({ async end() {} })) },
  'ends all work of a kind': {
    fails: ENDS,
    open: on((port, data) => ({
      async end(id, { kind }) {
        for (const entry of data.presentUser(id)?.due ?? []) if (entry.kind === kind) await port.end(id, entry);
      },
    })),
  },
  'ends all work of a version': {
    fails: ENDS,
    open: on((port, data) => ({
      async end(id, { version }) {
        for (const entry of data.presentUser(id)?.due ?? []) if (entry.version === version) await port.end(id, entry);
      },
    })),
  },
  'ends the work of a kind for every user': {
    fails: ENDS,
    open: on((port, data) => ({
      async end(_id, entry) {
        for (const id of data.users.keys()) await port.end(id, entry);
      },
    })),
  },
  'restores a marked user when work is ended': {
    fails: 'restores no user who is being deleted',
    open: on((_port, data) => ({
      async end(id) {
        const row = data.users.get(id);
        if (row !== undefined) save(data, row.user);
      },
    })),
  },
  'forgets at a restart that a withdrawal has ended': {
    fails: 'keeps over a restart that a withdrawal has ended',
    open: on((_port, data) => {
      for (const { user } of data.users.values()) save(data, { ...user, due: WITHDRAWAL });
      return {};
    }),
  },
  'writes the user whom it read before': {
    fails: 'ends work while other changes of the user race with it',
    open: on((_port, data) => ({
      async end(id, { kind }) {
        const user = data.presentUser(id);
        await tick();
        if (user !== null) save(data, { ...user, due: user.due.filter((entry) => entry.kind !== kind) });
      },
    })),
  },
};
