import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { member } from '@algotheque/testing/worlds';
import { expect, it } from 'vitest';
import { modeOf } from '../../../../test/support/modeOf.ts';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { openBackend } from '../../src/backend.ts';
import { openLocal } from '../../src/index.ts';
import { prepareFrom } from '../../src/prepare.ts';
import { type CheckResult, scrubPlace } from '../../src/stores/startChecks.ts';

/** A closed data folder with this many algorithms. */
async function filled(count: number): Promise<string> {
  const dataDir = scratchFolder();
  const { service, close } = await openLocal({ dataDir });
  const caller = await member({ service }, 'ada');
  for (let n = 0; n < count; n += 1) {
    await service.createAlgo({ ownerId: caller.user.id, nom: 'Sort', sourceCode: { n } }, caller);
  }
  await close();
  return dataDir;
}

it('with ALGOTHEQUE_SCRUB every content is verified, and a damaged one is reported', async () => {
  const dataDir = await filled(2);
  writeFileSync(join(dataDir, 'algos', '1.json'), '{"n":"edited"}');
  const checks: CheckResult[] = [];
  const verified = Promise.withResolvers<void>();
  const problems: unknown[] = [];
  const backend = await openBackend(await prepareFrom({ ALGOTHEQUE_DATA_DIR: dataDir, ALGOTHEQUE_SCRUB: '30d' }), {
    onProblem: (problem) => problems.push(problem),
    onCheck: (check) => {
      checks.push(check);
      if (checks.length === 2) verified.resolve();
    },
  });
  await verified.promise;
  await backend.close();
  expect(checks).toEqual([
    { of: 'content', result: 'damaged' },
    { of: 'content', result: 'intact' },
  ]);
  expect(problems).toMatchObject([{ id: '1', field: 'content', message: expect.stringContaining('1.json') }]);
  const progress = join(dataDir, 'scrub.json');
  expect(JSON.parse(readFileSync(progress, 'utf8'))).toMatchObject({ after: 2 });
  expect(modeOf(progress)).toBe(0o600);
});

it('openLocal takes it as a setting; without it nothing is verified', async () => {
  const dataDir = await filled(1);
  writeFileSync(join(dataDir, 'algos', '1.json'), '{"n":"edited"}');
  const found = Promise.withResolvers<unknown>();
  const local = await openLocal({ dataDir, settings: { ALGOTHEQUE_SCRUB: '1h' }, onProblem: found.resolve });
  expect(await found.promise).toMatchObject({ id: '1', field: 'content' });
  await local.close();
  expect(existsSync(join(dataDir, 'scrub.json'))).toBe(true);
  const other = await filled(1);
  expect(existsSync(join(other, 'scrub.json'))).toBe(false);
});

it.each([
  ['{"began":1', 'JSON'],
  ['{"began":-1,"after":0}', 'Invalid value'],
  ['{"began":1,"after":"x"}', 'Invalid type'],
  ['{"began":1,"after":0,"damaged":-1}', 'Invalid value'],
  ['{"began":1,"after":0,"last":{"began":1}}', 'Invalid key'],
  ['[]', 'Invalid'],
])('progress that is not as it was written is refused: %s', async (text, message) => {
  const path = join(scratchFolder(), 'scrub.json');
  writeFileSync(path, text);
  await expect(scrubPlace(path).read()).rejects.toThrow(message);
  await scrubPlace(path).write({ began: 1, after: null });
  expect(await scrubPlace(path).read()).toEqual({ began: 1, after: null });
});

it('progress is not written through a symbolic link', async () => {
  const folder = scratchFolder();
  const [path, target] = [join(folder, 'scrub.json'), join(folder, 'target')];
  writeFileSync(target, 'kept');
  symlinkSync(target, path);
  symlinkSync(target, `${path}.new`);
  const progress = { began: 1, after: 2, damaged: 1, last: { began: 0, ended: 1, damaged: 3 } };
  await scrubPlace(path).write(progress);
  expect(readFileSync(target, 'utf8')).toBe('kept');
  expect(await scrubPlace(path).read()).toEqual(progress);
});
