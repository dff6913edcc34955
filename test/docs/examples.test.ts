import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { EXAMPLES_MODULE, examplesModule } from '../../scripts/docs/examples.ts';

it('the examples are answers of the server as it is, as `npm run docs` records them', async () => {
  expect(await readFile(EXAMPLES_MODULE, 'utf8')).toBe(await examplesModule());
});
