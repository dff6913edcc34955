import { describe, expect, it } from 'vitest';
import { DamagedError, Responses, UnavailableError } from '../../src/index.ts';
import { openSharedAlgo, readAlgo } from '../support/algos.ts';
import { failing, noting, type Step } from '../support/intercept.ts';
import { openWorld, refusal } from '../support/world.ts';

const { Invalid_data, Unavailable } = Responses.General;
const CHANGES = { nom: 'Search', sourceCode: { version: 3 } };

describe('an update', () => {
  it('replaces name and source, and raises the version', async () => {
    const { world, owner } = await openSharedAlgo();
    world.clock.advance(5);
    const { algo, version } = await world.service.updateAlgo({ id: 1, changes: CHANGES }, owner);
    expect(version).toBe(3);
    expect(algo).toMatchObject({
      nom: 'Search',
      dateModification: world.clock.now(),
      dateCreation: world.clock.now() - 5,
    });
    expect(await readAlgo(world, owner)).toEqual({ nom: 'Search', version: 3, sourceCode: { version: 3 } });
  });

  it('leaves a name that is the same to the store', async () => {
    const { world, owner } = await openSharedAlgo();
    const { compareAndSet } = world.ports.algos;
    const sent: unknown[] = [];
    world.ports.algos.compareAndSet = (...given) => {
      sent.push(given[2].nom);
      return compareAndSet.apply(world.ports.algos, given);
    };
    const nom = (await world.ports.algos.findById(1))?.nom ?? '';
    for (const changes of [{ ...CHANGES, nom }, CHANGES]) await world.service.updateAlgo({ id: 1, changes }, owner);
    expect(sent).toEqual([undefined, 'Search']);
  });

  it('by a writer keeps owner and rights', async () => {
    const { world, owner, writer } = await openSharedAlgo();
    const before = await world.ports.algos.findById(1);
    const { algo } = await world.service.updateAlgo({ id: 1, changes: CHANGES }, writer);
    expect(algo).toMatchObject({ droits: 'ReadWrite', ownerId: owner.user.id });
    expect('permsAlgorithme' in algo).toBe(false);
    expect((await world.ports.algos.findById(1))?.permsAlgorithme).toEqual(before?.permsAlgorithme);
  });

  it('ignores fields that clients may not set', async () => {
    const { world, owner } = await openSharedAlgo();
    const sent = { id: 1, requestedUserId: 9, ownerId: 2, dateCreation: 1, dateModification: 1, version: 9, ref: 'x' };
    const { algo, version } = await world.service.updateAlgo({ id: 1, changes: { ...CHANGES, ...sent } }, owner);
    expect([algo.ownerId, algo.dateCreation, algo.dateModification]).toEqual([1, world.clock.now(), world.clock.now()]);
    expect(version).toBe(3);
  });
});

describe('the order of its checks', () => {
  it('reports an id in the body that differs from the id of the path', async () => {
    const { world, owner } = await openSharedAlgo();
    const error = await world.service
      .updateAlgo({ id: 1, changes: { ...CHANGES, id: 2 } }, owner)
      .catch((problem: unknown) => problem);
    const data = [{ path: '/id', rule: 'mismatch', message: 'differs from the id in the path' }];
    expect(error).toMatchObject({ code: Invalid_data, data });
  });

  it('writes nothing before all of them have passed', async () => {
    const calls: string[] = [];
    const { world, owner, reader } = await openSharedAlgo({ step: noting(calls) });
    calls.length = 0;
    await refusal(world.service.updateAlgo({ id: 1, changes: CHANGES }, reader));
    await refusal(world.service.updateAlgo({ id: 1, changes: CHANGES, ifVersion: [1] }, owner));
    await refusal(world.service.updateAlgo({ id: 1, changes: { ...CHANGES, sourceCode: 12 } }, owner));
    expect(calls).toEqual(['algos.findById', 'algos.findById', 'algos.findById']);
  });
});

describe('a store that is down', () => {
  it.each([new UnavailableError({ stores: ['contents'] }), new DamagedError({ place: 'algos', id: 1, field: 'nom' })])(
    'or damaged is told to a writer as it is: %s',
    async (problem) => {
      const { world, writer } = await openSharedAlgo();
      const step: Step = (name, run) => (name === 'contentStore.stage' ? Promise.reject(problem) : run());
      const { service } = openWorld({ replace: world.ports, step });
      await expect(service.updateAlgo({ id: 1, changes: CHANGES }, writer)).rejects.toBe(problem);
    },
  );

  it('after the commit makes it no success, and readers get what was committed', async () => {
    const { world, owner } = await openSharedAlgo();
    const down = openWorld({ replace: world.ports, step: failing('contentStore.publish') });
    expect(await refusal(down.service.updateAlgo({ id: 1, changes: CHANGES }, owner))).toBe(Unavailable);
    expect(await readAlgo(world, owner)).toMatchObject({ version: 3, sourceCode: { version: 3 } });
  });
});
