import { expect, it } from 'vitest';
import { runReadme } from '../../../test/support/runReadme.ts';

const PACKAGE = new URL('..', import.meta.url);

it('has code that runs', async () => {
  expect(await runReadme(PACKAGE)).toBe('true false\n1 null\n43 64\n');
});
