import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { bundledBytes } from '../../scripts/check/clientSize.ts';

it('counts what a module and its imports become', async () => {
  const noise = randomBytes(1000).toString('base64'); // cannot be compressed below its bytes
  const large = await bundledBytes(`export const noise = '${noise}'; export * from '@algotheque/client';`);
  const small = await bundledBytes(`export * from '@algotheque/client';`);
  expect(large - small).toBeGreaterThan(950);
  expect(small).toBeGreaterThan(3000);
});
