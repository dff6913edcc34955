import { DatabaseSync } from 'node:sqlite';
import { type DiskRoom, NO_DISK_ROOM, UnavailableError } from '@algotheque/domain';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '../src/connection/connection.ts';
import type { SqliteStore } from '../src/index.ts';
import { newAlgo, newGrant } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

describe('when the disk is full', () => {
  /** A connection whose file cannot grow until the reserve is removed, and a record of its steps. */
  function onFullDisk(reserves: number) {
    const steps: string[] = [];
    const state = { reserves };
    const room: DiskRoom = {
      ...NO_DISK_ROOM,
      release() {
        steps.push('release');
        if (state.reserves === 0) return false;
        state.reserves -= 1;
        connection.exec('PRAGMA max_page_count = 1000');
        return true;
      },
    };
    const onDoubt = () => steps.push('doubt');
    const connection = new Connection(scratchPath(), {
      busyTimeoutMs: 0,
      room,
      now: Date.now,
      onDoubt,
    });
    onTestFinished(() => connection.close());
    connection.exec('CREATE TABLE t (a TEXT) STRICT; PRAGMA max_page_count = 1');
    const work = () => {
      steps.push('work');
      connection.exec(`INSERT INTO t VALUES (hex(randomblob(50000)))`);
    };
    return { connection, steps, work, count: () => connection.prepare('SELECT count(*) AS n FROM t').get()?.['n'] };
  }

  it('a write that is not of the kind `growth` uses the reserve', () => {
    const { connection, steps, work, count } = onFullDisk(1);
    connection.write(work);
    expect(steps).toEqual(['work', 'release', 'work']);
    expect(count()).toBe(1);
  });

  it('a write is refused when no reserve is left', () => {
    const { connection, steps, work, count } = onFullDisk(0);
    expect(() => connection.write(work)).toThrow(UnavailableError);
    expect(steps).toEqual(['work', 'release']);
    expect(count()).toBe(0);
  });

  it('a write of the kind `growth` never uses the reserve', () => {
    const { connection, steps, work, count } = onFullDisk(1);
    expect(() => connection.write(work, 'growth')).toThrow(UnavailableError);
    expect(steps).toEqual(['work']);
    expect(count()).toBe(0);
  });
});

describe('a commit that has no room, and has it once the reserve is removed', () => {
  function storeWithReserve(): SqliteStore {
    const store = openedStore(scratchPath(), { room: { ...NO_DISK_ROOM, release: () => true } });
    return store;
  }

  function failNextCommit(): void {
    const exec = DatabaseSync.prototype.exec;
    let isDue = true;
    const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
      if (!isDue || sql !== 'COMMIT') return exec.call(this, sql);
      isDue = false;
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    });
    onTestFinished(() => spy.mockRestore());
  }

  it('takes a user out of the rights of a record', async () => {
    const store = storeWithReserve();
    await store.algos.insert({ ...newAlgo(1, { permsAlgorithme: [newGrant(2)] }), id: 1 });
    failNextCommit();
    await store.algos.compareAndSet(1, 1, { permsAlgorithme: [] });
    expect((await store.algos.findById(1))?.permsAlgorithme).toEqual([]);
  });

  it('takes the rights out of the bin once', async () => {
    const store = storeWithReserve();
    await store.algos.insert({ ...newAlgo(1, { permsAlgorithme: [newGrant(2)] }), id: 1 });
    await store.bin.add(1, 1, 1);
    failNextCommit();
    await store.bin.dropRights(1);
    expect(await store.bin.find(1)).toMatchObject({ permsAlgorithme: [], version: 2 });
  });

  it('removes a former version', async () => {
    const store = storeWithReserve();
    for (const version of [1, 2, 3]) {
      const { permsAlgorithme: _perms, places: _places, waiting: _waiting, ...fields } = newAlgo(version);
      await store.history.put({ ...fields, id: 1, version, dateExpiration: version });
    }
    failNextCommit();
    const [first] = await store.history.listKeys({ ownerId: 1 }, 1);
    expect(await store.history.remove(first === undefined ? [] : [first])).toHaveLength(1);
    expect((await store.history.list(1)).map(({ version }) => version)).toEqual([3, 2]);
  });
});
