import type { FormerVersion } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { instances, race } from '../capabilities.ts';
import { leavesOut, rejectsDamaged } from '../damage.ts';
import { BEYOND_32_BITS, contentRef, NOW, ODD_NAMES } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { type AlgoHistoryFixture, DAY, deleted, formersOf, other, putAll, replaced, versionsOf } from './formers.ts';

/** Values that no version of the program has written. */
const IMPOSSIBLE: readonly (readonly [string, number])[] = [
  ['dateExpiration', -1],
  ['dateSuppression', -1],
  ['ownerId', -7],
];

export function addKeepingTests(test: AddTest<AlgoHistoryFixture>): void {
  test('finds the versions of an algorithm, the highest first', async ({ port }) => {
    equal(await port.list(1), [], 'without any');
    equal(await port.find(1), null, 'the highest of none');
    const [first, second, third] = [replaced(1), replaced(5), replaced(11, { modifiedBy: 9, dateSource: 8 })] as const;
    await putAll(port, second, third, first, replaced(6, other(2, 6)), replaced(7, other(1 + BEYOND_32_BITS, 7)));
    equal(await port.list(1), formersOf(third, second, first));
    for (const entry of [first, second, third]) equal(await port.find(1, entry.former.version), entry);
    equal(await port.find(1), third, 'the highest');
    for (const absent of [2, 1 + BEYOND_32_BITS]) equal(await port.find(1, absent), null, `version ${absent}`);
    equal(await port.find(77), null, 'of another algorithm');
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
      const entry = deleted(3, { ...wide, dateCreation: 0, dateExpiration: 8_640_000_000_000_000 });
      await port.put(entry);
      equal(await port.find(id), entry, nom);
    }
  });

  test('keeps a large content byte by byte, and a copy of it', async ({ port }) => {
    const content = Uint8Array.from({ length: 524_288 }, (_, index) => index % 251);
    const entry = { ...replaced(1, { contentBytes: content.length }), content: content.slice() };
    await port.put(entry);
    entry.content.fill(0);
    const found = present(await port.find(1)).content;
    equal(found, content);
    found.fill(0);
    equal(present(await port.find(1)).content, content, 'after the reader has changed it');
  });

  test('replaces an entry of the same content by a higher version only', async ({ port }) => {
    const [late, same] = [replaced(4, { nom: 'late' }), { ref: contentRef(4) }];
    await putAll(port, replaced(3, { ...same, nom: 'early' }), late, replaced(2, { ...same, nom: 'earliest' }));
    equal(await port.list(1), formersOf(late));
    await port.put(replaced(4, { nom: 'again', dateExpiration: NOW }));
    equal(await port.list(1), formersOf(late), 'after one of the same version');
    await port.put(replaced(4, { dateExpiration: NOW + 40 * DAY }));
    equal(await port.list(1), [{ ...late.former, dateExpiration: NOW + 40 * DAY }], 'after one that ends later');
  });

  test('replaces a version by its deletion, and not a deletion by its version', async ({ port }) => {
    const end = NOW + 40 * DAY;
    const again = { places: [], dateSuppression: NOW + 9, dateExpiration: end };
    await putAll(port, replaced(4), deleted(4));
    equal(await port.list(1), formersOf(deleted(4)));
    await port.put(replaced(4, { dateExpiration: end - 1 }));
    equal(await port.list(1), formersOf(deleted(4, { dateExpiration: end - 1 })));
    await port.put(deleted(4, again));
    equal(await port.list(1), formersOf(deleted(4, again)), 'after another deletion of the same version');
    const later = { ref: contentRef(4), dateExpiration: end + 1 };
    await port.put(replaced(5, later));
    equal(await port.list(1), formersOf(replaced(5, later)), 'after a version that came later');
  });

  test('tells whether an entry was there, and when it ends', async ({ port }) => {
    const puts: readonly (readonly [FormerVersion, number | null])[] = [
      [replaced(4, { dateExpiration: NOW }), null],
      [replaced(4, { dateExpiration: NOW - 1 }), NOW],
      [replaced(5, { ref: contentRef(4), dateExpiration: NOW - 2 }), NOW - 2],
      [replaced(9), null],
    ];
    for (const [entry, end] of puts) equal(await port.put(entry), end);
  });

  test('gives a deleted entry a later end with each write', async ({ port }) => {
    const same = { ref: contentRef(4), dateExpiration: NOW };
    equal(await port.put(deleted(4, same)), null);
    equal(await port.put(deleted(4, same)), NOW + 1, 'after the same deletion');
    equal(await port.put(replaced(4, same)), NOW + 2, 'after its version');
    equal(await port.put(deleted(3, same)), NOW + 3, 'after a deletion of an earlier version');
    equal(await port.put(replaced(5, same)), NOW + 4, 'after a later version');
    equal(await port.put(replaced(5, same)), NOW + 4, 'after the same version');
    equal(await port.list(1), formersOf(replaced(5, { ...same, dateExpiration: NOW + 4 })));
  });

  test('stores an entry while the one before is removed', { uses: 'another' }, async (fixture) => {
    const { port } = fixture;
    const other = (await instances(fixture)).at(-1) ?? port;
    const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
    for (const number of numbers) await port.put(replaced(number, { dateExpiration: NOW }));
    const removals = numbers.map((number) => other.remove(replaced(number, { dateExpiration: NOW }).former));
    await Promise.all([...removals, ...numbers.map((number) => port.put(deleted(number)))]);
    equal(versionsOf(await port.list(1)), numbers.toReversed());
  });

  test('has the highest version after a race of all', { uses: 'another' }, async (fixture) => {
    const ports = await instances(fixture);
    const same = { ref: contentRef(4) };
    await Promise.all(race(ports, 20, (port, index) => port.put(replaced(((index * 7) % 20) + 1, same))));
    equal(versionsOf(await fixture.port.list(1)), [20]);
  });

  test('keeps the highest versions of an algorithm', async ({ port }) => {
    await port.put(replaced(1, other(2, 1)));
    for (const number of [1, 2, 3, 4, 5]) await port.put(replaced(number), 3);
    equal(versionsOf(await port.list(1)), [5, 4, 3]);
    await port.put(replaced(2), 3);
    equal(versionsOf(await port.list(1)), [5, 4, 3], 'after a late one');
    equal(versionsOf(await port.list(2)), [1], 'of another algorithm');
    await port.put(deleted(6));
    equal(versionsOf(await port.list(1)), [6, 5, 4, 3], 'without a bound');
    await port.put(replaced(7), 1);
    equal(versionsOf(await port.list(1)), [7]);
  });

  test('keeps entries over a restart', { needs: 'reopen' }, async (fixture) => {
    const entries = [replaced(1), deleted(2)] as const;
    await putAll(fixture.port, ...entries);
    const port = await fixture.reopen();
    equal(await port.list(1), formersOf(entries[1], entries[0]));
    equal(await port.find(1, 1), entries[0]);
  });

  test('reports a damaged entry, and serves the others', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    await putAll(port, replaced(1), replaced(2), deleted(3));
    const damaged = await fixture.damage(contentRef(2));
    await leavesOut((onDamaged) => port.list(1, onDamaged), { rows: formersOf(deleted(3), replaced(1)), damaged });
    await rejectsDamaged(() => port.find(1, 2), damaged, 'find');
    equal(await port.find(1, 1), replaced(1));
    await port.deleteByAlgo(1);
    equal(await port.list(1), []);
  });

  for (const [field, value] of IMPOSSIBLE) {
    test(`reports an entry with ${field} ${value}`, { needs: 'damage' }, async (fixture) => {
      await putAll(fixture.port, replaced(1), deleted(2));
      const damaged = await fixture.damage(contentRef(2), field, value);
      await rejectsDamaged(() => fixture.port.find(1, 2), damaged, 'find');
    });
  }
}
