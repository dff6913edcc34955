import { expect, it } from 'vitest';
import { runReadme } from '../../../test/support/runReadme.ts';
import { scratchFolder } from './support/scratch.ts';

const PACKAGE = new URL('..', import.meta.url);

it('has code that runs', async () => {
  expect(await runReadme(PACKAGE, { './data': scratchFolder() })).toBe('null\n');
});
