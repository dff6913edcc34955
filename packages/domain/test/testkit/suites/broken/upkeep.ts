import {
  KeyTakenError,
  type OnDamaged,
  type PortableKind,
  type PortableRows,
  type PortableStore,
} from '../../../../src/index.ts';
import { memoryDeletionLog, memoryEventStore, memoryRoundLog } from '../../../../testkit/memory/index.ts';
import { portableFixture } from '../../memory/memoryFixtures.ts';
import { broken, narrow, onData, onPort } from './broken.ts';

const portables = onPort(portableFixture);

type ChangeRows = <Kind extends PortableKind>(kind: Kind, rows: readonly PortableRows[Kind][]) => PortableRows[Kind][];

const exporting =
  (change: ChangeRows) =>
  (port: PortableStore): Partial<PortableStore> => ({
    async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
      for await (const batch of port.exportRows(kind, onDamaged)) yield change(kind, batch);
    },
  });

const importing =
  (change: ChangeRows) =>
  (port: PortableStore): Partial<PortableStore> => ({
    importRows: <Kind extends PortableKind>(kind: Kind, rows: readonly PortableRows[Kind][]) =>
      port.importRows(kind, change(kind, rows)),
  });

const withoutLastIds: ChangeRows = (kind, rows) => (kind === 'lastId' ? [] : [...rows]);
const withoutMarks: ChangeRows = (_kind, rows) =>
  rows.map((row) => ('deleted' in row ? { ...row, deleted: false } : row));

export const brokenPortables = [
  portables('throws the error of its driver for a taken key', 'belongs to another user', (port) => ({
    async importRows(kind, rows) {
      await port.importRows(kind, rows).catch((error: unknown) => {
        throw error instanceof KeyTakenError ? Object.assign(new Error('UNIQUE failed'), { errcode: 2_067 }) : error;
      });
    },
  })),
  portables('exports marked users as unmarked', 'exports all that the repositories saved', exporting(withoutMarks)),
  portables('exports no last ids', 'exports the highest id ever given', exporting(withoutLastIds)),
  portables('stops at a damaged row', 'reports a damaged row once', (port) => ({
    exportRows: (kind) => port.exportRows(kind),
  })),
  portables('exports everything at once', 'batches of at most 1,000', (port) => ({
    async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
      const rows: PortableRows[Kind][] = [];
      for await (const batch of port.exportRows(kind, onDamaged)) rows.push(...batch);
      if (rows.length > 0) yield rows;
    },
  })),
  portables('imports marked users as unmarked', 'serves imported users', importing(withoutMarks)),
  portables('imports no last ids', 'reuses no id', importing(withoutLastIds)),
  portables('keeps existing rows', 'replaces existing rows', (port) => {
    const kinds = new Set<PortableKind>();
    return {
      async importRows(kind, rows) {
        if (!kinds.has(kind)) await port.importRows(kind, rows);
        kinds.add(kind);
      },
    };
  }),
  portables('imports into any store', 'into a store that is in use', (port) => ({
    beginImport: (order) => port.beginImport(order).catch(() => {}),
  })),
  portables('removes what is not of an import', 'only if the caller knows that it was left', (port) => ({
    beginImport: (order) => port.beginImport({ ...order, isLeft: true }),
  })),
  portables(
    'removes what an import has left without being asked',
    'refuses what an interrupted import has left',
    (port) => ({ beginImport: (order) => port.beginImport({ ...order, anew: true }) }),
  ),
  broken('serves while an import is under way', 'refuses every other use until the import has ended', async () => {
    const fixture = await portableFixture();
    const repositories = await fixture.repositories();
    return { ...fixture, repositories: async () => repositories };
  }),
];

const rounds = onData(memoryRoundLog);

export const brokenRounds = [
  rounds('has a date before the first round', 'has no date at first', (port) => ({
    last: async () => (await port.last()) ?? 0,
  })),
  rounds('never goes back', 'has the last date, later or earlier', (port) => ({
    record: async (date) => port.record(Math.max(date, (await port.last()) ?? 0)),
  })),
  rounds('keeps nothing', 'keeps one of 30 racing dates', () => ({ record: async () => {}, last: async () => null })),
];

const events = onData(memoryEventStore);
const SELECTS = 'selects by account, action and time';

export const brokenEvents = [
  events('forgets the request', 'keeps every part of an event', (port) => ({
    append: (added) => port.append(added.map((event) => ({ ...event, requestId: null }))),
  })),
  events('stores nothing of a batch with an event that is there', 'stores an event once', (port, data) => ({
    append: async (added) => (added.some(({ key }) => data.events.has(key)) ? undefined : port.append(added)),
  })),
  events('selects by who acted alone', SELECTS, (port) => ({
    async list(query) {
      const { events: found, last } = await port.list(query);
      return { events: found.filter(({ actorId }) => query.account === undefined || actorId === query.account), last };
    },
  })),
  events('takes an algorithm for a user', SELECTS, (port, data) => ({
    async list(query) {
      if (query.account !== 1 || query.action !== undefined) return port.list(query);
      const found = [...data.events.values()].filter(({ actorId, targetId }) => actorId === 1 || targetId === 1);
      return { events: found.reverse(), last: null };
    },
  })),
  events('ignores the action where there is an account', SELECTS, (port) => ({
    list: ({ action, ...query }) => port.list(query.account === undefined ? { ...query, action } : query),
  })),
  events('lists the page after the cursor from the cursor itself', 'lists pages, the newest first', (port) => ({
    list: (query) => port.list({ ...query, below: `${query.below}0` }),
  })),
  events('looks for as many others behind a damaged event', 'omits a damaged event', (port) => ({
    async list(query, onDamaged) {
      const { events: found } = await port.list({ ...query, limit: query.limit + 1 }, onDamaged);
      return { events: found.slice(0, query.limit), last: found[query.limit - 1]?.key ?? null };
    },
  })),
  events('removes what is at the time', 'removes what is before a time', (port) => ({
    removeOld: ({ from, most }) => port.removeOld({ from: `${from}z`, most }),
  })),
  events('keeps the first ones', 'keeps at most so many', (port, data) => ({
    async removeOld({ from, most }) {
      await port.removeOld({ from, most: 1_000_000 });
      for (const key of [...data.events.keys()].slice(most)) data.events.delete(key);
    },
  })),
  events('removes one batch', 'removes more than a batch', (_port, data) => ({
    async removeOld({ from }) {
      for (const key of [...data.events.keys()].slice(0, 500)) if (key < from) data.events.delete(key);
    },
  })),
];

const deletions = onData(memoryDeletionLog);

export const brokenDeletions = [
  deletions('stops at a damaged entry', 'reports a damaged entry', (port) => ({ list: () => port.list() })),
  deletions('never replaces the date of an entry', 'gives an existing entry the new date', (port, data) => ({
    add: async (entry) => (data.deletions.has(entry.userId) ? undefined : port.add(entry)),
  })),
  deletions('removes an entry of any date', 'removes no entry of another date', (port) => ({
    remove: (userId) => port.remove(userId),
  })),
  deletions('lists by user', 'oldest first', (port) => ({
    list: async () => (await port.list()).toSorted((one, other) => one.userId - other.userId),
  })),
  deletions('forgets entries over a restart', 'over a restart', (_port, data) => {
    data.deletions.clear();
    return {};
  }),
  deletions('lists no more than a hundred', 'more than a hundred', (port) => ({
    list: async () => (await port.list()).slice(0, 100),
  })),
  deletions('removes entries of users in 32 bits', 'removes one entry', (port) => ({
    remove: (userId, date) => port.remove(narrow(userId), date),
  })),
];
