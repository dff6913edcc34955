import { join } from 'node:path';
import { runChains } from './check/runChains.ts';
import { openStepCache } from './check/stepCache.ts';
import { CHAINS } from './check/steps.ts';

// All checks that do not run the service. `npm run check -- types lint` runs only these steps and the steps that must run
// before them. A step that has passed on the same files is not run again, unless `--fresh` is given.
const [isFresh, wanted] = [
  process.argv.includes('--fresh'),
  process.argv.slice(2).filter((name) => name !== '--fresh'),
];
const names = CHAINS.flat().map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`There is no step ${unknown.join(', ')}. The steps are ${names.join(', ')}.`);

const chains = CHAINS.map((chain) =>
  wanted.length === 0 ? chain : chain.slice(0, 1 + chain.findLastIndex(({ name }) => wanted.includes(name))),
);
const root = join(import.meta.dirname, '..');
const cache = isFresh ? undefined : openStepCache(root, join(root, 'node_modules/.cache/algotheque-check.json'));
process.exitCode = (await runChains(chains, { root, atOnce: 2, cache })) ? 0 : 1;
