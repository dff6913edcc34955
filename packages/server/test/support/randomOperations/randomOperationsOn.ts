import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdapterSet } from '../adapterSets/adapterSet.ts';
import { memorySet } from '../adapterSets/memorySet.ts';
import { testRuns } from '../testRuns.ts';
import { ACCOUNT_COMMANDS, FIRST_COMMANDS } from './accounts.ts';
import { ALGO_COMMANDS } from './algorithms.ts';
import { ARCHIVE_COMMANDS } from './archives.ts';
import type { Sides } from './command.ts';
import { FOLDER_COMMANDS } from './folders.ts';
import { Model } from './model.ts';
import { SHARE_COMMANDS } from './shares.ts';
import { openSide } from './side.ts';

const SEED = 20_261_122;
const MAX_COMMANDS = 100;
/** More than any number of runs takes that somebody waits for. */
const LONG_MS = 86_400_000;

/**
 * Runs the same random operations on memory and on the adapter set. Each answer must be the one of a small model, and at the
 * end both have the same data and nothing is left over. fast-check prints seed and operations of a run that fails.
 * ALGOTHEQUE_TEST_RUNS replaces `sampleRuns`.
 */
export function randomOperationsOn(name: string, openSet: () => Promise<AdapterSet>, sampleRuns: number): void {
  describe(`random operations on ${name}`, () => {
    let set: AdapterSet | undefined;
    beforeAll(async () => {
      set = await openSet();
    });
    afterAll(() => set?.remove());

    it('get the same answers as on memory and as of the model', {
      timeout: testRuns() === null ? 900_000 : LONG_MS,
    }, async () => {
      if (set === undefined) throw new Error('the set is not there');
      const sets = { memory: memorySet(), [name]: set };
      let operations = 0;
      const commands = fc.commands(
        [fc.oneof(...ACCOUNT_COMMANDS, ...ALGO_COMMANDS, ...SHARE_COMMANDS, ...FOLDER_COMMANDS, ...ARCHIVE_COMMANDS)],
        {
          maxCommands: MAX_COMMANDS,
          size: 'max',
        },
      );
      const run = async (given: Iterable<fc.AsyncCommand<Model, Sides>>): Promise<void> => {
        const model = new Model();
        const sides = await open(sets);
        for (const command of FIRST_COMMANDS) await command.run(model, sides);
        await fc.asyncModelRun(() => ({ model, real: sides }), given);
        const [one, ...others] = await Promise.all(Object.values(sides).map((side) => side.end()));
        for (const other of others) expect(other).toEqual(one);
        operations += model.count;
      };
      const numRuns = testRuns() ?? sampleRuns;
      await fc.assert(fc.asyncProperty(commands, run), { numRuns, seed: SEED });
      expect(operations).toBeGreaterThan(10 * numRuns);
      if (testRuns() !== null) console.info(`${name}: ${numRuns} runs, ${operations} random operations`);
    });
  });
}

async function open(sets: Readonly<Record<string, AdapterSet>>): Promise<Sides> {
  const sides = Object.entries(sets).map(async ([name, set]) => [name, await openSide(set)] as const);
  return Object.fromEntries(await Promise.all(sides));
}
