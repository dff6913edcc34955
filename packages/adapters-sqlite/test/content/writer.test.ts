import { diskRefusal } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { bytesOf, create, embedded, remove, round, rowsIn, turns, update } from '../support/embedded.ts';
import { onRawFile } from '../support/rawFile.ts';

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

describe('a file that fails', () => {
  it.each(['write', 'sync', 'syncNames'] as const)('by %s is written anew, and never synced again', async (failing) => {
    const scene = embedded();
    let left = 1;
    scene.disk.before = (call) => {
      if (call === failing && left-- > 0) throw diskRefusal('EIO');
    };
    const ref = await create(scene, 1, 'one');
    await round(scene.clock);
    expect(Object.keys(rowsIn(scene.path))).toEqual(['1']);
    expect(await scene.content.read(1, ref)).toEqual(bytesOf('one'));
    scene.clock.advance(1_000);
    await round(scene.clock);
    expect(rowsIn(scene.path)).toEqual({});
    expect(scene.disk.calls.join(' ')).toMatch(/write 1 sync 1 syncNames$/);
    expect(scene.disk.calls.filter((call) => call === 'write 1')).toHaveLength(2);
    expect(scene.disk.afterPowerLoss(false).texts()).toEqual({ 1: 'one' });
  });

  it('is reported once for all that fail in the same way, and again after all were written', async () => {
    const scene = embedded();
    let fails = true;
    scene.disk.before = () => {
      if (fails) throw diskRefusal('ENOSPC');
    };
    for (const id of [1, 2, 3]) await create(scene, id, `content ${id}`);
    await turns();
    expect(scene.problems).toHaveLength(1);
    scene.clock.advance(1_000);
    await turns();
    expect(scene.problems).toHaveLength(1);
    fails = false;
    scene.clock.advance(2_000);
    await round(scene.clock);
    expect(rowsIn(scene.path)).toEqual({});
    fails = true;
    await create(scene, 4, 'four');
    await turns();
    expect(scene.problems).toHaveLength(2);
  });

  it('is tried again after pauses that grow, and does not hold up others', async () => {
    const scene = embedded();
    scene.disk.before = (_call, id) => {
      if (id === 1) throw diskRefusal('EIO');
    };
    await create(scene, 1, 'one');
    await create(scene, 2, 'two');
    await round(scene.clock);
    expect(Object.keys(rowsIn(scene.path))).toEqual(['1']);
    const triesAfter = async (ms: number): Promise<number> => {
      scene.clock.advance(ms);
      await turns();
      return scene.disk.calls.filter((call) => call === 'write 1').length;
    };
    expect([await triesAfter(800), await triesAfter(1_999), await triesAfter(1), await triesAfter(3_999)]).toEqual([
      2, 2, 3, 3,
    ]);
  });

  it('does not keep later failures of other files out of the log', async () => {
    const scene = embedded();
    let failing: readonly number[] = [1];
    scene.disk.before = (_call, id) => {
      if (failing.includes(id ?? 0)) throw diskRefusal('EACCES');
    };
    await create(scene, 1, 'one');
    await turns();
    scene.clock.advance(1_000);
    await turns();
    failing = [1, 2, 3];
    await create(scene, 2, 'two');
    await create(scene, 3, 'three');
    await turns();
    expect(scene.problems).toHaveLength(2);
  });

  it('is tried within a second when another one has become durable', async () => {
    const scene = embedded();
    let isMended = false;
    scene.disk.before = (_call, id) => {
      if (id === 1 && !isMended) throw diskRefusal('EIO');
      if (id === 2 && isFirst) throw diskRefusal('EIO');
    };
    let isFirst = true;
    await create(scene, 1, 'one');
    await turns();
    for (let second = 0; second < 40; second += 1) {
      scene.clock.advance(1_000);
      await turns();
    }
    isMended = true;
    await create(scene, 2, 'two');
    await turns();
    isFirst = false;
    scene.clock.advance(1_000);
    await round(scene.clock); // 2 is durable
    scene.clock.advance(1_000);
    await round(scene.clock);
    expect(rowsIn(scene.path)).toEqual({});
  });

  it('whose row was edited by hand is not written, and does not hold up others', async () => {
    const scene = embedded();
    scene.disk.before = () => {
      throw diskRefusal('EIO');
    };
    const ref = await create(scene, 1, 'one');
    await turns();
    const next = embedded({ path: scene.path, disk: scene.disk.afterKill() });
    onRawFile(scene.path, (db) => db.exec("UPDATE unwritten SET bytes = CAST('own' AS BLOB)"));
    const other = embedded({ path: scene.path });
    await create(other, 2, 'two');
    await round(other.clock);
    expect(other.disk.texts()).toEqual({ 2: 'two' });
    expect(other.problems).toEqual([expect.stringContaining('unwritten, 1, bytes')]);
    await expect(next.content.read(1, ref)).rejects.toMatchObject({ name: 'DamagedError', place: 'unwritten' });
  });
});
