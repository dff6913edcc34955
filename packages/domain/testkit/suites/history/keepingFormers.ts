import type { AlgoHistory } from '@algotheque/domain';
import { equal } from '../assert.ts';
import { race } from '../capabilities.ts';
import { leavesOut, rejectsDamaged } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, contentRef, NOW, ODD_NAMES } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { DAY, other, putAll, replaced, versionsOf } from './formers.ts';

/** Values that no version of the program has written. */
const IMPOSSIBLE: readonly (readonly [string, number])[] = [
  ['dateExpiration', -1],
  ['ownerId', -7],
];

export function addKeepingTests(test: AddTest<Fixture<AlgoHistory>>): void {
  test('finds the versions of an algorithm, the highest first', async ({ port }) => {
    equal(await port.list(1), [], 'without any');
    equal(await port.find(1, 1), null, 'of none');
    const [first, second, third] = [replaced(1), replaced(5), replaced(11, { modifiedBy: 9, dateSource: 8 })] as const;
    await putAll(port, second, third, first, replaced(6, other(2, 6)), replaced(7, other(1 + BEYOND_32_BITS, 7)));
    equal(await port.list(1), [third, second, first]);
    for (const entry of [first, second, third]) equal(await port.find(1, entry.version), entry);
    for (const absent of [2, 1 + BEYOND_32_BITS]) equal(await port.find(1, absent), null, `version ${absent}`);
    equal(await port.find(77, 1), null, 'of another algorithm');
  });

  test('keeps every value exactly', async ({ port }) => {
    for (const [index, nom] of ODD_NAMES.entries()) {
      const [id, ref] = [Number.MAX_SAFE_INTEGER - index, contentRef(index)];
      const wide = {
        id,
        ref,
        nom,
        ownerId: id,
        version: index + 1 + BEYOND_32_BITS,
        modifiedBy: id,
        dateSource: 8_640_000_000_000_000,
      };
      const entry = replaced(3, { ...wide, dateCreation: 0, dateExpiration: 8_640_000_000_000_000 });
      await port.put(entry);
      equal(await port.find(id, wide.version), entry, nom);
    }
  });

  test('replaces an entry of the same content by a higher version only', async ({ port }) => {
    const [late, same] = [replaced(4, { nom: 'late' }), { ref: contentRef(4) }];
    await putAll(port, replaced(3, { ...same, nom: 'early' }), late, replaced(2, { ...same, nom: 'earliest' }));
    equal(await port.list(1), [late]);
    await port.put(replaced(4, { nom: 'again', dateExpiration: NOW }));
    equal(await port.list(1), [late], 'after one of the same version');
    await port.put(replaced(4, { dateExpiration: NOW + 40 * DAY }));
    equal(await port.list(1), [{ ...late, dateExpiration: NOW + 40 * DAY }], 'after one that ends later');
  });

  test('stores an entry while the one before is removed', { uses: 'another' }, async ({ port }, ports) => {
    const other = ports.at(-1) ?? port;
    const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
    for (const number of numbers) await port.put(replaced(number, { dateExpiration: NOW }));
    const removals = numbers.map((number) => other.remove([replaced(number, { dateExpiration: NOW })]));
    await Promise.all([...removals, ...numbers.map((number) => port.put(replaced(number)))]);
    equal(versionsOf(await port.list(1)), numbers.toReversed());
  });

  test('has the highest version after a race of all', { uses: 'another' }, async (fixture, ports) => {
    const same = { ref: contentRef(4) };
    await Promise.all(race(ports, 20, (port, index) => port.put(replaced(((index * 7) % 20) + 1, same))));
    equal(versionsOf(await fixture.port.list(1)), [20]);
  });

  test('keeps entries over a restart', { needs: 'reopen' }, async (fixture) => {
    const entries = [replaced(1), replaced(2)] as const;
    await putAll(fixture.port, ...entries);
    const port = await fixture.reopen();
    equal(await port.list(1), [entries[1], entries[0]]);
    equal(await port.find(1, 1), entries[0]);
  });

  test('reports a damaged entry, and serves the others', { needs: 'damage' }, async ({ port, damage }) => {
    await putAll(port, replaced(1), replaced(2), replaced(3));
    const damaged = await damage(contentRef(2));
    await leavesOut((onDamaged) => port.list(1, onDamaged), { rows: [replaced(3), replaced(1)], damaged });
    await rejectsDamaged(() => port.find(1, 2), damaged, 'find');
    equal(await port.find(1, 1), replaced(1));
    await port.remove(await port.listKeys({ id: 1 }, 9));
    equal(await port.list(1), []);
  });

  for (const [field, value] of IMPOSSIBLE) {
    test(`reports an entry with ${field} ${value}`, { needs: 'damage' }, async (fixture) => {
      await putAll(fixture.port, replaced(1), replaced(2));
      const damaged = await fixture.damage(contentRef(2), field, value);
      await rejectsDamaged(() => fixture.port.find(1, 2), damaged, 'find');
    });
  }
}
