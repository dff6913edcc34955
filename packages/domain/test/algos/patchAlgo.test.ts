import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { grant, openSharedAlgo, readAlgo } from '../support/algos.ts';
import { before, noting } from '../support/intercept.ts';
import { openWorld, refusal } from '../support/world.ts';

const { Quota_exceeded } = Responses.Algo;

describe('a patch', () => {
  it('of the name keeps source code and grants, and stages no content', async () => {
    const calls: string[] = [];
    const { world, owner } = await openSharedAlgo({ step: noting(calls) });
    const found = await world.ports.algos.findById(1);
    world.clock.advance(5);
    calls.length = 0;
    const { version } = await world.service.patchAlgo({ id: 1, changes: { nom: 'Search' } }, owner);
    expect(calls).toEqual(['algos.findById', 'algos.compareAndSet']);
    expect(version).toBe(3);
    const dateModification = world.clock.now();
    expect(await world.ports.algos.findById(1)).toEqual({ ...found, nom: 'Search', dateModification, version: 3 });
    expect(await readAlgo(world, owner)).toEqual({ nom: 'Search', version: 3, sourceCode: { version: 2 } });
  });

  it('of the source code keeps name and grants', async () => {
    const { world, owner, writer } = await openSharedAlgo();
    const found = await world.ports.algos.findById(1);
    await world.service.patchAlgo({ id: 1, changes: { sourceCode: { version: 3 } } }, writer);
    expect(await readAlgo(world, owner)).toEqual({ nom: 'Sort', version: 3, sourceCode: { version: 3 } });
    expect((await world.ports.algos.findById(1))?.permsAlgorithme).toEqual(found?.permsAlgorithme);
  });

  it('of the grants keeps name and source code', async () => {
    const { world, owner, stranger } = await openSharedAlgo();
    const permsAlgorithme = [grant(stranger, 'Read')];
    const { algo } = await world.service.patchAlgo({ id: 1, changes: { permsAlgorithme } }, owner);
    expect(algo.permsAlgorithme).toEqual(permsAlgorithme);
    expect(await readAlgo(world, stranger)).toEqual({ nom: 'Sort', version: 3, sourceCode: { version: 2 } });
  });

  it.each([{}, { nom: null, sourceCode: null, permsAlgorithme: null }, { nom: '', id: 1, requestedUserId: 2 }])(
    'of nothing commits nothing: %j',
    async (changes) => {
      const { world, owner } = await openSharedAlgo();
      const found = await world.ports.algos.findById(1);
      world.clock.advance(5);
      expect(await world.service.patchAlgo({ id: 1, changes }, owner)).toMatchObject({ version: 2 });
      expect(await world.ports.algos.findById(1)).toEqual(found);
    },
  );

  it('is tried again when another commit comes first, and takes nothing of it back', async () => {
    const { world, owner, writer } = await openSharedAlgo();
    const other = () => world.service.patchAlgo({ id: 1, changes: { sourceCode: { version: 3 } } }, writer);
    const late = openWorld({ replace: world.ports, step: before('algos.compareAndSet', other) });
    await late.service.patchAlgo({ id: 1, changes: { nom: 'Search' } }, owner);
    expect(await readAlgo(world, owner)).toEqual({ nom: 'Search', version: 4, sourceCode: { version: 3 } });
  });

  it('of the name is allowed above the quota, and a larger source code is not', async () => {
    const { world, owner } = await openSharedAlgo();
    const full = openWorld({ replace: world.ports, policy: { quota: { algos: 1, bytes: 1 } } });
    await full.service.patchAlgo({ id: 1, changes: { nom: 'Search' } }, owner);
    const larger = full.service.patchAlgo({ id: 1, changes: { sourceCode: { longer: 'than before' } } }, owner);
    expect(await refusal(larger)).toBe(Quota_exceeded);
  });
});
