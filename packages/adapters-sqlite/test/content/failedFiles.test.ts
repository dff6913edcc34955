import { diskRefusal } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { bytesOf, create, embedded, round, rowsIn, turns } from '../support/embedded.ts';
import { onRawFile } from '../support/rawFile.ts';

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
    await round(scene.clock);
    expect(scene.problems).toHaveLength(1);
    scene.clock.advance(1_000);
    await round(scene.clock);
    expect(scene.problems).toHaveLength(1);
    fails = false;
    scene.clock.advance(2_000);
    await round(scene.clock);
    expect(rowsIn(scene.path)).toEqual({});
    fails = true;
    await create(scene, 4, 'four');
    await round(scene.clock);
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
    const tries: number[] = [];
    // Each try waits a quarter of a second for other files, and fails then.
    for (const ms of [999, 1, 250, 1_999, 1, 250, 3_999]) tries.push(await triesAfter(ms));
    expect(tries).toEqual([1, 1, 2, 2, 2, 3, 3]);
  });

  it('does not keep later failures of other files out of the log', async () => {
    const scene = embedded();
    let failing: readonly number[] = [1];
    scene.disk.before = (_call, id) => {
      if (failing.includes(id ?? 0)) throw diskRefusal('EACCES');
    };
    await create(scene, 1, 'one');
    await round(scene.clock);
    scene.clock.advance(1_000);
    await round(scene.clock);
    failing = [1, 2, 3];
    await create(scene, 2, 'two');
    await create(scene, 3, 'three');
    await round(scene.clock);
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
    await round(scene.clock);
    for (let second = 0; second < 40; second += 1) {
      scene.clock.advance(1_000);
      await turns();
    }
    isMended = true;
    await create(scene, 2, 'two');
    await round(scene.clock);
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
    onRawFile(scene.path, (db) => db.exec("UPDATE contents SET bytes = CAST('own' AS BLOB)"));
    const other = embedded({ path: scene.path });
    await create(other, 2, 'two');
    await round(other.clock);
    expect(other.disk.texts()).toEqual({ 2: 'two' });
    expect(other.problems).toEqual([expect.stringContaining('unwritten, 1, bytes')]);
    await expect(next.content.read(1, ref)).rejects.toMatchObject({ name: 'DamagedError', place: 'unwritten' });
  });
});
