import { equal } from '../assert.ts';
import { leavesOut } from '../damage.ts';
import { BEYOND_32_BITS, contentRef, NOW, newAlgo } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { type AlgoHistoryFixture, DAY, deleted, formersOf, other, putAll, replaced, versionsOf } from './formers.ts';

export function addDeletedTests(test: AddTest<AlgoHistoryFixture>): void {
  test('lists what an owner has deleted, the latest first', async ({ port }) => {
    const first = deleted(1, other(3, 1));
    const last = deleted(9, other(4, 9));
    const [twin, higher] = [deleted(5, other(5, 5)), deleted(5, other(6, 5))];
    const strangers = deleted(7, other(7, 7, { ownerId: 1 + BEYOND_32_BITS }));
    await putAll(port, twin, last, strangers, first, higher, replaced(8, other(8, 8)));
    const all = formersOf(last, higher, twin, first);
    equal(await port.listDeleted({ ownerId: 1, limit: 9 }), all);
    equal(await port.listDeleted({ ownerId: 1, limit: 2 }), all.slice(0, 2), 'the first page');
    const after = { dateSuppression: NOW + 5, id: 6 };
    equal(await port.listDeleted({ ownerId: 1, after, limit: 9 }), all.slice(2), 'the second page');
    equal(await port.listDeleted({ ownerId: 7, limit: 9 }), [], 'of another owner');
  });

  test('lists a deleted algorithm by its highest version only', async ({ port }) => {
    await putAll(port, deleted(1), replaced(2), deleted(2, other(2, 2)), deleted(3, other(2, 3)));
    equal(await port.listDeleted({ ownerId: 1, limit: 9 }), formersOf(deleted(3, other(2, 3))));
  });

  test('leaves a damaged one out of the list, and reports it once', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const rows = [9, 8, 7].map((number) => deleted(number, other(number, number)));
    await putAll(port, ...rows);
    const damaged = await fixture.damage(contentRef(8_008));
    const left = formersOf(...rows).filter(({ version }) => version !== 8);
    await leavesOut((onDamaged) => port.listDeleted({ ownerId: 1, limit: 2 }, onDamaged), { rows: left, damaged });
  });

  test('counts the bytes of versions, and deleted algorithms as algorithms', async ({ port, algos }) => {
    equal(await port.keepVersions(1), 0, 'before the first');
    const record = await algos.insert({ ...newAlgo(1, { contentBytes: 40 }), id: await algos.nextId() });
    const [version, gone] = [replaced(2, { contentBytes: 2 ** 32 }), deleted(3, other(2, 3, { contentBytes: 5 }))];
    await putAll(port, version, gone, replaced(4, other(4, 4, { ownerId: 2, contentBytes: 9 })), version);
    equal(await port.keepVersions(1), 2 ** 32);
    equal(await algos.usage(1), { algos: 2, bytes: 45 });
    equal([await port.keepVersions(2), await algos.usage(2)], [9, { algos: 0, bytes: 0 }], 'of another owner');
    await port.put(deleted(2, { contentBytes: 2 ** 32 }));
    equal([await port.keepVersions(1), await algos.usage(1)], [0, { algos: 3, bytes: 2 ** 32 + 45 }], 'once deleted');
    await port.put(replaced(3, { ref: contentRef(2), contentBytes: 7 }));
    equal([await port.keepVersions(1), await algos.usage(1)], [7, { algos: 2, bytes: 45 }], 'once replaced');
    await algos.delete(record.id, 1);
    await port.remove(gone.former);
    equal(await algos.usage(1), { algos: 0, bytes: 0 }, 'once removed');
    await port.put(gone);
    await port.deleteByOwner(1);
    equal([await port.keepVersions(1), await algos.usage(1)], [0, { algos: 0, bytes: 0 }], 'without entries');
  });

  test('removes the versions of an owner that end first', async ({ port }) => {
    const ends = [4, 1, 3, 2].map((day) => ({ contentBytes: 2 ** 32, dateExpiration: NOW + day * DAY }));
    const versions = ends.map((fields, index) => replaced(index + 1, other(index + 1, index + 1, fields)));
    const [bin, others] = [deleted(9, other(9, 9, { dateExpiration: NOW })), replaced(8, other(8, 8, { ownerId: 2 }))];
    await putAll(port, ...versions, bin, others);
    const left = async (): Promise<readonly number[]> => {
      const found = await Promise.all([1, 2, 3, 4, 8, 9].map((id) => port.list(id)));
      return found.flat().map(({ id }) => id);
    };
    equal(await port.keepVersions(1, 4 * 2 ** 32), 4 * 2 ** 32, 'with room for all');
    equal(await left(), [1, 2, 3, 4, 8, 9]);
    equal(await port.keepVersions(1, 3 * 2 ** 32 - 1), 2 * 2 ** 32, 'a byte less than three of four need');
    equal(await left(), [1, 3, 8, 9]);
    equal([await port.keepVersions(1, 0), await port.keepVersions(1, 0)], [0, 0], 'without room');
    equal(await left(), [8, 9]);
    equal([await port.keepVersions(1), await port.keepVersions(2, 1_000)], [0, others.former.contentBytes]);
  });

  test('removes more versions than a store removes at once', async ({ port }) => {
    const versions = Array.from({ length: 1_100 }, (_, index) => replaced(index + 1, { contentBytes: 10 }));
    await Promise.all(versions.map((version) => port.put(version)));
    equal(await port.keepVersions(1, 20), 20);
    equal(versionsOf(await port.list(1)).length, 2);
  });

  test('takes the grants out of the entries of one owner', async ({ port }) => {
    const permsAlgorithme = [{ idUtilisateur: 3, droits: 'Read' as const }];
    const [own, others] = [deleted(1), deleted(2, other(2, 2, { ownerId: 2, permsAlgorithme }))];
    await putAll(port, own, others, replaced(3));
    for (const owner of [1, 1, 77]) await port.dropGrants(owner);
    const places = [{ idUtilisateur: 1, dossierId: 4 }];
    equal(await port.list(1), [replaced(3).former, { ...own.former, permsAlgorithme: [], places }]);
    equal(await port.list(2), formersOf(others));
  });
}
