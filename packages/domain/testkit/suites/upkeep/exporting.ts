import { insertAlgo } from '../algos/insertAlgo.ts';
import { equal, ok, present } from '../assert.ts';
import { leavesOut } from '../damage.ts';
import { binned, SHARED } from '../history/binned.ts';
import { replaced } from '../history/formers.ts';
import { contentRef, newGrant, newSession, newUsers } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { exportAll, exported, NO_ROWS, type PortableStoreFixture, REMEMBERED } from './portableRows.ts';

export function addExportTests(test: AddTest<PortableStoreFixture>): void {
  test('exports nothing from an empty store', async ({ port }) => {
    equal(await exportAll(port), NO_ROWS);
  });

  test('exports all that the repositories saved, by ascending key', async ({ port, repositories }) => {
    const { users, algos, bin, history, folders, sessionStore, deletions, limiter } = await repositories();
    const saved = [];
    for (const user of newUsers(3)) saved.push(await users.insert(user));
    const [kept, marked, deleted] = saved.map((user) => present(user));
    await users.markDeleted(present(marked).id);
    await users.delete(present(deleted).id);
    const sessions = [3, 1, 2].map((number) => newSession(number));
    for (const session of sessions) await sessionStore.insert(session);
    const algo = await insertAlgo(algos, 1, { permsAlgorithme: [newGrant(9)] });
    const changed = await algos.compareAndSet(algo.id, 1, { ref: contentRef(2) });
    const gone = await binned({ port: bin, algos }, 8, SHARED);
    const entries = [replaced(7), replaced(3)];
    for (const entry of entries) await history.put(entry);
    const root = { id: 1, nom: 'root', parentId: null };
    const trees = [];
    for (const owner of [11, 2]) trees.unshift(await folders.compareAndSet(owner, 0, { lastId: 1, folders: [root] }));
    for (const userId of [9, 2]) await deletions.add({ userId, date: 100 - userId });
    await limiter.remember(REMEMBERED.name, 4_000);
    await limiter.hit('a counter', { limit: 1, windowMs: 1_000 }, 1);
    const rows = await exportAll(port);
    equal(rows.remembered, [{ key: REMEMBERED.key, until: 4_000 }], 'without the counter');
    equal(rows.user, [
      { ...present(kept), deleted: false },
      { ...present(marked), deleted: true },
    ]);
    equal(
      rows.session,
      sessions.toSorted((one, other) => (one.digest < other.digest ? -1 : 1)),
    );
    equal([rows.algo, rows.folder], [[changed], trees]);
    equal(rows.deleted, [gone]);
    equal(rows.former, entries.toReversed());
    equal(rows.deletion, [
      { userId: 2, date: 98 },
      { userId: 9, date: 91 },
    ]);
  });

  test('exports the highest id ever given, also of deleted records', async ({ port, repositories }) => {
    const { users, algos } = await repositories();
    const ids = { user: 0, algo: 0 };
    for (const user of newUsers(3)) ids.user = (await users.insert(user)).id;
    await users.delete(ids.user);
    for (let turn = 0; turn < 3; turn += 1) ids.algo = await algos.nextId();
    const { rows } = await exported(port, 'lastId');
    equal(
      rows.map(({ of }) => of),
      ['algo', 'user'],
    );
    for (const { of, id } of rows) ok(id >= ids[of], `the last ${of} is ${id}, but ${ids[of]} was given`);
  });

  test('reports a damaged row once, and exports the others', { needs: 'damage' }, async (fixture) => {
    const { port, repositories } = fixture;
    const { sessionStore, algos } = await repositories();
    const [first, second, third] = [1, 2, 3].map((number) => newSession(number));
    for (const session of [first, second, third]) await sessionStore.insert(present(session));
    const algo = await insertAlgo(algos, 1);
    await insertAlgo(algos, 2).then(({ id }) => fixture.damage(id));
    const damaged = await fixture.damage(present(second).digest);
    await leavesOut(async (onDamaged) => (await exported(port, 'session', onDamaged)).rows, {
      rows: [present(first), present(third)],
      damaged,
    });
    equal((await exported(port, 'algo', () => {})).rows, [algo]);
  });

  test('exports folders in batches of at most 20 owners', async ({ port }) => {
    const trees = Array.from({ length: 45 }, (_, index) => ({
      ownerId: index + 1,
      version: 1,
      lastId: 0,
      folders: [],
    }));
    await port.beginImport({ source: 'many' });
    await port.importRows('folder', trees);
    const { rows, sizes } = await exported(port, 'folder');
    equal(rows, trees);
    ok(
      sizes.every((size) => size > 0 && size <= 20),
      `batches of ${sizes.join(', ')}`,
    );
  });

  test('exports many rows in batches of at most 1,000', async ({ port }) => {
    const sessions = Array.from({ length: 2_345 }, (_, number) => newSession(number));
    await port.beginImport({ source: 'many' });
    for (let at = 0; at < sessions.length; at += 500) await port.importRows('session', sessions.slice(at, at + 500));
    await port.endImport();
    const { rows, sizes } = await exported(port, 'session');
    equal(rows.length, sessions.length, 'rows');
    equal(await port.countRows('session'), sessions.length, 'counted');
    equal(
      rows.map(({ digest }) => digest),
      sessions.map(({ digest }) => digest).toSorted(),
    );
    ok(
      sizes.every((size) => size > 0 && size <= 1_000),
      `batches of ${sizes.join(', ')}`,
    );
  });
}
