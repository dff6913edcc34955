import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const WORKFLOWS = join(ROOT, '.github/workflows');
const linesOf = (path: string): string[] => readFileSync(path, 'utf8').split('\n');

it.each(['npm ci && npm start', 'npm ci && npm test'])('the README names %s as one command', (command) => {
  expect(linesOf(join(ROOT, 'README.md'))).toContain(`    ${command}`);
});

it('the run of CI calls the command for tests as the README names it, and then the one for all other tests', () => {
  const calls = linesOf(join(ROOT, '.ci/run')).filter((line) => /^[^#]*\bnpm\b/.test(line));
  expect(calls).toEqual([
    'npm ci && TEST_REPORT="$first" npm test || status=$?',
    '  TEST_REPORT="$rest" npm run test:rest || status=$?',
  ]);
});

it.each(readdirSync(WORKFLOWS))('%s names its actions by commit, with the version beside it', (file) => {
  const actions = linesOf(join(WORKFLOWS, file)).filter((line) => /\buses:/.test(line));
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/ uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
