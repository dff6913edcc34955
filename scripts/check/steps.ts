import type { Step } from './runChains.ts';

const node = (script: string): Step['command'] => [process.execPath, script];
const tool = (name: string, ...args: string[]): Step['command'] => [`node_modules/.bin/${name}`, ...args];

/** The steps of `npm run check`. Chains are independent of each other. The longest is first, because two run at the same time. */
export const CHAINS: readonly (readonly Step[])[] = [
  [
    { name: 'build', command: node('scripts/build.ts') },
    { name: 'packages', command: node('scripts/check/packages.ts') },
  ],
  [{ name: 'types', command: tool('tsc', '-p', 'tsconfig.test.json') }],
  [{ name: 'format', command: tool('biome', 'check', '--error-on-warnings') }],
  [{ name: 'lint', command: tool('oxlint', '--deny-warnings', '--format', 'unix') }],
  [{ name: 'dependencies', command: node('scripts/check/dependencies.ts') }],
  [{ name: 'unused', command: tool('knip', '--treat-config-hints-as-errors') }],
  [{ name: 'openapi', command: node('scripts/check/openapi.ts') }],
  [{ name: 'size', command: node('scripts/check/clientSize.ts') }],
  [{ name: 'lockfile', command: node('scripts/check/lockfile.ts') }],
];
