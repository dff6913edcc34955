import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { LATER_FILES } from '../testLevels.ts';

const packageOf = (sources: string): string => sources.split('/').slice(0, 2).join('/');

/** What these tests count or time changes when sources are instrumented. */
const LEFT_OUT = 'packages/http-koa/test/{unread,archives/export}.test.ts';

/** The tests of the first level of the package that is mutated, for Stryker, which has reporters of its own. */
export default defineConfig({
  ...(config.ssr && { ssr: config.ssr }),
  test: {
    include: [`${packageOf(process.env['MUTATE'] ?? 'packages/domain')}/test/**/*.test.ts`],
    exclude: [...LATER_FILES, LEFT_OUT],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
