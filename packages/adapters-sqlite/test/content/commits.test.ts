import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type FileChange, IdTakenError } from '@algotheque/domain';
import { MemoryDisk, memoryContentFiles } from '@algotheque/domain/memory';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteStore } from '../../src/index.ts';
import { bytesOf, create, embedded, remove, round, rowsIn, turns, update } from '../support/embedded.ts';
import { newAlgo } from '../support/samples.ts';
import { scratchFolder } from '../support/scratch.ts';

/** Counts the commits from now on that wait for the disk, and those that do not. */
function countCommits() {
  const counts = { waited: 0, others: 0 };
  const exec = DatabaseSync.prototype.exec;
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    const isFull = sql === 'COMMIT' && this.prepare('PRAGMA synchronous').get()?.['synchronous'] === 2;
    if (sql === 'COMMIT') counts[isFull ? 'waited' : 'others'] += 1;
    return exec.call(this, sql);
  });
  onTestFinished(() => spy.mockRestore());
  return counts;
}

describe('a change of an algorithm', () => {
  it('waits for one commit, and for no file: create, update, delete', async () => {
    const scene = embedded();
    scene.disk.before = () => new Promise(() => {}); // no call on files ends
    const counts = countCommits();
    const id = await scene.store.algos.nextId();
    await create(scene, id, 'one');
    expect(counts.waited).toBe(1);
    await update(scene, id, 'two');
    expect(counts.waited).toBe(2);
    await remove(scene, id);
    expect(counts.waited).toBe(3);
    expect(counts.others).toBe(1); // the reservation of ids
  });

  it('shares its commit with those beside it', async () => {
    const scene = embedded();
    const counts = countCommits();
    await Promise.all(Array.from({ length: 20 }, (_, at) => create(scene, at + 1, `content ${at}`)));
    expect(counts.waited).toBe(1);
  });

  it('can be read from its commit on, and is gone after its deletion, whatever the files are', async () => {
    const scene = embedded();
    scene.disk.before = () => new Promise(() => {});
    const first = await create(scene, 1, 'one');
    await turns(); // the writer has begun
    expect(await scene.content.read(1, first)).toEqual(bytesOf('one'));
    const next = await update(scene, 1, 'two');
    expect(await scene.content.read(1, next)).toEqual(bytesOf('two'));
    expect(await scene.content.read(1, first)).toBeNull();
    await remove(scene, 1);
    expect(await scene.content.read(1, next)).toBeNull();
  });

  it('can be read by another connection, and by the next process, before the files are written', async () => {
    const scene = embedded();
    scene.disk.before = () => new Promise(() => {});
    const ref = await create(scene, 1, 'one');
    const next = embedded({ path: scene.path, disk: scene.disk.afterKill() });
    next.disk.before = () => new Promise(() => {});
    expect(await next.content.read(1, ref)).toEqual(bytesOf('one'));
  });

  it('leaves no row where another store keeps the content', async () => {
    const path = join(scratchFolder(), 'store.db');
    const store = openSqliteStore(path);
    await store.algos.insert({ ...newAlgo(1), id: 1 });
    await store.algos.delete(1, null);
    expect(rowsIn(path)).toEqual({});
    await store.close();
  });

  it('of a store elsewhere is refused, for only memory has the content', async () => {
    const { content } = embedded();
    const ref = await content.stage(bytesOf('one'), null);
    await expect(content.publish(1, ref)).rejects.toThrow('was not committed with its record');
  });

  it('that was refused leaves nothing', async () => {
    const scene = embedded();
    await create(scene, 1, 'one');
    const ref = await scene.content.stage(bytesOf('two'), null);
    expect(await scene.store.algos.compareAndSet(1, 7, { ref })).toBeNull();
    await expect(scene.store.algos.insert({ ...newAlgo(2), id: 1, ref })).rejects.toThrow(IdTakenError);
    await scene.content.discard(ref);
    await round(scene.clock);
    expect(scene.disk.texts()).toEqual({ 1: 'one' });
    expect(rowsIn(scene.path)).toEqual({});
  });
});

describe('the file of an algorithm', () => {
  it('is announced as new to the files for the first content alone, and never by a later process', async () => {
    const disk = new MemoryDisk();
    const announced: unknown[] = [];
    const files = memoryContentFiles(disk);
    const watched = {
      ...files,
      apply: (changes: readonly FileChange[]) => {
        for (const { id, content } of changes) announced.push([id, content?.isNew]);
        return files.apply(changes);
      },
    };
    const scene = embedded({ disk, files: watched });
    for (const id of [1, 2]) await create(scene, id, 'one');
    await round(scene.clock);
    await update(scene, 1, 'two');
    await round(scene.clock);
    expect(announced).toEqual([
      [1, true],
      [2, true],
      [1, false],
    ]);
    await create(scene, 3, 'three'); // its row is left, as after a crash
    const next = embedded({ path: scene.path, disk, files: watched });
    await round(next.clock);
    expect(announced.at(-1)).toEqual([3, false]);
    expect(disk.texts()).toEqual({ 1: 'two', 2: 'one', 3: 'three' });
  });
});

describe('an imported record', () => {
  it('is committed with its content', async () => {
    const scene = embedded();
    const ref = await scene.content.stage(bytesOf('one'), null);
    await scene.store.portable.importRows('algo', [{ ...newAlgo(1), id: 1, version: 3, ref }]);
    expect(rowsIn(scene.path)).toEqual({ 1: ref });
    await round(scene.clock);
    expect(scene.disk.texts()).toEqual({ 1: 'one' });
  });
});

describe('a commit that failed', () => {
  it.each([true, false])('has its content as it has its record: it came true: %s', async (comesTrue) => {
    const scene = embedded();
    const ref = await scene.content.stage(bytesOf('one'), null);
    failNextCommit(comesTrue);
    await expect(scene.store.algos.insert({ ...newAlgo(1), id: 1, ref })).rejects.toMatchObject({ isDecided: true });
    const found = await scene.store.algos.findByRef(ref);
    expect(found !== null).toBe(comesTrue);
    await (found === null ? scene.content.discard(ref) : scene.content.publish(1, ref));
    expect(await scene.content.read(1, ref)).toEqual(comesTrue ? bytesOf('one') : null);
    await round(scene.clock);
    expect(scene.disk.texts()).toEqual(comesTrue ? { 1: 'one' } : {});
    expect(rowsIn(scene.path)).toEqual({});
  });
});

/** The next COMMIT fails with an I/O error, after it has come true all the same, or not. */
function failNextCommit(comesTrue: boolean): void {
  const exec = DatabaseSync.prototype.exec;
  let isDue = true;
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (!isDue || sql !== 'COMMIT') return exec.call(this, sql);
    isDue = false;
    exec.call(this, comesTrue ? 'COMMIT' : 'ROLLBACK');
    throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 1_034 });
  });
  onTestFinished(() => spy.mockRestore());
}

describe('content in a closed store', () => {
  it('is in its files', async () => {
    const scene = embedded();
    await create(scene, 1, 'one');
    await scene.store.close();
    expect(scene.disk.texts()).toEqual({ 1: 'one' });
    expect(rowsIn(scene.path)).toEqual({});
  });

  it('is written by the next process when the disk has hung', async () => {
    const scene = embedded();
    scene.disk.before = () => new Promise(() => {});
    const ref = await create(scene, 1, 'one');
    const next = embedded({ path: scene.path, files: memoryContentFiles(scene.disk.afterKill()) });
    await round(next.clock);
    expect(rowsIn(scene.path)).toEqual({});
    expect(await next.content.read(1, ref)).toEqual(bytesOf('one'));
  });
});
