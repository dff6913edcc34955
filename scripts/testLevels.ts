import { statfsSync } from 'node:fs';

/** A file system in memory, and how many bytes of it must be free. */
const MEMORY = { folder: '/dev/shm', bytes: 4 * 1_024 ** 3 };

/**
 * The levels of tests after the first one. A test file names its level, as `NAME.process.test.ts` does; a name without a level is of the
 * first: in one process, on memory or an embedded store.
 */
export const LATER_LEVELS = ['process', 'mongo', 'long'] as const;

const FOLDERS = '{packages/*/test,test}/**';
/** All files of the later levels. */
export const LATER_FILES: string[] = LATER_LEVELS.map((level) => `${FOLDERS}/*.${level}.test.ts`);

/** One session through a server on each store. These are part of the short run too. */
const SMOKE = `${FOLDERS}/smoke.*.test.ts`;

/**
 * Packages whose tests of the first level leave nothing global behind: their files share what is loaded, which takes half the time. A file
 * there that mocks a module is named `NAME.mocks.test.ts`, and loads everything anew.
 */
export const SHARING = 'packages/{domain,http-koa,client,adapters-{fs,mail,mongo,sqlite},server}/test/**';

/**
 * What differs on a stand-alone MongoDB, which repeats no write and has no views of one moment; models run there, too. A run that is given
 * such a server alone has all tests on it: the workflow of CI has the contracts on both.
 */
const STANDALONE = [
  'packages/adapters-mongo/test/{endedSockets,faults,health,lapse,lost*,majority,opening,presence,together,views}.mongo.test.ts',
  'packages/server/test/{backup,migrate}/**/*.mongo.test.ts',
  'packages/server/test/mongodb/{faults,lateStart,refusals}.mongo.test.ts',
];

interface Project {
  readonly name: string;
  /** Whether each file loads all modules anew. Default: true. */
  readonly isolate?: boolean;
  readonly include: string[];
  readonly exclude: string[];
  readonly env?: Record<string, string>;
  readonly passWithNoTests?: boolean;
  readonly testTimeout?: number;
  readonly hookTimeout?: number;
  readonly expect?: { readonly poll: { readonly timeout: number } };
}

/** The longest time of a timer of Node. */
const FOR_EVER_MS = 2 ** 31 - 1;

/** `npm test` has no limit of time: it never fails because a machine is slow. `vi.waitUntil` and `vi.waitFor` have limits of their own. */
const UNLIMITED = { testTimeout: 0, hookTimeout: 0, expect: { poll: { timeout: FOR_EVER_MS } } };

/** Folders for the data of a test are in memory where there is room: a killed process loses none there either, and no sync takes time. */
const IN_MEMORY = hasRoom() ? { TMPDIR: MEMORY.folder } : {};

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY.folder);
    return bavail * bsize >= MEMORY.bytes;
  } catch {
    return false; // there is no such folder
  }
}

/** Files share what is loaded: most of what can leave something global behind is in the processes that they start. */
const laterLevel = (name: string): Project => ({
  name,
  isolate: false,
  include: [`${FOLDERS}/*.${name}.test.ts`],
  exclude: [SMOKE],
});

const LATER_BUT_SMOKE = LATER_LEVELS.map((level) => `${FOLDERS}/!(smoke).${level}.test.ts`);

/**
 * The projects of vitest, one for each level; `quick` and `quick-sharing` are the first level with the smoke tests. The tests on MongoDB
 * run on a replica set, and in the long level some on a stand-alone server too.
 */
export const PROJECTS: readonly Project[] = [
  {
    ...UNLIMITED,
    name: 'quick',
    include: [`${FOLDERS}/*.test.ts`],
    exclude: [`${SHARING}/!(*.mocks).test.ts`, ...LATER_BUT_SMOKE],
  },
  {
    ...UNLIMITED,
    name: 'quick-sharing',
    include: [`${SHARING}/*.test.ts`],
    exclude: [`${SHARING}/*.mocks.test.ts`, ...LATER_BUT_SMOKE],
    isolate: false,
  },
  laterLevel('process'),
  { ...laterLevel('mongo'), env: { ...IN_MEMORY, TEST_MONGODB_MODE: 'replicaSet' } },
  { ...laterLevel('long'), env: IN_MEMORY },
  {
    name: 'long-standalone',
    include: STANDALONE,
    exclude: [],
    env: { ...IN_MEMORY, TEST_MONGODB_MODE: 'standalone' },
    passWithNoTests: true,
  },
];
