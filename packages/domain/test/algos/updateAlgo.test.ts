import { describe, expect, it } from 'vitest';
import { DamagedError, Responses, UnavailableError } from '../../src/index.ts';
import { openSharedAlgo, readAlgo } from '../support/algos.ts';
import { failing, noting, type Step } from '../support/intercept.ts';
import { openWorld, refusal } from '../support/world.ts';

const { Unauthorized, Missing_data, Invalid_data, Unavailable } = Responses.General;
const { Forbidden_update, Forbidden_share, Not_found, Conflict, Invalid } = Responses.Algo;
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

  it('leaves one content, published', async () => {
    const { world, owner } = await openSharedAlgo();
    await world.service.updateAlgo({ id: 1, changes: CHANGES }, owner);
    expect([world.contents.published.size, world.contents.staged.size]).toEqual([1, 0]);
  });

  it.each([12, 'text', true, false, 0])('refuses the source code %j', async (sourceCode) => {
    const { world, owner } = await openSharedAlgo();
    expect(await refusal(world.service.updateAlgo({ id: 1, changes: { ...CHANGES, sourceCode } }, owner))).toBe(
      Invalid,
    );
    expect((await readAlgo(world, owner)).version).toBe(2);
  });
});

describe('the order of its checks', () => {
  it('is: caller, id, missing fields, invalid fields, absence, right to update, right to share, version, users, validator', async () => {
    const { world, owner, writer, reader, stranger } = await openSharedAlgo();
    const update = (input: object, caller = owner, id: unknown = 1, ifVersion: number[] | undefined = [9]) => {
      const changes = {
        ...CHANGES,
        sourceCode: 12,
        permsAlgorithme: [{ idUtilisateur: 99, droits: 'Read' }],
        ...input,
      };
      return refusal(world.service.updateAlgo({ id, changes, ifVersion }, caller));
    };
    expect(await refusal(world.service.updateAlgo({ id: 'x', changes: {} }, {}))).toBe(Unauthorized);
    expect(await update({ nom: '' }, stranger, 'x')).toBe(Invalid_data);
    expect(await update({ nom: '', id: 'x' }, stranger)).toBe(Missing_data);
    expect(await update({ nom: 'x' }, stranger, 99)).toBe(Invalid_data);
    expect(await update({ id: 2 }, stranger, 99)).toBe(Invalid_data);
    expect(await update({}, owner, 99)).toBe(Not_found);
    expect(await update({}, stranger)).toBe(Not_found);
    expect(await update({}, reader)).toBe(Forbidden_update);
    expect(await update({}, writer)).toBe(Forbidden_share);
    expect(await update({})).toBe(Conflict);
    expect(await update({}, owner, 1, [2])).toBe(Invalid_data);
    expect(await update({ permsAlgorithme: null }, owner, 1, [2])).toBe(Invalid);
    expect(await readAlgo(world, owner)).toMatchObject({ version: 2 });
  });

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
  it.each(['algos.findById', 'contentStore.stage', 'algos.compareAndSet'])(
    'makes the update fail, and the old version stays: %s',
    async (method) => {
      const { world, owner } = await openSharedAlgo();
      const down = openWorld({ replace: world.ports, step: failing(method) });
      expect(await refusal(down.service.updateAlgo({ id: 1, changes: CHANGES }, owner))).toBe(Unavailable);
      expect(await readAlgo(world, owner)).toMatchObject({ version: 2, sourceCode: { version: 2 } });
    },
  );

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
