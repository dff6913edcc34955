import {
  type DeletionLog,
  KeyTakenError,
  type OnDamaged,
  type PortableKind,
  type PortableRows,
  type PortableStore,
  type RoundLog,
} from '../../../../src/index.ts';
import { memoryDeletionLog, memoryRoundLog } from '../../../../testkit/memory/index.ts';
import type { Fixture, PortableStoreFixture } from '../../../../testkit/suites/index.ts';
import { portableFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, onData, override } from './broken.ts';

const portables = (changesOf: (port: PortableStore) => Partial<PortableStore>) => () =>
  portableFixture((port) => override(port, changesOf(port)));

type ChangeRows = <Kind extends PortableKind>(kind: Kind, rows: readonly PortableRows[Kind][]) => PortableRows[Kind][];

const exporting = (change: ChangeRows) =>
  portables((port) => ({
    async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
      for await (const batch of port.exportRows(kind, onDamaged)) yield change(kind, batch);
    },
  }));

const importing = (change: ChangeRows) =>
  portables((port) => ({
    importRows: <Kind extends PortableKind>(kind: Kind, rows: readonly PortableRows[Kind][]) =>
      port.importRows(kind, change(kind, rows)),
  }));

const withoutLastIds: ChangeRows = (kind, rows) => (kind === 'lastId' ? [] : [...rows]);
const withoutMarks: ChangeRows = (_kind, rows) =>
  rows.map((row) => ('deleted' in row ? { ...row, deleted: false } : row));

export const brokenPortables: BrokenVariants<PortableStoreFixture> = {
  'throws the error of its driver for a taken key': {
    fails: 'belongs to another user',
    open: portables((port) => ({
      async importRows(kind, rows) {
        await port.importRows(kind, rows).catch((error: unknown) => {
          throw error instanceof KeyTakenError ? Object.assign(new Error('UNIQUE failed'), { errcode: 2_067 }) : error;
        });
      },
    })),
  },
  'exports marked users as unmarked': {
    fails: 'exports all that the repositories saved',
    open: exporting(withoutMarks),
  },
  'exports no last ids': { fails: 'exports the highest id ever given', open: exporting(withoutLastIds) },
  'exports the newest first': {
    fails: 'exports all that the repositories saved',
    open: exporting((_kind, rows) => [...rows].reverse()),
  },
  'stops at a damaged row': {
    fails: 'reports a damaged row once',
    open: portables((port) => ({ exportRows: (kind) => port.exportRows(kind) })),
  },
  'leaves out a damaged row without a report': {
    fails: 'reports a damaged row once',
    open: portables((port) => ({ exportRows: (kind) => port.exportRows(kind, () => {}) })),
  },
  'exports everything at once': {
    fails: 'batches of at most 1,000',
    open: portables((port) => ({
      async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
        const rows: PortableRows[Kind][] = [];
        for await (const batch of port.exportRows(kind, onDamaged)) rows.push(...batch);
        if (rows.length > 0) yield rows;
      },
    })),
  },
  'counts no more than a batch': {
    fails: 'batches of at most 1,000',
    open: portables((port) => ({ countRows: async (kind) => Math.min(1_000, await port.countRows(kind)) })),
  },
  'imports marked users as unmarked': { fails: 'serves imported users', open: importing(withoutMarks) },
  'imports no last ids': { fails: 'reuses no id', open: importing(withoutLastIds) },
  'keeps existing rows': {
    fails: 'replaces existing rows',
    open: portables((port) => {
      const kinds = new Set<PortableKind>();
      return {
        async importRows(kind, rows) {
          if (!kinds.has(kind)) await port.importRows(kind, rows);
          kinds.add(kind);
        },
      };
    }),
  },
  'imports into any store': {
    fails: 'into a store that is in use',
    open: portables((port) => ({ beginImport: (order) => port.beginImport(order).catch(() => {}) })),
  },
  'removes what is not of an import': {
    fails: 'only if the caller knows that it was left',
    open: portables((port) => ({ beginImport: (order) => port.beginImport({ ...order, isLeft: true }) })),
  },
  'removes what an import has left without being asked': {
    fails: 'refuses what an interrupted import has left',
    open: portables((port) => ({ beginImport: (order) => port.beginImport({ ...order, anew: true }) })),
  },
  'refuses with an error of its own': {
    fails: 'refuses what an interrupted import has left',
    open: portables((port) => ({
      beginImport: (order) =>
        port.beginImport(order).catch((cause: unknown) => Promise.reject(new Error('no', { cause }))),
    })),
  },
  'serves while an import is under way': {
    fails: 'refuses every other use until the import has ended',
    async open() {
      const fixture = await portableFixture();
      const repositories = await fixture.repositories();
      return { ...fixture, repositories: async () => repositories };
    },
  },
};

const rounds = onData(memoryRoundLog);

export const brokenRounds: BrokenVariants<Fixture<RoundLog>> = {
  'has a date before the first round': {
    fails: 'has no date at first',
    open: rounds((port) => ({ last: async () => (await port.last()) ?? 0 })),
  },
  'never goes back': {
    fails: 'has the last date, later or earlier',
    open: rounds((port) => ({
      record: async (date) => port.record(Math.max(date, (await port.last()) ?? 0)),
    })),
  },
  'takes the date 0 for none': {
    fails: 'has the last date, later or earlier',
    open: rounds((port) => ({ last: async () => (await port.last()) || null })),
  },
  'keeps nothing': {
    fails: 'keeps one of 30 racing dates',
    open: rounds(() => ({ record: async () => {}, last: async () => null })),
  },
};

const deletions = onData(memoryDeletionLog);

export const brokenDeletions: BrokenVariants<Fixture<DeletionLog>> = {
  'stops at a damaged entry': {
    fails: 'reports a damaged entry',
    open: deletions((port) => ({ list: () => port.list() })),
  },
  'skips a damaged entry without a report': {
    fails: 'reports a damaged entry',
    open: deletions((port) => ({ list: () => port.list(() => {}) })),
  },
  'serves a date that was never written': {
    fails: 'reports a damaged entry',
    open: deletions((_port, data) => ({
      list: async () => [...data.deletions].map(([userId, date]) => ({ userId, date })),
    })),
  },
  'never replaces the date of an entry': {
    fails: 'gives an existing entry the new date',
    open: deletions((port, data) => ({
      add: async (entry) => (data.deletions.has(entry.userId) ? undefined : port.add(entry)),
    })),
  },
  'keeps the earlier date of an entry': {
    fails: 'gives an existing entry the new date',
    open: deletions((port, data) => ({
      add: ({ userId, date }) => port.add({ userId, date: Math.min(date, data.deletions.get(userId) ?? date) }),
    })),
  },
  'removes an entry of any date': {
    fails: 'removes no entry of another date',
    open: deletions((port) => ({ remove: (userId) => port.remove(userId) })),
  },
  'lists by user': {
    fails: 'oldest first',
    open: deletions((port) => ({
      list: async () => (await port.list()).toSorted((one, other) => one.userId - other.userId),
    })),
  },
  'forgets entries over a restart': {
    fails: 'over a restart',
    open: deletions((_port, data) => {
      data.deletions.clear();
      return {};
    }),
  },
  'lists no more than a hundred': {
    fails: 'more than a hundred',
    open: deletions((port) => ({ list: async () => (await port.list()).slice(0, 100) })),
  },
};
