import { join } from 'node:path';
import { newPerson } from '@algotheque/testing/httpClient';
import { describeMongo, keepsMoments } from '@algotheque/testing/mongo';
import { expect, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { move } from '../migrate/support/move.ts';
import { mongoAt, sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { snapshotOf } from '../migrate/support/snapshot.ts';
import { startServer } from '../support/serverProcess.ts';
import { backUp, flawOf, refusal, restored, restoreTo } from './support/backup.ts';
import { factsOf } from './support/forged.ts';
import { algosIn, History, WRITERS } from './support/history.ts';

describeMongo('a backup', ({ withScratch, server, mode }) => {
  withScratch('of SQLite restores to MongoDB, and a backup of that to SQLite', async ({ name, db }) => {
    const url = server().url(name);
    const scratch = scratchFolder();
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
    const scratch = scratchFolder();
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

  withScratch('is refused where there is no store, and makes none', async ({ name, db }) => {
    const url = server().url(name);
    const scratch = scratchFolder();
    expect(await refusal(() => backUp(mongoAt(url), join(scratch, 'backup')))).toContain('There is no store');
    expect(await db.listCollections().toArray()).toEqual([]);
  });

  withScratch(
    'under load has each record with its content; on a replica set it is of one moment',
    async ({ db, name }) => {
      const isOneMoment = await keepsMoments(db);
      if (mode === 'replicaSet' && !isOneMoment) return;
      const scratch = scratchFolder();
      const at = (file: string) => join(scratch, file);
      const url = server().url(name);
      const env = { ALGOTHEQUE_STORE_URL: url, ALGOTHEQUE_FILES_URL: 'mongodb:', ALGOTHEQUE_DATA_DIR: at('data') };
      const running = await startServer(env);
      onTestFinished(() => void running.stop('SIGKILL'));
      const people = await Promise.all(WRITERS.map((email) => newPerson(running.url, { email })));
      const histories = people.map((person) => new History(running.url, person));
      await Promise.all(histories.map((history) => history.grows(12)));
      const before = histories.map(({ length }) => length);
      await backUp(mongoAt(url), at('backup'));
      await Promise.all(histories.map((history) => history.stop()));
      await running.stop();

      expect(await flawOf(at('backup'))).toBeNull();
      expect(await factsOf(at('backup'))).toMatchObject({ isOneMoment });
      const snapshot = await restored(at('backup'), scratch);
      for (const [index, history] of histories.entries()) {
        const found = algosIn(snapshot, history.owner); // compares names and contents
        expect(found.size).toBeGreaterThan(0);
        const range = { first: before[index] ?? 0, last: history.length, isOneMoment };
        if (isOneMoment) expect(history.allows(found, range)).toBe(true);
      }
    },
  );
});
