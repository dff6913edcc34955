import { describe, expect, it } from 'vitest';
import { create, embedded, remove, round, rowsIn, turns, update } from '../support/embedded.ts';

describe('the files of algorithms', () => {
  it('are written and made durable together, a quarter of a second after the first change', async () => {
    const scene = embedded();
    for (const id of [1, 2, 3]) await create(scene, id, `content ${id}`);
    await turns();
    scene.clock.advance(249);
    await turns();
    expect([scene.disk.calls, Object.keys(rowsIn(scene.path))]).toEqual([[], ['1', '2', '3']]);
    scene.clock.advance(1);
    await turns();
    const calls = ['write 1', 'write 2', 'write 3', 'sync 1', 'sync 2', 'sync 3', 'syncNames'];
    expect([scene.disk.calls, rowsIn(scene.path)]).toEqual([calls, {}]);
    expect(scene.disk.texts()).toEqual({ 1: 'content 1', 2: 'content 2', 3: 'content 3' });
  });

  it('are written once after many changes of an algorithm', async () => {
    const scene = embedded();
    await create(scene, 1, 'content 0');
    for (let turn = 1; turn <= 5; turn += 1) {
      await update(scene, 1, `content ${turn}`);
      await turns();
    }
    await round(scene.clock);
    expect(scene.disk.calls).toEqual(['write 1', 'sync 1', 'syncNames']);
    expect(scene.disk.texts()).toEqual({ 1: 'content 5' });
    expect(rowsIn(scene.path)).toEqual({});
  });

  it('are written without a pause when 128 of them wait', async () => {
    const scene = embedded();
    await Promise.all(Array.from({ length: 128 }, (_, at) => create(scene, at + 1, `content ${at}`)));
    await turns(2_000);
    expect(scene.disk.calls).toContain('syncNames');
    expect(rowsIn(scene.path)).toEqual({});
  });

  it('are at most 128 in a round: each of these is open', async () => {
    const scene = embedded();
    const gate = Promise.withResolvers<void>();
    scene.disk.before = (call) => (call === 'sync' ? gate.promise : undefined);
    await Promise.all(Array.from({ length: 400 }, (_, at) => create(scene, at + 1, `content ${at}`)));
    await turns(4_000);
    expect(scene.disk.calls.filter((call) => call.startsWith('write'))).toHaveLength(128);
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
