import { describe, expect, it } from 'vitest';
import { create, embedded, remove, round, rowsIn, turns, update } from '../support/embedded.ts';

describe('the files of algorithms', () => {
  it('are written at once, and made durable together', async () => {
    const scene = embedded();
    for (const id of [1, 2, 3]) await create(scene, id, `content ${id}`);
    await turns();
    expect(scene.disk.texts()).toEqual({ 1: 'content 1', 2: 'content 2', 3: 'content 3' });
    expect(scene.disk.calls).toEqual(['write 1', 'write 2', 'write 3']);
    expect(Object.keys(rowsIn(scene.path))).toEqual(['1', '2', '3']);
    await round(scene.clock);
    expect(scene.disk.calls.slice(3)).toEqual(['sync 1', 'sync 2', 'sync 3', 'syncNames']);
    expect(rowsIn(scene.path)).toEqual({});
  });

  it('are synced once after many changes of an algorithm', async () => {
    const scene = embedded();
    await create(scene, 1, 'content 0');
    for (let turn = 1; turn <= 5; turn += 1) {
      await update(scene, 1, `content ${turn}`);
      await turns();
    }
    await round(scene.clock);
    expect(scene.disk.calls.filter((call) => call !== 'write 1')).toEqual(['sync 1', 'syncNames']);
    expect(scene.disk.texts()).toEqual({ 1: 'content 5' });
    expect(rowsIn(scene.path)).toEqual({});
  });

  it('are synced without a pause when 128 of them wait', async () => {
    const scene = embedded();
    await Promise.all(Array.from({ length: 128 }, (_, at) => create(scene, at + 1, `content ${at}`)));
    await turns(2_000);
    expect(scene.disk.calls).toContain('syncNames');
    expect(rowsIn(scene.path)).toEqual({});
  });

  it('are not written while 128 of them wait for a round that runs: each of these is open', async () => {
    const scene = embedded();
    const gate = Promise.withResolvers<void>();
    scene.disk.before = (call) => (call === 'sync' ? gate.promise : undefined);
    await Promise.all(Array.from({ length: 400 }, (_, at) => create(scene, at + 1, `content ${at}`)));
    await turns(4_000);
    const written = scene.disk.calls.filter((call) => call.startsWith('write')).length;
    expect(written).toBeGreaterThanOrEqual(256);
    expect(written).toBeLessThanOrEqual(258); // two that were under way when the others were enough
    gate.resolve();
    await turns(8_000);
    await round(scene.clock);
    expect(rowsIn(scene.path)).toEqual({});
  });

  it('are removed after a deletion, and then the row', async () => {
    const scene = embedded();
    await create(scene, 1, 'one');
    await round(scene.clock);
    await remove(scene, 1);
    expect(rowsIn(scene.path)).toEqual({ 1: null });
    await round(scene.clock);
    expect(scene.disk.calls.slice(-2)).toEqual(['remove 1', 'syncNames']);
    expect(scene.disk.texts()).toEqual({});
    expect(rowsIn(scene.path)).toEqual({});
  });

  it('keep the row of a change that came while the file before was synced', async () => {
    const scene = embedded();
    await create(scene, 1, 'one');
    await turns();
    let isChanged = false;
    scene.disk.before = async (call) => {
      if (call !== 'syncNames' || isChanged) return;
      isChanged = true;
      await update(scene, 1, 'two');
    };
    await round(scene.clock);
    expect(Object.keys(rowsIn(scene.path))).toEqual(['1']);
    await round(scene.clock);
    expect(scene.disk.texts()).toEqual({ 1: 'two' });
    expect(rowsIn(scene.path)).toEqual({});
  });
});
