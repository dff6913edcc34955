import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LATER_FILES } from '../scripts/testLevels.ts';

const ROOT = join(import.meta.dirname, '..');
/** What starts a process that is no short command of the system, or a server. */
const STARTS =
  /\/(?:serverProcess|httpFixture|childProcess|migrateProcess|inBrowser|runReadme|describeMongo)\.ts'|[( ]process\.execPath/;

it('a test that starts processes or servers says so in its name', () => {
  const first = globSync('{packages/*/test,test}/**/*.test.ts', { cwd: ROOT, exclude: LATER_FILES });
  expect(first.length).toBeGreaterThan(200);
  expect(first.filter((file) => STARTS.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});
