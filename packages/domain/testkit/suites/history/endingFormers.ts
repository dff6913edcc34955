import { type AlgoHistory, MAX_DATE_MS } from '@algotheque/domain';
import { equal } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { contentRef, NOW } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { DAY, other, putAll, replaced, versionsOf } from './formers.ts';

const endAt = (number: number, dateExpiration: number) => replaced(number, { dateExpiration });
const endOf = (number: number, dateExpiration: number) => ({ ref: contentRef(number), id: 1, dateExpiration });

export function addEndingTests(test: AddTest<Fixture<AlgoHistory>>): void {
  test('lists what has ended, the earliest first', async ({ port }) => {
    await putAll(port, endAt(1, NOW + 1), endAt(2, NOW), endAt(3, NOW - DAY), endAt(4, 0));
    equal(await port.listEnded(NOW, 9), [endOf(4, 0), endOf(3, NOW - DAY), endOf(2, NOW)]);
    equal(await port.listEnded(NOW, 2), [endOf(4, 0), endOf(3, NOW - DAY)], 'no more than are asked for');
    equal(await port.listEnded(-1, 9), [], 'before all ends');
    equal((await port.listEnded(MAX_DATE_MS, 9)).length, 4, 'whenever they end');
  });

  test('lists what has ended whatever else of it is damaged', { needs: 'damage' }, async (fixture) => {
    await putAll(fixture.port, endAt(1, NOW));
    await fixture.damage(contentRef(1));
    equal(await fixture.port.listEnded(NOW, 9), [endOf(1, NOW)]);
    await fixture.port.remove([endOf(1, NOW)]);
    equal(await fixture.port.list(1), []);
  });

  test('prolongs an entry that has the end which was read', async ({ port }) => {
    await putAll(port, endAt(1, NOW), endAt(2, NOW));
    for (const end of [NOW, NOW]) await port.prolong(endOf(1, end), NOW + DAY);
    for (const end of [NOW - 1, NOW + 1]) await port.prolong(endOf(2, end), NOW + DAY);
    equal(await port.list(1), [endAt(2, NOW), endAt(1, NOW + DAY)]);
    await port.prolong(endOf(77, NOW), NOW + DAY);
    equal(versionsOf(await port.list(1)), [2, 1], 'after one that is absent');
  });

  test('removes an entry that has the end which was read', async ({ port }) => {
    await putAll(port, endAt(1, NOW), endAt(2, NOW));
    for (const end of [NOW - 1, NOW + 1]) equal(await port.remove([endOf(1, end)]), []);
    equal(versionsOf(await port.list(1)), [2, 1], 'with another end');
    for (const _twice of [1, 2]) equal(await port.remove([endOf(1, NOW)]), [contentRef(1)]);
    equal(versionsOf(await port.list(1)), [2]);
  });

  test('removes several entries, and says which are gone', async ({ port }) => {
    await putAll(port, endAt(1, NOW), endAt(2, NOW), endAt(3, NOW));
    equal(await port.remove([]), []);
    const gone = await port.remove([endOf(1, NOW), endOf(2, NOW + 1), endOf(3, NOW), endOf(77, NOW)]);
    equal(gone.toSorted(), [contentRef(1), contentRef(3), contentRef(77)].toSorted());
    equal(versionsOf(await port.list(1)), [2]);
  });

  test('finds entries by their references', async ({ port }) => {
    await putAll(port, endAt(1, NOW), endAt(2, NOW), replaced(3, other(3, 3)));
    equal([await port.idOf(contentRef(1)), await port.idOf(contentRef(3_003)), await port.idOf('none')], [1, 3, null]);
    const found = await port.existing([contentRef(2), 'none', contentRef(3_003)]);
    equal(found.toSorted(), [contentRef(2), contentRef(3_003)].toSorted());
    equal(await port.existing([]), []);
  });
}
