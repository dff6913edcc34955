import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** One run of Stryker. */
export interface Pass {
  readonly name: string;
  /** Patterns of files, or ranges in them. */
  readonly mutate: readonly string[];
  /** The patterns of the tests that run. */
  readonly tests: readonly string[];
}

interface Target {
  readonly sources: string;
  readonly tests: string;
  /** The folder of tests that has one for each folder of sources: each is a pass of its own. Without it all sources are one pass. */
  readonly testFolders?: string;
  /** The tests of the one pass: those that notice most in the least time. */
  readonly first?: string;
  /** Tests that do not run in the second pass: they cannot run there, or take much time for the little that they notice. */
  readonly leftOut?: readonly string[];
}

const HTTP_TESTS = {
  tests: 'packages/http-koa/test/**/*.test.ts',
  first: 'packages/http-koa/test/suite.test.ts',
  leftOut: ['suite', 'unread', 'recoveryUnderAttack', 'archives/export'].map(
    (name) => `packages/http-koa/test/${name}.test.ts`,
  ),
};

/** What is mutated, and all tests that may notice it. */
export const TARGETS = {
  domain: {
    sources: 'packages/domain/src',
    tests: 'packages/domain/test/**/*.test.ts',
    testFolders: 'packages/domain/test',
  },
  files: {
    sources: 'packages/adapters-fs/src',
    tests: 'packages/adapters-fs/test/**/*.test.ts',
  },
  exchange: { sources: 'packages/http-koa/src/exchange', ...HTTP_TESTS },
} satisfies Record<string, Target>;

export const isTarget = (name: string): name is keyof typeof TARGETS => Object.hasOwn(TARGETS, name);

/** The pass over what the first ones have missed, with all other tests of the target. */
export function secondPass(target: keyof typeof TARGETS, missed: readonly string[]): Pass {
  const { tests, leftOut = [] }: Target = TARGETS[target];
  return { name: 'missed', mutate: missed, tests: [tests, ...leftOut.map((pattern) => `!${pattern}`)] };
}

/** Texts for people are not mutated: a test that repeats a text proves nothing. */
const LEFT_OUT = ['texts'];

/** The pass of the files beside the folders, with the tests beside the folders of tests. */
const BESIDE = 'beside';

/** Folders and files of tests that use a folder of sources as much as its own tests do, or in the place of them: they run in its pass, too. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  algos: ['folders', 'shares'],
  [BESIDE]: ['inputs', 'json', 'limits', 'sessions/login', 'upkeep'],
  content: ['algos', 'history', 'upkeep/damagedRecords'],
  copies: ['testkit/memory/contracts'],
  emails: ['users', 'passwords'],
  sessions: ['bounds', 'clockAhead', 'passwords', 'users'],
  shares: ['algos'],
  upkeep: ['clockAhead', 'history/bin', 'history/versions', 'passwords/takeOver', 'shares', 'users'],
  users: ['administration', 'limits/auditOfRefusals', 'passwords', 'sessions', 'testkit/memory/contracts'],
  versions: ['history'],
};

/** A pass for each folder with its tests, and one for the files beside them. A folder without tests gets all. */
export function passesOf(target: keyof typeof TARGETS): readonly Pass[] {
  const { sources, tests, testFolders, first = tests }: Target = TARGETS[target];
  if (testFolders === undefined) return [{ name: 'all', mutate: [`${sources}/**/*.ts`], tests: [first] }];
  const folders = readdirSync(join(ROOT, sources), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const named = folders.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name));
  const within = (name: string) => [`${testFolders}/${name}.test.ts`, `${testFolders}/${name}/**/*.test.ts`];
  const mutated = [
    ...named.map((name) => ({ name, mutate: [`${sources}/${name}/**/*.ts`] })),
    { name: BESIDE, mutate: [`${sources}/*.ts`, `!${sources}/index.ts`] },
  ];
  return mutated.map(({ name, mutate }) => {
    const own = name === BESIDE || existsSync(join(ROOT, testFolders, name));
    const near = [
      name === BESIDE ? [`${testFolders}/*.test.ts`] : within(name),
      ...(ALSO[name] ?? []).map(within),
    ].flat();
    return { name, mutate, tests: own || name in ALSO ? near : [tests] };
  });
}
