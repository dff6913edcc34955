import {
  type AlgoEntry,
  type AlgoOrder,
  type AlgoPosition,
  type AlgoRepository,
  type Algorithm,
  compared,
  folderOf,
  positionIn,
  requireRightOnAlgo,
  rightOn,
  type WalkQuery,
  wordsOf,
} from '@algotheque/domain';
import { ascending, equal, ok, present } from '../assert.ts';
import { leavesOut } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, NOW, newGrant } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { insertAlgo } from './insertAlgo.ts';
import { filled } from './manyAlgos.ts';

const ORDERS: readonly AlgoOrder[] = (['nom', 'dateCreation', 'dateModification'] as const).flatMap((by) =>
  [false, true].map((descending) => ({ by, descending })),
);
const SIDES = ['owned', 'shared'] as const;
const BY_NAME: AlgoOrder = { by: 'nom', descending: false };

/** The record as the user sees it. */
function entryOf(algo: Algorithm, userId: number): AlgoEntry {
  const { id, nom, dateCreation, dateModification, ownerId, version } = algo;
  const record = { id, nom, dateCreation, dateModification, ownerId, version };
  return { ...record, droits: requireRightOnAlgo(algo, userId), dossierId: folderOf(algo, userId) };
}

export function addAlgoFindingTests(test: AddTest<Fixture<AlgoRepository>>): void {
  test('walks along each side in each order, page by page', async ({ port }) => {
    const algos = await filled(port);
    for (const userId of [1, 2, 3, 99]) {
      for (const side of SIDES) {
        for (const order of ORDERS) {
          const what = `of user ${userId}, ${side}, by ${JSON.stringify(order)}`;
          const expected = sideOf(algos, userId, side).map((algo) => entryOf(algo, userId));
          expected.sort((one, other) => compared(positionIn(one, order), positionIn(other, order), order));
          equal(await walked(port, { userId, side, order, limit: 100 }), expected, `at once ${what}`);
          equal(await walked(port, { userId, side, order, limit: 3 }), expected, `in pages ${what}`);
        }
      }
    }
  });

  test('continues behind a position whose record was deleted, also when one comes before it', async ({ port }) => {
    const algos = await filled(port);
    const query = { userId: 1, side: 'owned', order: { by: 'dateCreation', descending: false }, limit: 2 } as const;
    const first = await port.walk(query);
    const all = await walked(port, { ...query, limit: 100 });
    for (const { id } of first.entries) await port.delete(id, present(algos.find((algo) => algo.id === id)).version);
    await insertAlgo(port, 99, { dateCreation: NOW - 1 });
    const rest = await walked(port, { ...query, limit: 100, after: present(first.last) });
    equal(rest, all.slice(2));
  });

  test('finds the ids of each condition, up to a limit', async ({ port }) => {
    const algos = await filled(port);
    const since = NOW + 5;
    const conditions = [
      { where: { all: true }, holds: () => true },
      { where: { modifiedSince: since }, holds: ({ dateModification }: Algorithm) => dateModification >= since },
      { where: { dossierId: 7 }, holds: (algo: Algorithm, user: number) => folderOf(algo, user) === 7 },
      ...['tri', 'erato', 'e', 'dijkstra', 'ra', 'absent', '%', '_'].map((word) => ({
        where: { word },
        holds: ({ nom }: Algorithm) => wordsOf(nom).some((own) => own.startsWith(word)),
      })),
    ] as const;
    for (const { where, holds } of conditions) {
      for (const side of SIDES) {
        if (side === 'shared' && 'word' in where) continue;
        for (const userId of [1, 2, 1 + BEYOND_32_BITS]) {
          const what = `${JSON.stringify(where)} of user ${userId}, ${side}`;
          const expected = sideOf(algos, userId, side).filter((algo) => holds(algo, userId));
          const found = await port.idsWhere({ userId, side, where, limit: 1_000 });
          equal(ascending(found), ascending(expected.map(({ id }) => id)), what);
          const two = await port.idsWhere({ userId, side, where, limit: 2 });
          equal(two.length, Math.min(2, expected.length), `up to two, ${what}`);
          ok(new Set(two).size === two.length, `an id twice, ${what}`);
        }
      }
    }
  });

  test('finds by a new name after a commit, and not by the former one', async ({ port }) => {
    const algo = await insertAlgo(port, 1, {
      nom: 'Former name',
      permsAlgorithme: [newGrant(2)],
    });
    await port.compareAndSet(algo.id, 1, { nom: 'Present word', dateModification: NOW + 50 });
    const idsOf = (word: string) => port.idsWhere({ userId: 1, side: 'owned', where: { word }, limit: 9 });
    equal([await idsOf('former'), await idsOf('present'), await idsOf('word')], [[], [algo.id], [algo.id]]);
    for (const by of ['nom', 'dateModification'] as const) {
      const order = { by, descending: false };
      const [entry] = (await port.walk({ userId: 2, side: 'shared', order, limit: 9 })).entries;
      equal([entry?.nom, entry?.dateModification], ['Present word', NOW + 50]);
      const page = await port.walk({
        userId: 2,
        side: 'shared',
        order,
        limit: 9,
        after: positionBefore(present(entry), by),
      });
      equal(page.entries.length, 1, `behind a position right before it, by ${by}`);
    }
    await port.delete(algo.id, 2);
    equal(await idsOf('present'), [], 'a deleted one');
  });

  test('shows records by their ids, only those that the user can access', async ({ port }) => {
    const algos = await filled(port);
    const ids = [...algos.map(({ id }) => id), 1_000_000];
    for (const userId of [1, 2, 99]) {
      const found = await port.entriesOf(userId, ids);
      const expected = algos.filter((algo) => rightOn(algo, userId) !== null).map((algo) => entryOf(algo, userId));
      equal(sortedById(found), sortedById(expected), `for user ${userId}`);
    }
    equal(await port.entriesOf(1, []), []);
  });

  test('leaves damaged records out, and goes on behind them', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const algos = await Promise.all([1, 2, 3].map((number) => insertAlgo(port, number)));
    const [first, second, third] = algos.map((algo) => present(algo));
    const damaged = await fixture.damage(present(second).id);
    const rows = [present(first), present(third)].map((algo) => entryOf(algo, 1));
    const query = { userId: 1, side: 'owned', order: BY_NAME, limit: 9 } as const;
    await leavesOut(async (onDamaged) => (await port.walk(query, onDamaged)).entries, { rows, damaged });
    const ids = algos.map(({ id }) => id);
    await leavesOut(async (onDamaged) => sortedById(await port.entriesOf(1, ids, onDamaged)), { rows, damaged });
    const page = await port.walk({ ...query, limit: 2 }, () => {});
    equal((await port.walk({ ...query, after: present(page.last) })).entries, rows.slice(1));
  });
}

const sortedById = (entries: readonly AlgoEntry[]): AlgoEntry[] => entries.toSorted((one, other) => one.id - other.id);

const positionBefore = (entry: AlgoEntry, by: AlgoOrder['by']): AlgoPosition => {
  const { key, id } = positionIn(entry, { by, descending: false });
  return { key, id: id - 1 };
};

const sideOf = (algos: readonly Algorithm[], userId: number, side: WalkQuery['side']): Algorithm[] =>
  algos.filter((algo) => rightOn(algo, userId) !== null && (algo.ownerId === userId) === (side === 'owned'));

async function walked(port: AlgoRepository, query: WalkQuery): Promise<readonly AlgoEntry[]> {
  const entries: AlgoEntry[] = [];
  let after = query.after ?? null;
  for (let pages = 0; pages === 0 || after !== null; pages += 1) {
    ok(pages < 1_000, 'the pages have no end');
    const page = await port.walk({ ...query, ...(after !== null && { after }) });
    ok(page.entries.length <= query.limit, 'more records than the limit');
    entries.push(...page.entries);
    after = page.last;
  }
  return entries;
}
