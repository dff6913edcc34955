import { describe, expect, it } from 'vitest';
import { openSqliteStore, type SqliteStore } from '../src/index.ts';
import { onRawFile } from './support/rawFile.ts';
import { newAlgo } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';

async function draw({ algos }: SqliteStore, count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await algos.nextId());
  return ids;
}

const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('ids of algorithms', () => {
  it('continue without a gap after the store was closed', async () => {
    const path = scratchPath();
    for (const first of [1, 6, 11]) {
      const store = openSqliteStore(path);
      expect(await draw(store, 5)).toEqual(upTo(first + 4, first));
      await store.close();
    }
  });

  it('are given once by several stores on one file, in any order of closing', async () => {
    const path = scratchPath();
    const [one, other] = [openSqliteStore(path), openSqliteStore(path)];
    const ids = [...(await draw(one, 3)), ...(await draw(other, 40)), ...(await draw(one, 40))];
    await one.close();
    await other.close();
    const last = openSqliteStore(path);
    ids.push(...(await draw(last, 40)));
    await last.close();
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([false, true])(
    'are never ids that are taken, even when the counter was edited: in the bin: %s',
    async (isDeleted) => {
      const path = scratchPath();
      const store = openSqliteStore(path);
      const [id = 0] = (await draw(store, 20)).slice(-1);
      await store.algos.insert({ ...newAlgo(1), id });
      if (isDeleted) await store.bin.add(id, 1, 1);
      await store.close();
      onRawFile(path, (db) => db.exec('UPDATE algoIds SET last = 0'));
      const reopened = openSqliteStore(path);
      expect(await reopened.algos.nextId()).toBeGreaterThan(id);
      await reopened.close();
    },
  );
});
