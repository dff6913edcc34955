import { equal } from '../assert.ts';
import { rejectsDamaged } from '../damage.ts';
import type { AddTest } from '../suite.ts';
import { bytesOf } from './bytes.ts';
import { type ContentStoreFixture, publish, remove } from './fixture.ts';

export function addContentDamageTests(test: AddTest<ContentStoreFixture>): void {
  test('rejects for damaged staged content, never as absent, and discards it', {
    needs: 'damage',
  }, async (fixture) => {
    const { port, records } = fixture;
    const ref = await port.stage(bytesOf('[1]'), null);
    await records?.commit(1, ref); // until then it is in memory
    const other = await port.stage(bytesOf('[2]'), null);
    const damage = await fixture.damage(ref);
    await rejectsDamaged(() => port.read(1, ref), damage, 'read');
    equal(await port.read(1, other), bytesOf('[2]'), 'other content');
    await (records === undefined ? port.discard(ref) : remove(fixture, 1, ref));
    equal(await port.read(1, ref), null, 'after it was given up');
  });

  test('rejects for damaged published content, and can replace and delete it', {
    needs: 'damage',
  }, async (fixture) => {
    const { port, tellsDamage } = fixture;
    const [ref, next] = [await port.stage(bytesOf('[1]'), null), await port.stage(bytesOf('[2]'), null)];
    await publish(fixture, 1, ref);
    const damage = await fixture.damage(ref);
    if (tellsDamage) await rejectsDamaged(() => port.read(1, ref), damage, 'read');
    else equal(await port.read(1, ref), null);
    await publish(fixture, 1, next);
    await port.discard(ref);
    equal(await port.read(1, next), bytesOf('[2]'), 'what replaced it');
    await fixture.damage(next);
    await remove(fixture, 1, next);
    equal(await port.read(1, next), null, 'after delete');
  });
}
