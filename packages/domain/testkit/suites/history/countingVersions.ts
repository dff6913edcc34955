import type { AlgoHistory } from '@algotheque/domain';
import { equal } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { contentRef, NOW } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { DAY, other, putAll, replaced, versionsOf } from './formers.ts';

export function addCountingTests(test: AddTest<Fixture<AlgoHistory>>): void {
  test('counts the bytes of the versions of an owner', async ({ port }) => {
    equal(await port.keepVersions(1), 0, 'before the first');
    const large = replaced(2, { contentBytes: 2 ** 32 });
    await putAll(port, large, replaced(4, other(4, 4, { ownerId: 2, contentBytes: 9 })), large);
    equal([await port.keepVersions(1), await port.keepVersions(2)], [2 ** 32, 9]);
    await port.put(replaced(3, { ref: contentRef(2), contentBytes: 7 }));
    equal(await port.keepVersions(1), 7, 'once replaced');
    await port.put(replaced(5, { contentBytes: 30 }));
    await port.remove(replaced(5).former);
    equal(await port.keepVersions(1), 7, 'once one is removed');
    await port.deleteByOwner(1);
    equal([await port.keepVersions(1), await port.keepVersions(2)], [0, 9], 'without entries');
  });

  test('removes the versions of an owner that end first', async ({ port }) => {
    const ends = [4, 1, 3, 2].map((day) => ({ contentBytes: 2 ** 32, dateExpiration: NOW + day * DAY }));
    const versions = ends.map((fields, index) => replaced(index + 1, other(index + 1, index + 1, fields)));
    const others = replaced(8, other(8, 8, { ownerId: 2 }));
    await putAll(port, ...versions, others);
    const left = async (): Promise<readonly number[]> => {
      const found = await Promise.all([1, 2, 3, 4, 8].map((id) => port.list(id)));
      return found.flat().map(({ id }) => id);
    };
    equal(await port.keepVersions(1, 4 * 2 ** 32), 4 * 2 ** 32, 'with room for all');
    equal(await left(), [1, 2, 3, 4, 8]);
    equal(await port.keepVersions(1, 3 * 2 ** 32 - 1), 2 * 2 ** 32, 'a byte less than three of four need');
    equal(await left(), [1, 3, 8]);
    equal([await port.keepVersions(1, 0), await port.keepVersions(1, 0)], [0, 0], 'without room');
    equal(await left(), [8]);
    equal([await port.keepVersions(1), await port.keepVersions(2, 1_000)], [0, others.former.contentBytes]);
  });

  test('removes more versions than a store removes at once', async ({ port }) => {
    const versions = Array.from({ length: 1_100 }, (_, index) => replaced(index + 1, { contentBytes: 10 }));
    await Promise.all(versions.map((version) => port.put(version)));
    equal(await port.keepVersions(1, 20), 20);
    equal(versionsOf(await port.list(1)).length, 2);
  });
}
