import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { clientFiles } from '../generate/clientFiles.ts';

it('the generated files are what `npm run docs` makes of docs/openapi.json', async () => {
  const document = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  const files = await clientFiles(document);
  expect(files.size).toBe(4);
  for (const [file, text] of files) expect(await readFile(file, 'utf8'), file.pathname).toBe(text);
});
