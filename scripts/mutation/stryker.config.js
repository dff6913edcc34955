/** A pattern of sources; the tests of their package run. The sources are changed in place, and restored in the end: commit first. */
const { MUTATE: sources = 'packages/domain/src/**/*.ts' } = process.env;

export default {
  mutate: [sources, '!**/texts/**', '!**/index.ts'], // a test that repeats a text proves nothing
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
  inPlace: true,
  coverageAnalysis: 'perTest',
  disableTypeChecks: false,
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `.reports/mutation/${sources.replaceAll(/[/*]+/g, '-')}.json`,
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 2,
  timeoutMS: 10_000,
  dryRunTimeoutMinutes: 15,
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { allowColor: false, reportTests: false },
  thresholds: { high: 90, low: 90, break: null },
};
