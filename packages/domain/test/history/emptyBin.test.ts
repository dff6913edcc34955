import { describe, expect, it } from 'vitest';
import type { Step } from '../support/intercept.ts';
import { member, openWithAda } from '../support/world.ts';

/** Ada has this many algorithms in the bin. */
async function opened(count: number, step?: Step) {
  const { world, ada } = await openWithAda({ bounds: { batch: 2 }, ...(step && { step }) });
  for (let id = 1; id <= count; id += 1) {
    await world.service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: { id } }, ada);
    await world.service.patchAlgo({ id, changes: { sourceCode: { id, second: true } } }, ada);
    await world.service.deleteAlgo({ id }, ada);
  }
  return { world, ada };
}

describe('a bin that is emptied', () => {
  it('loses all, with contents and former versions, in batches', async () => {
    const { world, ada } = await opened(5);
    const bob = await member(world, 'bob');
    expect(await world.service.emptyBin(bob)).toEqual({ algos: 0 }); // the bin of another
    expect(await world.service.emptyBin(ada)).toEqual({ algos: 5 });
    const { bin, history } = world.data;
    expect([bin.size, history.size, world.contents.published.size]).toEqual([0, 0, 0]);
    const purged = world.ports.audit.events.filter(({ action }) => action === 'algo.purged');
    expect(purged.map(({ targetId }) => targetId).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps what cannot be removed, reports it, and counts the others', async () => {
    let failed = 0;
    const step: Step = async (name, run) => {
      if (name !== 'bin.remove' || failed > 0) return run();
      failed += 1;
      throw new Error('not this one');
    };
    const { world, ada } = await opened(5, step);
    expect(await world.service.emptyBin(ada)).toEqual({ algos: 4 });
    expect(world.problems).toEqual(['an algorithm of a bin that is emptied']);
    expect(await world.service.emptyBin(ada)).toEqual({ algos: 1 });
  });
});
