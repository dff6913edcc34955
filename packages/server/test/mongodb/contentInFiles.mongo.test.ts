import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mongoDriver } from '@algotheque/adapters-mongo';
import { PENDING_AGE_MS } from '@algotheque/domain';
import { newAlgo, newPerson, send } from '@algotheque/testing/httpClient';
import { describeMongo } from '@algotheque/testing/mongo';
import { expect, onTestFinished, vi } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { contentFolder } from '../../src/stores/contentFolder.ts';
import { runIn } from '../cli/runIn.ts';
import { startServer } from '../support/serverProcess.ts';

describeMongo('records in MongoDB, content in files', ({ withScratch }) => {
  withScratch('refuses a second server, and does not disturb the first', async ({ url }) => {
    const [mine, other] = [scratchFolder(), scratchFolder()];
    const first = await startServer({ ALGOTHEQUE_DATA_DIR: mine, ALGOTHEQUE_STORE_URL: url() });
    const owner = await newPerson(first.url);
    const secret = (await readFile(join(mine, 'secret'), 'utf8')).trim();
    const env = { ALGOTHEQUE_DATA_DIR: other, ALGOTHEQUE_STORE_URL: url(), ALGOTHEQUE_SECRET: secret };
    const refused = await runIn(['serve'], { env: { ...env, PORT: '0' } });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/folder of one server[\s\S]*ALGOTHEQUE_FILES_URL=mongodb:/);
    expect(refused.stderr).not.toContain(secret);
    const { id } = await newAlgo(first.url, owner, { sourceCode: { n: 1 } });
    expect((await send(first.url, `GET /api/algos/${id}`, { token: owner.token })).status).toBe(200);
    expect(await first.stop()).toBe(0);
  });

  withScratch(
    'keeps content whose commit is under way, also where the clock of the machine is behind',
    async ({ url }) => {
      const now = Date.now.bind(Date);
      vi.spyOn(Date, 'now').mockImplementation(() => now() - 2 * PENDING_AGE_MS);
      onTestFinished(() => void vi.restoreAllMocks());
      const [dir, onProblem] = [scratchFolder(), () => {}];
      const store = await mongoDriver.open(url(), { folder: await contentFolder(dir, { onProblem }), onProblem });
      onTestFinished(() => store.close());
      await store.ready();
      const contents = await store.openContent();
      await contents.stage(new TextEncoder().encode('[]'), null);
      expect(await contents.pending(store.ports.clock?.now() ?? 0)).toEqual([]);
    },
  );

  withScratch(
    'does not start a new store beside the content of a missing database, until that is moved',
    async ({ db, url }) => {
      const dir = scratchFolder();
      const env = { ALGOTHEQUE_DATA_DIR: dir, ALGOTHEQUE_STORE_URL: url() };
      const first = await startServer(env);
      const owner = await newPerson(first.url);
      await newAlgo(first.url, owner, { sourceCode: { n: 1 } });
      expect(await first.stop()).toBe(0);
      const well = await runIn(['begin-anew'], { env });
      expect(well).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing was moved') });
      await db.dropDatabase();

      const refused = await runIn(['serve'], { env: { ...env, PORT: '0' } });
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/never had any[\s\S]*begin-anew/) });
      expect(await readFile(join(dir, 'algos', '1.json'), 'utf8')).toBe('{"n":1}');
      expect(await runIn(['begin-anew'], { env })).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('lost+found'),
      });
      await db.dropDatabase();
      const again = await runIn(['begin-anew'], { env });
      expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to move') });
      expect(await db.listCollections().toArray()).toEqual([]);
      const [kept = ''] = await readdir(join(dir, 'algos', 'lost+found'));
      expect(await readFile(join(dir, 'algos', 'lost+found', kept, '1.json'), 'utf8')).toBe('{"n":1}');

      const second = await startServer(env);
      const next = await newPerson(second.url);
      expect((await newAlgo(second.url, next, { sourceCode: { n: 2 } })).id).toBe(1);
      expect(await second.stop()).toBe(0);
    },
  );
});
