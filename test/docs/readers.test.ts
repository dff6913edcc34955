import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

it.each(globSync('docs/*.md', { cwd: ROOT }).sort())('%s says in its first line for whom it is', (file) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(
    /^# [^\n]+\n\nFor (?:authors|clients|contributors|operators|people)\b/,
  );
});

it('each decision record has at most one page (600 words)', () => {
  const records = globSync('docs/decisions/*.md', { cwd: ROOT }).sort();
  expect(records.length).toBeGreaterThan(20);
  const longer = records
    .map((file) => ({ file, words: readFileSync(join(ROOT, file), 'utf8').trim().split(/\s+/).length }))
    .filter(({ words }) => words > 600);
  expect(longer).toEqual([]);
});
