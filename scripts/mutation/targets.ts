/** What is mutated, and the tests that must notice it. Texts for people are left out: a test that repeats a text proves nothing. */
export const TARGETS = {
  domain: {
    mutate: ['packages/domain/src/**/*.ts', '!packages/domain/src/texts/**', '!packages/domain/src/**/index.ts'],
    tests: 'packages/domain/test/**/*.test.ts',
  },
  content: {
    mutate: ['packages/adapters-sqlite/src/content/**/*.ts'],
    tests: 'packages/adapters-sqlite/test/**/*.test.ts',
  },
  pipeline: {
    mutate: ['packages/http-koa/src/pipeline/**/*.ts'],
    tests: 'packages/http-koa/test/**/*.test.ts',
  },
} satisfies Record<string, { readonly mutate: readonly string[]; readonly tests: string }>;

export const isTarget = (name: string): name is keyof typeof TARGETS => Object.hasOwn(TARGETS, name);
