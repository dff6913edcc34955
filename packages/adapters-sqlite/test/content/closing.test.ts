import { diskRefusal } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { closed, create, embedded, round, rowsIn, turns } from '../support/embedded.ts';

describe('a store that closes', () => {
  it('makes its files durable without the pause of a round', async () => {
    const scene = embedded();
    await create(scene, 1, 'one');
    await create(scene, 2, 'two');
    await scene.store.close();
    expect([rowsIn(scene.path), scene.disk.afterPowerLoss(false).texts()]).toEqual([{}, { 1: 'one', 2: 'two' }]);
  });

  it('ends on a disk that hangs, and leaves the row of a file that is written later', async () => {
    const scene = embedded();
    const gate = Promise.withResolvers<void>();
    scene.disk.before = async (call) => {
      if (call === 'write') await gate.promise;
    };
    const ref = await create(scene, 1, 'one');
    await create(scene, 2, 'two');
    await closed(scene.store, scene.clock);
    gate.resolve();
    await turns();
    scene.clock.advance(60_000);
    await turns();
    expect(rowsIn(scene.path)).toMatchObject({ 1: ref });
    expect(scene.problems).toEqual([]);
    const next = embedded({ path: scene.path, disk: scene.disk });
    await round(next.clock);
    expect([rowsIn(next.path), next.disk.texts()]).toEqual([{}, { 1: 'one', 2: 'two' }]);
  });

  it('tries no failed file again, and the next start writes it', async () => {
    const scene = embedded();
    scene.disk.before = (call) => {
      if (call === 'write') throw diskRefusal('EIO');
    };
    await create(scene, 1, 'one');
    await turns();
    await scene.store.close();
    const tries = scene.disk.calls.length;
    scene.clock.advance(60_000);
    await turns();
    expect([scene.disk.calls.length, Object.keys(rowsIn(scene.path))]).toEqual([tries, ['1']]);
    scene.disk.before = () => {};
    const next = embedded({ path: scene.path, disk: scene.disk });
    await round(next.clock);
    expect([rowsIn(next.path), next.disk.texts()]).toEqual([{}, { 1: 'one' }]);
  });

  it('leaves what waits for a round that fails', async () => {
    const scene = embedded();
    scene.disk.before = (call) => {
      if (call === 'sync') throw diskRefusal('EIO');
    };
    await create(scene, 1, 'one');
    await turns();
    await scene.store.close();
    scene.clock.advance(60_000);
    await turns();
    expect(scene.disk.calls.filter((call) => call === 'sync 1')).toHaveLength(1);
    expect(Object.keys(rowsIn(scene.path))).toEqual(['1']);
  });
});
