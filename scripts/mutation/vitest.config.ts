import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { LATER_FILES } from '../testLevels.ts';

/** The tests of the first level that MUTATION_TESTS names, for Stryker, which has reporters of its own. */
export default defineConfig({
  ...(config.ssr && { ssr: config.ssr }),
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(' '),
    exclude: LATER_FILES,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
