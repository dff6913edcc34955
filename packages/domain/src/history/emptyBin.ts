import * as v from 'valibot';
import { audit } from '../audit.ts';
import { removeInBatches } from '../inBatches.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { nextTurn } from '../turns.ts';
import { removeFromBin } from './endBin.ts';

/**
 * Removes everything that the caller has in the bin, each algorithm in a commit of its own: what fails stays there and is reported, and
 * does not stop the others.
 */
export const emptyBin = operation({
  summary: 'Remove all deleted algorithms of the requester from the bin, for good',
  caller: 'authenticated',
  input: null,
  /** How many algorithms were removed. */
  output: v.object({ algos: v.number() }),
  failures: [],
  async run(_input, caller, context) {
    const { bin, bounds, onProblem } = context;
    let algos = 0;
    await removeInBatches(bounds.batch, {
      list: (limit) => bin.listOwned(caller.user.id, limit),
      keyOf: ({ id, version }) => `${id} ${version}`,
      remove: (key) =>
        attempt(onProblem, 'an algorithm of a bin that is emptied', async () => {
          if (!(await removeFromBin(context, key))) return;
          algos += 1;
          audit(context, 'algo.purged', caller, { targetId: key.id });
          await nextTurn();
        }),
    });
    return { algos };
  },
});
