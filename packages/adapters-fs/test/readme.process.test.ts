import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { runReadme } from '../../../test/support/runReadme.ts';
import { scratchFolder } from './scratch.ts';

const PACKAGE = new URL('..', import.meta.url);

it('has code that runs', async () => {
  const data = scratchFolder();
  expect(await runReadme(PACKAGE, { './data': data })).toBe('{"steps":[]}\n');
  expect(await readFile(`${data}/algos/1.json`, 'utf8')).toBe('{"steps":[]}');
});
