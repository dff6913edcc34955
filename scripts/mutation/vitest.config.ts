import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { LATER_FILES } from '../testLevels.ts';
import { isTarget, TARGETS } from './targets.ts';

const target = process.env['MUTATION_TARGET'] ?? '';
if (!isTarget(target)) throw new Error('MUTATION_TARGET must name a target');

/** The tests of the first level of one package, for Stryker, which has reporters of its own. */
export default defineConfig({
  ...(config.ssr && { ssr: config.ssr }),
  test: { include: [TARGETS[target].tests], exclude: LATER_FILES, testTimeout: 30_000, hookTimeout: 30_000 },
});
