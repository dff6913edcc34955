import { join } from 'node:path';
import { describeMongo } from '@algotheque/testing/mongo';
import { expect } from 'vitest';
import { move } from '../migrate/support/move.ts';
import { mongoAt, sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { snapshotOf } from '../migrate/support/snapshot.ts';
import { scratchFolder } from '../support/scratch.ts';
import { backUp, flawOf, refusal, restored, restoreTo } from './support/backup.ts';

describeMongo('a backup', ({ withScratch, server }) => {
  withScratch('of SQLite restores to MongoDB, and a backup of that to SQLite', async ({ name, db }) => {
    const url = server().url(name);
    const scratch = await scratchFolder();
    const home = sqliteIn(join(scratch, 'data'));
    await sampleStore(join(scratch, 'data'));
    const before = await snapshotOf(home);
    await backUp(home, join(scratch, 'first'));
    await restoreTo(join(scratch, 'first'), mongoAt(url));
    expect(await snapshotOf(mongoAt(url))).toEqual(before);

    const lines = await backUp(mongoAt(url), join(scratch, 'second'));
    expect(lines.at(-1)).toContain('algorithms: 4');
    expect(await flawOf(join(scratch, 'second'))).toBeNull();
    expect(await restored(join(scratch, 'second'), scratch)).toEqual(before);
    expect(await refusal(() => restoreTo(join(scratch, 'second'), mongoAt(url)))).toContain('is not empty');
    const lease = await db.collection<{ _id: string; users: object[] }>('meta').findOne({ _id: 'lease' });
    expect(lease?.users, 'nobody is left, and a backup is no server').toEqual([]);
  });

  withScratch('of a MongoDB with content in a folder has it', async ({ name }) => {
    const url = server().url(name);
    const scratch = await scratchFolder();
    await sampleStore(join(scratch, 'data'));
    const files = `file:${join(scratch, 'content')}`;
    await move(sqliteIn(join(scratch, 'data')), mongoAt(url, files));
    await backUp(mongoAt(url, files), join(scratch, 'backup'));
    expect(await restored(join(scratch, 'backup'), scratch)).toEqual(await snapshotOf(mongoAt(url, files)));
    const elsewhere = `file:${join(scratch, 'data', 'algos')}`;
    for (const wrong of [undefined, elsewhere]) {
      expect(await refusal(() => backUp(mongoAt(url, wrong), join(scratch, 'other')))).toContain(
        'ALGOTHEQUE_FILES_URL',
      );
    }
  });
});
