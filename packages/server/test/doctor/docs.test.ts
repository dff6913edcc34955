import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { CODES } from '../../src/doctor/codes.ts';

const OPERATIONS = new URL('../../../../docs/operations.md', import.meta.url);

it('docs/operations.md explains every code', async () => {
  const page = await readFile(OPERATIONS, 'utf8');
  const rows = Object.entries(CODES).map(([code, { means, repair }]) => `| \`${code}\` | ${means} | ${repair} |`);
  expect(page).toContain(`| code | means | \`--repair\` |\n|---|---|---|\n${rows.join('\n')}\n\n`);
});
