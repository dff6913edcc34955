import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LATER_FILES, SHARING } from '../scripts/testLevels.ts';

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

it('a test that mocks a module says so in its name where others would get the mock', () => {
  const sharing = globSync(`${SHARING}/*.test.ts`, { cwd: ROOT, exclude: ['**/*.mocks.test.ts'] });
  expect(sharing.length).toBeGreaterThan(300);
  expect(filesWith(/\bvi\.(?:do)?[mM]ock\(/).filter((file) => sharing.includes(file))).toEqual([]);
});
