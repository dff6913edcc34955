import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocal } from '../../src/index.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { snapshotOf } from '../migrate/support/snapshot.ts';
import { scratchFolder } from '../support/scratch.ts';
import { backUp, flawOf, restored } from './support/backup.ts';

/** The number of names of each content, by name. */
async function linksOf(backup: string): Promise<Map<string, number>> {
  const names = await readdir(join(backup, 'contents'), { recursive: true });
  const contents = names.filter((name) => name.endsWith('.json'));
  return new Map(
    await Promise.all(
      contents.map(
        async (name): Promise<[string, number]> => [name, (await stat(join(backup, 'contents', name))).nlink],
      ),
    ),
  );
}

it('a second backup beside the first one shares the contents that have not changed', async () => {
  const scratch = await scratchFolder();
  const { token } = await sampleStore(join(scratch, 'data'));
  const home = sqliteIn(join(scratch, 'data'));
  await backUp(home, join(scratch, 'first'));
  const { service, close } = await openLocal({ dataDir: join(scratch, 'data') });
  const ada = await service.authenticate(token);
  await service.updateAlgo({ id: 2, changes: { nom: 'Changed', sourceCode: { isChanged: true } } }, ada);
  // Algorithms with the same content share one file.
  for (const nom of ['One', 'Other']) await service.createAlgo({ ownerId: ada.user.id, nom, sourceCode: [7] }, ada);
  await close();
  await backUp(home, join(scratch, 'second'));
  expect([...(await linksOf(join(scratch, 'first'))).values()].sort()).toEqual([1, 2, 2, 2, 2]);
  expect([...(await linksOf(join(scratch, 'second'))).values()].sort()).toEqual([1, 1, 2, 2, 2, 2]);

  await rm(join(scratch, 'first'), { recursive: true });
  expect(await flawOf(join(scratch, 'second'))).toBeNull();
  expect(await restored(join(scratch, 'second'), scratch)).toEqual(await snapshotOf(home));
});

it('damage in the backup before does not go into the next one', async () => {
  const scratch = await scratchFolder();
  await sampleStore(join(scratch, 'data'));
  const home = sqliteIn(join(scratch, 'data'));
  await backUp(home, join(scratch, 'first'));
  const [damaged = '', lost = ''] = [...(await linksOf(join(scratch, 'first'))).keys()];
  const path = join(scratch, 'first', 'contents', damaged);
  await writeFile(path, `${await readFile(path, 'utf8')} `);
  await rm(join(scratch, 'first', 'contents', lost));
  await backUp(home, join(scratch, 'second'));
  expect(await flawOf(join(scratch, 'second'))).toBeNull();
  expect([...(await linksOf(join(scratch, 'second'))).values()].sort()).toEqual([1, 1, 2, 2, 2]);
});
