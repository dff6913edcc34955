import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLocal } from '../../src/openLocal.ts';
import { crashAfter } from './support/crash.ts';
import { move, refusalOf } from './support/move.ts';
import { sqliteIn } from './support/places.ts';
import { SECRET, sampleStore } from './support/sampleStore.ts';
import { scene } from './support/scene.ts';
import { snapshotOf } from './support/snapshot.ts';

const open = (dataDir: string) => openLocal({ dataDir, settings: { ALGOTHEQUE_SECRET: SECRET } });

/**
 * Steps of a copy of the sample: eleven kinds of rows, two for each content of five algorithms and one former version, and a move into the
 * bin.
 */
const ALL_STEPS = 11 + 2 * 6 + 1;

describe('a migration that was killed', () => {
  it.each(Array.from({ length: ALL_STEPS }, (_, steps) => steps))(
    'after %i steps has left what no server starts on, and is begun anew',
    async (steps) => {
      const { from, to, target: dataDir } = await scene();
      expect(await crashAfter(steps, from, to)).toBe(true);
      const before = await readdir(dataDir);
      await expect(open(dataDir)).rejects.toThrow(
        /target\/algos is the target of an import from sqlite:.*source\/algotheque.db that has not ended.* --begin-anew/,
      );
      expect(await readdir(dataDir), 'the refused start makes nothing').toEqual(before);
      if (steps > 0) expect(await refusalOf(from, to)).toContain('--begin-anew removes it and begins anew');
      await move(from, to, { anew: steps > 0 }); // before the first step the same command works again
      expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
    },
  );

  it('has only these steps', async () => {
    const { from, to } = await scene();
    expect(await crashAfter(ALL_STEPS, from, to)).toBe(false);
  });

  it('leaves nothing of it in the target that is begun anew, and all that was there before', async () => {
    const { from, to, target: dataDir, scratch, algoIds } = await scene();
    await sampleStore(join(scratch, 'other'));
    for (const steps of [20, 9, 14]) expect(await crashAfter(steps, from, to)).toBe(true);
    await mkdir(join(dataDir, 'algos/lost+found'));
    await writeFile(join(dataDir, 'algos/mine.txt'), '');
    await writeFile(join(dataDir, 'algos/77.json'), '[]'); // of a larger store
    const other = sqliteIn(join(scratch, 'other'));
    await move(other, to, { anew: true });
    expect(await readdir(join(dataDir, 'algos'))).not.toContain('77.json');
    expect(await snapshotOf(to)).toEqual(await snapshotOf(other));
    await (await open(dataDir)).close();
    const names = (await readdir(join(dataDir, 'algos'))).sort();
    const contents = algoIds.map((id) => `${id}.json`);
    const folders = ['lost+found', 'mine.txt', 'owner-id', 'staging', 'versions'];
    expect(names).toEqual([...contents, 'bin', 'lock.db', ...folders]);
    expect(await readdir(join(dataDir, 'algos/bin'))).toEqual(['5.json']);
    expect(await readdir(join(dataDir, 'algos/staging'))).toEqual([]);
  });

  it('just before it removed its mark is begun anew', async () => {
    const { from, to, target: dataDir } = await scene();
    await move(from, to);
    await writeFile(join(dataDir, 'algos/import'), 'sqlite:elsewhere');
    await expect(open(dataDir)).rejects.toThrow('--begin-anew');
    expect(await refusalOf(from, to)).toContain('--begin-anew');
    await move(from, to, { anew: true });
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
    await (await open(dataDir)).close();
  });
});

it('--begin-anew removes nothing of a store that no import has left', async () => {
  const { from, to, target: dataDir } = await scene();
  await sampleStore(dataDir);
  const before = await snapshotOf(to);
  expect(await refusalOf(from, to, { anew: true })).toMatch(/target\/algos is not empty/);
  expect(await snapshotOf(to)).toEqual(before);
  await rm(join(dataDir, 'algos'), { recursive: true });
  expect(await refusalOf(from, to, { anew: true })).toMatch(/algotheque.db is not empty/);
  expect((await readdir(dataDir)).filter((name) => name === 'algos')).toEqual([]);
});
