import type { Step } from './runChains.ts';

const node = (script: string): Step['command'] => [process.execPath, script];
const tool = (name: string, ...args: string[]): Step['command'] => [`node_modules/.bin/${name}`, ...args];

/** What is built and packed: no tests. */
const isPacked = (file: string): boolean => !/^(packages\/[^/]+\/)?test\/|^(docs|examples|bench)\//.test(file);
/** What decides whether the image can be built; that the sources of packages can be compiled is found by other steps. */
const isOfImage = (file: string): boolean => isPacked(file) && !/^packages\/.*\.ts$|\.md$/.test(file);
/** All but documents. */
const isCode = (file: string): boolean => !file.endsWith('.md');
/** Sources, tests, and the documents that name them. */
const isNamed = (file: string): boolean => /\.ts$|^docs\/(bounds|reliability)\.md$|innerNumbers\.txt$/.test(file);
const isDescription = (file: string): boolean => /^(docs\/openapi\.json|redocly\.yaml|scripts\/|package)/.test(file);

/** The steps of `npm run check`. Chains are independent of each other. The longest is first, because two run at the same time. */
export const CHAINS: readonly (readonly Step[])[] = [
  [
    { name: 'build', command: node('scripts/build.ts'), inputs: isPacked, makes: 'packages/server/dist/commit.txt' },
    { name: 'packages', command: node('scripts/check/packages.ts'), inputs: isPacked },
  ],
  [{ name: 'image', command: node('scripts/check/image.ts'), inputs: isOfImage }],
  [{ name: 'types', command: tool('tsc', '-p', 'tsconfig.test.json'), inputs: isCode }],
  [{ name: 'format', command: tool('biome', 'check', '--error-on-warnings'), inputs: isCode }],
  [{ name: 'lint', command: tool('oxlint', '--deny-warnings', '--format', 'unix'), inputs: isCode }],
  [{ name: 'dependencies', command: node('scripts/check/dependencies.ts'), inputs: isPacked }],
  [{ name: 'unused', command: tool('knip', '--treat-config-hints-as-errors'), inputs: isCode }],
  [{ name: 'openapi', command: node('scripts/check/openapi.ts'), inputs: isDescription }],
  [{ name: 'size', command: node('scripts/check/clientSize.ts'), inputs: isPacked }],
  [{ name: 'documents', command: node('scripts/check/documents.ts'), inputs: isNamed }],
  [{ name: 'lockfile', command: node('scripts/check/lockfile.ts') }],
];
