import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROW_KINDS } from '../../src/migrate/rows.ts';

it('docs/operations.md names every kind of rows of a backup, in their order', () => {
  const text = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const [line = ''] = text.split('\n').filter((one) => one.includes('the rows by kind'));
  expect([...line.matchAll(/`(?:\{")?(\w+)/g)].map(([, kind]) => kind)).toEqual(ROW_KINDS);
});
