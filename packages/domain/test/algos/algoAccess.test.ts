import { expect, it } from 'vitest';
import { loadAlgo } from '../../src/algos/algoAccess.ts';
import { Responses } from '../../src/index.ts';
import { openSharedAlgo } from '../support/algos.ts';
import { refusal } from '../support/world.ts';
import { override } from '../testkit/suites/broken/broken.ts';

it('a record that a store finds for a user without a right counts as absent', async () => {
  const { world, stranger } = await openSharedAlgo();
  const { algos } = world.ports;
  const open = override(algos, { findById: (id) => algos.findById(id) });
  for (const id of [1, 99]) {
    const work = loadAlgo(open, { id, requesterId: stranger.user.id });
    expect(await refusal(work)).toBe(Responses.Algo.Not_found);
  }
});
