import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DESCRIPTIONS, documentText } from '../../scripts/docs/documents.ts';

it.each(DESCRIPTIONS)('%s is what `npm run docs` makes', async (path) => {
  expect(await readFile(path, 'utf8')).toBe(documentText());
});
