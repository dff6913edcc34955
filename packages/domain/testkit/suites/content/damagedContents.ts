import { equal } from '../assert.ts';
import { rejectsDamaged } from '../damage.ts';
import type { AddTest } from '../suite.ts';
import { bytesOf } from './bytes.ts';
import { type ContentStoreFixture, remove } from './fixture.ts';

export function addContentDamageTests(test: AddTest<ContentStoreFixture>): void {
  test('rejects for damaged staged content, never as absent, and discards it', {
    needs: 'damage',
  }, async (fixture) => {
    const { port } = fixture;
    const ref = await port.stage(bytesOf('[1]'), null);
    const other = await port.stage(bytesOf('[2]'), null);
    const damage = await fixture.damage(ref);
    await rejectsDamaged(() => port.read(1, ref), damage, 'read');
    equal(await port.read(1, other), bytesOf('[2]'), 'other content');
    await port.discard(ref);
    equal(await port.read(1, ref), null, 'after it was given up');
  });

  test('rejects for damaged published content, and can replace and delete it', {
    needs: 'damage',
  }, async (fixture) => {
    const { port, tellsDamage } = fixture;
    const [ref, next] = [await port.stage(bytesOf('[1]'), null), await port.stage(bytesOf('[2]'), null)];
    await port.publish(1, ref);
    const damage = await fixture.damage(ref);
    if (tellsDamage) await rejectsDamaged(() => port.read(1, ref), damage, 'read');
    else equal(await port.read(1, ref), null);
    await port.publish(1, next);
    await port.discard(ref);
    equal(await port.read(1, next), bytesOf('[2]'), 'what replaced it');
    await fixture.damage(next);
    await remove(port, 1, next);
    equal(await port.read(1, next), null, 'after delete');
  });
}
