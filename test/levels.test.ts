import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LATER_FILES } from '../scripts/testLevels.ts';

const ROOT = join(import.meta.dirname, '..');
/** What starts a process that is no short command of the system, or a server. */
const STARTS =
  /\/(?:serverProcess|httpFixture|childProcess|inBrowser|runReadme|describeMongo)\.ts'|[( ]process\.execPath/;

const FIRST = globSync('{packages/*/test,test}/**/*.test.ts', { cwd: ROOT, exclude: LATER_FILES });

const filesWith = (pattern: RegExp): string[] =>
  FIRST.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')));

it('a test that starts processes or servers says so in its name', () => {
  expect(FIRST.length).toBeGreaterThan(200);
  expect(filesWith(STARTS)).toEqual([]);
});

it('no time decides a test of the first level: it waits by `expect.poll`, which has no limit there', () => {
  expect(filesWith(/\bvi\.wait(?:For|Until)\(/)).toEqual([]);
});
