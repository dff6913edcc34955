import type { AlgoHistory } from '@algotheque/domain';
import { equal } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { contentRef, NOW } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { DAY, other, putAll, replaced } from './formers.ts';

export function addCountingTests(test: AddTest<Fixture<AlgoHistory>>): void {
  test('counts the bytes of the versions of an owner', async ({ port }) => {
    equal(await port.bytesOf(1), 0, 'before the first');
    const large = replaced(2, { contentBytes: 2 ** 32 });
    await putAll(port, large, replaced(4, other(4, 4, { ownerId: 2, contentBytes: 9 })), large);
    equal([await port.bytesOf(1), await port.bytesOf(2)], [2 ** 32, 9]);
    await port.put(replaced(3, { ref: contentRef(2), contentBytes: 7 }));
    equal(await port.bytesOf(1), 7, 'once replaced');
    await port.put(replaced(5, { contentBytes: 30 }));
    await port.remove([replaced(5)]);
    equal(await port.bytesOf(1), 7, 'once one is removed');
    await port.remove(await port.listKeys({ ownerId: 1 }, 9));
    equal([await port.bytesOf(1), await port.bytesOf(2)], [0, 9], 'without entries');
  });

  test('lists the keys of an algorithm or an owner, those that end first', async ({ port }) => {
    const ends = [4, 1, 3, 2].map((day) => ({ contentBytes: 2 ** 32, dateExpiration: NOW + day * DAY }));
    const versions = ends.map((fields, index) => replaced(index + 1, other(index % 2, index + 1, fields)));
    await putAll(port, ...versions, replaced(8, other(8, 8, { ownerId: 2 })));
    const keysOf = (...indexes: readonly number[]) =>
      indexes.map((index) => {
        const { ref, id, dateExpiration, contentBytes } = versions[index] ?? replaced(0);
        return { ref, id, dateExpiration, contentBytes };
      });
    equal(await port.listKeys({ ownerId: 1 }, 9), keysOf(1, 3, 2, 0));
    equal(await port.listKeys({ ownerId: 1 }, 2), keysOf(1, 3), 'no more than are asked for');
    equal(await port.listKeys({ id: 1 }, 9), keysOf(1, 3), 'of an algorithm');
    equal(await port.listKeys({ id: 77 }, 9), [], 'of none');
  });
}
