import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createService } from '@algotheque/domain';
import { describeMongo, type Scratch } from '@algotheque/testing/mongo';
import { expect } from 'vitest';
import { openBackend } from '../../src/backend.ts';
import { prepare } from '../../src/prepare.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import type { CheckResult } from '../../src/stores/startChecks.ts';
import { scratchFolder } from '../support/scratch.ts';

const ACCOUNT = { email: 'ada@example.org', password: 'analytical engine' };

type Env = Readonly<Record<string, string>>;

/** Saves two algorithms. */
async function fill(env: Env): Promise<void> {
  const backend = await openBackend(await prepare(loadSettings(env)));
  const service = createService(backend.ports);
  await service.registerUser({ ...ACCOUNT, pseudo: 'Ada' });
  const caller = await service.authenticate((await service.login(ACCOUNT)).token);
  for (const n of [1, 2]) await service.createAlgo({ ownerId: caller.user.id, nom: 'Sort', sourceCode: { n } }, caller);
  await service.close();
  await backend.close();
}

/** The results of the first two checks. */
async function scrubbed(
  env: Env,
): Promise<{ readonly results: readonly string[]; readonly problems: readonly unknown[] }> {
  const checks: CheckResult[] = [];
  const problems: unknown[] = [];
  const verified = Promise.withResolvers<void>();
  const backend = await openBackend(await prepare(loadSettings({ ...env, ALGOTHEQUE_SCRUB: '30d' })), {
    onProblem: (problem) => problems.push(problem),
    onCheck: (check) => {
      checks.push(check);
      if (checks.length === 2) verified.resolve();
    },
  });
  await verified.promise;
  await backend.close();
  return { results: checks.map(({ result }) => result), problems };
}

/** Damages the content of the first algorithm. */
const DAMAGES: Readonly<
  Record<string, { readonly env: Env; damage(db: Scratch['db'], dir: string): Promise<unknown> }>
> = {
  'in MongoDB': {
    env: { ALGOTHEQUE_FILES_URL: 'mongodb:' },
    async damage(db) {
      const algos = db.collection<{ readonly _id: number; readonly ref: string }>('algos');
      const contents = db.collection<{ readonly _id: string; readonly bytes: Buffer }>('contents');
      const algo = await algos.findOne({ _id: 1 });
      await contents.updateOne({ _id: algo?.ref ?? '' }, { $set: { bytes: Buffer.from('[]') } });
    },
  },
  'in files': { env: {}, damage: (_db, dir) => writeFile(join(dir, 'algos', '1.json'), '[]') },
};

describeMongo('the verification of contents, with records in MongoDB', ({ withScratch }) => {
  for (const [where, { env, damage }] of Object.entries(DAMAGES)) {
    withScratch(`finds damaged content ${where}`, async ({ db, url }) => {
      const dataDir = await scratchFolder();
      const settings = { ...env, ALGOTHEQUE_DATA_DIR: dataDir, ALGOTHEQUE_STORE_URL: url() };
      await fill(settings);
      await damage(db, dataDir);
      const { results, problems } = await scrubbed(settings);
      expect(results).toEqual(['damaged', 'intact']);
      expect(problems).toMatchObject([{ id: '1', field: 'content' }]);
    });
  }
});
