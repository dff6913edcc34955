import { type DeletionLog, MAX_DATE_MS } from '@algotheque/domain';
import { equal, ok } from '../assert.ts';
import { addHealthTests, race } from '../capabilities.ts';
import { leavesOut } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, NOW } from '../samples.ts';
import { contract } from '../suite.ts';

/** What every DeletionLog promises. */
export const deletionLogContract = contract<Fixture<DeletionLog>>('DeletionLog', (test) => {
  test('is empty at first', async ({ port }) => {
    equal(await port.list(), []);
    await port.remove(1);
  });

  test('lists all entries, oldest first', async ({ port }) => {
    const dates = [NOW, 0, NOW + 5, 8.64e15, 9, NOW - 5];
    for (const [index, date] of dates.entries()) await port.add({ userId: 10 - index, date });
    const expected = dates.map((date, index) => ({ userId: 10 - index, date }));
    equal(
      await port.list(),
      expected.sort((one, other) => one.date - other.date),
    );
  });

  test('gives an existing entry the new date, earlier or later', async ({ port }) => {
    await port.add({ userId: 2, date: NOW + 2 });
    for (const date of [20, 30, 20, 8.64e15, NOW]) {
      await port.add({ userId: 1, date });
      ok(
        (await port.list()).some((entry) => entry.userId === 1 && entry.date === date),
        `no entry of ${date}`,
      );
    }
    equal(await port.list(), [
      { userId: 1, date: NOW },
      { userId: 2, date: NOW + 2 },
    ]);
  });

  test('keeps one of 30 racing dates', { uses: 'another' }, async (fixture, ports) => {
    await Promise.all(race(ports, 30, (port, index) => port.add({ userId: 1, date: index })));
    equal((await fixture.port.list()).length, 1);
  });

  test('removes no entry of another date than the one given', async ({ port }) => {
    await port.add({ userId: 1, date: 20 });
    for (const date of [19, 21]) await port.remove(1, date);
    equal(await port.list(), [{ userId: 1, date: 20 }]);
    await port.remove(1, 20);
    equal(await port.list(), []);
  });

  test('removes one entry, repeatably', async ({ port }) => {
    for (const userId of [1, 11, Number.MAX_SAFE_INTEGER]) await port.add({ userId, date: userId % 100 });
    for (const userId of [1, 1, 0, 77, 11 + BEYOND_32_BITS]) await port.remove(userId);
    const left = [11, Number.MAX_SAFE_INTEGER].map((userId) => ({ userId, date: userId % 100 }));
    equal(await port.list(), left);
  });

  test('accepts an entry again after its removal', async ({ port }) => {
    await port.add({ userId: 1, date: 10 });
    await port.remove(1);
    await port.add({ userId: 1, date: 20 });
    equal(await port.list(), [{ userId: 1, date: 20 }]);
  });

  test('lists more than a hundred', async ({ port }) => {
    for (let userId = 1; userId <= 130; userId += 1) await port.add({ userId, date: userId });
    equal(
      (await port.list()).map(({ userId }) => userId),
      Array.from({ length: 130 }, (_, index) => index + 1),
    );
  });

  test('keeps entries and removals over a restart', { needs: 'reopen' }, async (fixture) => {
    for (const userId of [1, 2]) await fixture.port.add({ userId, date: NOW });
    await fixture.port.remove(1);
    const port = await fixture.reopen();
    equal(await port.list(), [{ userId: 2, date: NOW }]);
  });

  test('reports a damaged entry, lists the others, and removes it', { needs: 'damage' }, async ({ port, damage }) => {
    for (const userId of [1, 2, 3]) await port.add({ userId, date: NOW + userId });
    const rows = [1, 3].map((userId) => ({ userId, date: NOW + userId }));
    for (const date of [-1, MAX_DATE_MS + 1, undefined]) {
      const damaged = await damage(2, 'date', date);
      await leavesOut((onDamaged) => port.list(onDamaged), { rows, damaged });
    }
    await port.remove(2);
    equal(await port.list(), rows, 'without the entry');
  });

  addHealthTests(test, (log) => ({
    add: () => log.add({ userId: 1, date: NOW }),
    list: () => log.list(),
    remove: () => log.remove(1),
  }));
});
