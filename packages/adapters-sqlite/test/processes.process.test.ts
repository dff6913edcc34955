import { expect, it } from 'vitest';
import { nextLine, startChild } from '../../../test/support/childProcess.ts';
import { modeOf } from '../../../test/support/modeOf.ts';
import { openSqliteStore } from '../src/index.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

const RACE = new URL('./children/race.ts', import.meta.url);
const WRITE_FOREVER = new URL('./children/writeForever.ts', import.meta.url);

interface Raced {
  readonly won: readonly { readonly adresseMail: string; readonly id: number }[];
  readonly algoIds: readonly number[];
}

it('three processes on one new file accept each e-mail in one process, and give each id once', async () => {
  const path = scratchPath();
  const children = [1, 2, 3].map(() => startChild(RACE, path));
  await Promise.all(children.map(nextLine));
  for (const child of children) child.go();
  const raced: Raced[] = (await Promise.all(children.map(nextLine))).map((line) => JSON.parse(line));

  const won = raced.flatMap(({ won }) => won);
  const algoIds = raced.flatMap(({ algoIds }) => algoIds);
  expect(new Set(won.map(({ adresseMail }) => adresseMail)).size).toBe(50);
  expect(won).toHaveLength(50);
  expect(new Set(won.map(({ id }) => id)).size).toBe(50);
  expect(algoIds).toHaveLength(600);
  expect(new Set(algoIds).size).toBe(600);
  for (const { algoIds } of raced) expect(algoIds).toEqual([...algoIds].sort((one, other) => one - other));

  const store = openedStore(path);
  for (const { adresseMail, id } of won) expect(await store.users.findByEmail(adresseMail)).toMatchObject({ id });
  expect(await store.algos.nextId()).toBeGreaterThan(Math.max(...algoIds));
});

it('a process that was killed keeps all that it acknowledged, three times in a row, and gives no id again', async () => {
  const path = scratchPath();
  const acknowledged: { readonly id: number }[] = [];
  for (const round of [1, 2, 3]) {
    const child = startChild(WRITE_FOREVER, path, String(round));
    for (let writes = 0; writes < round * 20; writes += 1) acknowledged.push(JSON.parse(await nextLine(child)));
    await child.kill();

    const store = openSqliteStore(path);
    const found = new Map((await store.algos.listAll({ after: 0, limit: 1_000 })).map((algo) => [algo.id, algo]));
    const { algos } = await store.algos.listAccessible({ by: 2, seenBy: 1, limit: 1_000, maxBytes: 1_000_000 });
    // It may have been killed between saving the last one and sharing it.
    const shared = [...found.values()].filter(({ permsAlgorithme }) => permsAlgorithme.length > 0);
    expect(algos.map(({ id }) => id)).toEqual(shared.map(({ id }) => id));
    for (const algo of acknowledged) expect(found.get(algo.id)).toEqual(algo);
    expect(await store.algos.nextId()).toBeGreaterThan(Math.max(...found.keys()));
    await store.close();
  }
  expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(120);
});

it('a process whose new files may be read by all makes the files of the database readable by their owner only', async () => {
  const path = scratchPath();
  const child = startChild(WRITE_FOREVER, path, '1');
  await nextLine(child);
  const modes = [path, `${path}-wal`, `${path}-shm`].map((file) => modeOf(file));
  expect(modes).toEqual([0o600, 0o600, 0o600]);
});
