import { SHARE_BYTES } from '@algotheque/domain';
import { insertAlgo } from '../algos/insertAlgo.ts';
import { equal, ok, present } from '../assert.ts';
import { leavesOut, rejectsDamaged } from '../damage.ts';
import { BEYOND_32_BITS, NOW, newWaiting } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { type AlgoBinFixture, binned, restoration, SHARED } from './binned.ts';

/** Values that no version of the program has written. */
const IMPOSSIBLE: readonly (readonly [string, number])[] = [
  ['dateSuppression', -1],
  ['ownerId', -7],
];

export function addListingTests(test: AddTest<AlgoBinFixture>): void {
  test('lists what an owner has deleted, the latest first', async (fixture) => {
    const { port } = fixture;
    const first = await binned(fixture, 1);
    const last = await binned(fixture, 9, SHARED);
    const [twin, higher] = [await binned(fixture, 5), await binned(fixture, 6, {}, NOW + 5)];
    await binned(fixture, 7, { ownerId: 1 + BEYOND_32_BITS });
    await insertAlgo(fixture.algos, 8);
    const all = [last, higher, twin, first];
    equal(await port.list({ ownerId: 1, limit: 9 }), all);
    equal(await port.list({ ownerId: 1, limit: 2 }), all.slice(0, 2), 'the first page');
    const after = { dateSuppression: NOW + 5, id: higher.id };
    equal(await port.list({ ownerId: 1, after, limit: 9 }), all.slice(2), 'the second page');
    equal(await port.list({ ownerId: 7, limit: 9 }), [], 'of another owner');
    await port.restore(last.id, 1, restoration());
    await port.remove(first);
    equal(await port.list({ ownerId: 1, limit: 9 }), [higher, twin], 'without what has gone');
  });

  test('counts as algorithms of their owner', async (fixture) => {
    const { port, algos } = fixture;
    const deleted = await binned(fixture, 1, { contentBytes: 2 ** 32 });
    await insertAlgo(algos, 2, { contentBytes: 40 });
    const both = { algos: 2, bytes: 2 ** 32 + 40 };
    equal(await algos.usage(1), both);
    equal(await port.usage(1), { algos: 1, bytes: 2 ** 32 }, 'of the bin alone');
    const other = await binned(fixture, 3, { ownerId: 2 });
    equal([await algos.usage(1), (await algos.usage(2)).algos], [both, 1]);
    await port.restore(deleted.id, 1, restoration());
    equal(await algos.usage(1), both, 'once restored');
    await port.add(deleted.id, 2, NOW);
    equal(await algos.usage(1), both, 'once deleted again');
    await port.remove({ id: deleted.id, version: 2 });
    equal(await algos.usage(1), { algos: 1, bytes: 40 }, 'once removed');
    await port.remove(other);
    equal(await algos.usage(2), { algos: 0, bytes: 0 }, 'of an empty bin');
    equal(await port.usage(1), { algos: 0, bytes: 0 }, 'the bin alone');
  });

  test('counts the rights on what it has', async (fixture) => {
    const { port, algos } = fixture;
    const waiting = [newWaiting('ada@example.org')];
    const { id } = await binned(fixture, 1, { contentBytes: 10, ...SHARED, waiting });
    const shared = { algos: 1, bytes: 10 + SHARE_BYTES };
    equal([await algos.usage(1), await port.usage(1)], [shared, shared], 'without what has waited');
    await port.restore(id, 1, restoration(SHARED));
    equal(await algos.usage(1), shared, 'once restored');
    await port.add(id, 2, NOW);
    await port.dropRights(1);
    const alone = { algos: 1, bytes: 10 };
    equal([await algos.usage(1), await port.usage(1)], [alone, alone], 'without rights');
  });

  test('removes what has the version that was read', async (fixture) => {
    const { port } = fixture;
    const [one, two] = [await binned(fixture, 1), await binned(fixture, 2)];
    for (const version of [0, 2]) equal(await port.remove({ id: one.id, version }), false, `version ${version}`);
    equal(await port.remove(one), true);
    equal(await port.remove(one), false, 'the second time');
    equal(await port.list({ ownerId: 1, limit: 9 }), [two]);
  });

  test('lists the keys of all that an owner has deleted', async (fixture) => {
    const { port, algos } = fixture;
    await insertAlgo(algos, 1);
    const own = [await binned(fixture, 2), await binned(fixture, 3)];
    await binned(fixture, 4, { ownerId: 2 });
    const keys = own.map(({ id, version, ref }) => ({ id, version, ref }));
    const found = await port.listOwned(1, 9);
    equal(
      found.toSorted((one, two) => one.id - two.id),
      keys,
    );
    equal([(await port.listOwned(1, 1)).length, await port.listOwned(77, 9)], [1, []]);
  });

  test('lists what was deleted before a date, the earliest first', async (fixture) => {
    const { port } = fixture;
    const dates = [NOW + 1, NOW, NOW - 9, 0];
    const [, at, before, first] = await Promise.all(dates.map((date, index) => binned(fixture, index, {}, date)));
    const keys = [first, before, at].map((algo) => ({ id: present(algo).id, version: 1, ref: present(algo).ref }));
    equal(await port.listUntil(NOW, 9), keys);
    equal(await port.listUntil(NOW, 2), keys.slice(0, 2), 'no more than are asked for');
    equal(await port.listUntil(-1, 9), [], 'before all');
  });

  test('takes the rights out of what one owner has deleted', async (fixture) => {
    const { port, algos } = fixture;
    const shared = await binned(fixture, 1, SHARED);
    const plain = await binned(fixture, 2);
    const others = await binned(fixture, 3, { ownerId: 5, ...SHARED });
    const record = await insertAlgo(algos, 4, SHARED);
    for (const owner of [1, 77]) await port.dropRights(owner);
    const places = [{ idUtilisateur: 1, dossierId: 4 }];
    const dropped = [plain, { ...shared, permsAlgorithme: [], places, version: 2 }];
    equal(await port.list({ ownerId: 1, limit: 9 }), dropped);
    equal(await port.restore(shared.id, 1, restoration(SHARED)), null, 'by who has read them before');
    equal([await port.list({ ownerId: 5, limit: 9 }), await algos.findById(record.id)], [[others], record]);
    await port.dropRights(1);
    equal(await port.list({ ownerId: 1, limit: 9 }), dropped, 'the second time');
  });

  test('does with more than a store changes at once what it does with one', async (fixture) => {
    const { port } = fixture;
    await Promise.all(Array.from({ length: 1_100 }, (_, index) => binned(fixture, index + 1, SHARED)));
    await port.dropRights(1);
    const found = await port.list({ ownerId: 1, limit: 2_000 });
    equal([found.length, found.filter(({ version }) => version === 2).length], [1_100, 1_100]);
    equal((await port.listOwned(1, 2_000)).length, 1_100);
  });

  test('keeps what it has over a restart', { needs: 'reopen' }, async (fixture) => {
    const deleted = await binned(fixture, 1, SHARED);
    const port = await fixture.reopen();
    equal(await port.find(deleted.id), deleted);
  });

  test('leaves no data of what was removed in the store', { needs: 'dump' }, async (fixture) => {
    const deleted = await binned(fixture, 1, { nom: 'Goldfinger' });
    const before = await fixture.dump();
    ok(before.includes('Goldfinger') && before.includes(deleted.ref), 'the dump of the fixture does not show it');
    await fixture.port.remove(deleted);
    const dump = await fixture.dump();
    ok(!dump.includes('Goldfinger') && !dump.includes(deleted.ref), 'it is still there');
  });

  test('reports what is damaged, and serves the others', { needs: 'damage' }, async (fixture) => {
    const { port, algos } = fixture;
    const [three, two, one] = [await binned(fixture, 3), await binned(fixture, 2), await binned(fixture, 1)];
    const damaged = await fixture.damage(two.id);
    await leavesOut((onDamaged) => port.list({ ownerId: 1, limit: 2 }, onDamaged), { rows: [three, one], damaged });
    await rejectsDamaged(() => port.find(two.id), damaged, 'find');
    equal([await algos.findById(two.id), await port.find(one.id)], [null, one]);
    equal(
      await port.listUntil(NOW + 2, 9),
      [one, two].map(({ id, ref }) => ({ id, version: 1, ref })),
    );
    equal(await port.remove(two), true);
    equal(await port.list({ ownerId: 1, limit: 9 }), [three, one]);
  });

  test('lists keys and drops rights whatever else is damaged', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const { id, ref } = await binned(fixture, 1, SHARED, NOW);
    await fixture.damage(id);
    await port.dropRights(1);
    const keys = [{ id, version: 2, ref }];
    equal([await port.listUntil(NOW, 9), await port.listOwned(1, 9), await port.idOf(ref)], [keys, keys, id]);
  });

  for (const [field, value] of IMPOSSIBLE) {
    test(`reports ${field} ${value}`, { needs: 'damage' }, async (fixture) => {
      const { id } = await binned(fixture, 1);
      const damaged = await fixture.damage(id, field, value);
      await rejectsDamaged(() => fixture.port.find(id), damaged, 'find');
    });
  }

  test('does not raise a version that cannot be raised', { needs: 'damage' }, async (fixture) => {
    const { id } = await binned(fixture, 1);
    const damaged = await fixture.damage(id, 'version', Number.MAX_SAFE_INTEGER);
    const restored = fixture.port.restore(id, Number.MAX_SAFE_INTEGER, restoration());
    await rejectsDamaged(() => restored, damaged, 'restore');
    equal(await fixture.port.remove({ id, version: Number.MAX_SAFE_INTEGER }), true);
  });
}
