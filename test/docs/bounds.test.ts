import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { numbersOfSources, readNumbers } from './support/numbersOfSources.ts';
import { boundProblems } from './support/problems.ts';
import { differences, innerNumbers, tableOfBounds } from './support/tableOfBounds.ts';
import { unknownTests } from './support/testTitles.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const all = tableOfBounds(read('docs/bounds.md'));
const inner = innerNumbers(read('test/docs/support/innerNumbers.txt'));
const { numbers } = numbersOfSources();

it('docs/bounds.md has every bound that somebody can meet with its value and tests that there are, and no other', () => {
  expect(numbers.length).toBeGreaterThan(250);
  expect(boundProblems()).toEqual([]);
});

describe('a page that does not fit the sources', () => {
  const [row = { packageName: '', name: '', value: 0, tests: [] }, ...rows] = all;
  const key = `${row.packageName} ${row.name}`;

  it.each([
    ['lacks a bound', { rows }, `${key} is unknown`],
    ['has another value', { rows: [{ ...row, value: -1 }, ...rows] }, `${key} is ${row.value} in the sources`],
    ['names no test', { rows: [{ ...row, tests: [] }, ...rows] }, `${key} names no test`],
    ['has a bound too much', { rows: [...all, { ...row, name: 'x.ts X' }] }, `${row.packageName} x.ts X is not`],
    ['has a name too much in the list', { inner: [...inner, 'domain x.ts X'] }, 'domain x.ts X is not in the sources'],
    ['has a bound that the list has', { inner: [...inner, key] }, `${key} is on the page and in`],
  ])('is found when it %s', (_what, changed, problem) => {
    const page = { rows: all, inner, ...changed };
    expect(differences(page.rows, page.inner, numbers)).toContainEqual(expect.stringContaining(problem));
  });

  it('is found when a test has another title, or is no test', () => {
    const [{ file, title } = { file: '', title: '' }] = row.tests;
    expect(unknownTests([{ file, title }])).toEqual([]);
    expect(unknownTests([{ file, title: `${title} at all` }])).toEqual([`${file} has no test "${title} at all"`]);
    expect(unknownTests([{ file: `${file}x.ts`, title }])).toEqual([`${file}x.ts does not exist`]);
    expect(unknownTests([{ file: 'docs/bounds.md', title }])).toEqual(['docs/bounds.md is no file of tests']);
  });
});

it('the numbers of a source are its constants in capitals and the defaults of its options, but no times, codes and lists', () => {
  const { numbers: found } = readNumbers(`
    const MIB = 1_024 * 1_024;
    export const BOUNDS = { kept: { default: 16 * MIB, least: 0 }, of: { deep: { limit: 5, windowMs: 60_000 } } } as const;
    const RETRY_MS = 5, MODE = 0o600, MASK = 0xff, CODES = [1, 2], NONE = 0, PART = (1 / 8), SAME = MIB, wait = 3;
    const options = { PART: 4 };
    function open({ tries = 7, delayMs = 8 }, given) { return [tries, given.most ?? 9, given.other ?? PART, delayMs]; }
  `);
  expect(found).toEqual([
    ['MIB', 1_048_576],
    ['BOUNDS.kept', 16_777_216],
    ['BOUNDS.of.deep.limit', 5],
    ['PART', 0.125],
    ['tries', 7],
    ['most', 9],
  ]);
});

it('a bare number that bounds something is found', () => {
  const { bare: found } = readNumbers(`
    const schema = v.pipe(v.string(), v.maxLength(300), v.maxLength(MOST));
    find({ batchSize: 1_000, limit: size, waitMs: 5 }, Math.max(0, left), Math.min(1, left));
    const SQL = \`SELECT id FROM users LIMIT 100\`, ONE = 'SELECT 1 FROM users LIMIT 1', OF = \`LIMIT \${MOST}\`;
  `);
  expect(found).toEqual(['v.maxLength(300)', 'batchSize: 1_000', 'LIMIT 100']);
});
