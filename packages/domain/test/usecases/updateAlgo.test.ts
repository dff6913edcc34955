import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { openSharedAlgo, permission, readAlgo } from '../support/algos.ts';
import { failing, noting } from '../support/intercept.ts';
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

  it('by a writer keeps owner and rights', async () => {
    const { world, owner, writer } = await openSharedAlgo();
    const before = await world.ports.algos.findById(1);
    const { algo } = await world.service.updateAlgo({ id: 1, changes: CHANGES }, writer);
    expect(algo).toMatchObject({ droits: 'ReadWrite', ownerId: owner.user.id });
    expect('permsAlgorithme' in algo).toBe(false);
    expect((await world.ports.algos.findById(1))?.permsAlgorithme).toEqual(before?.permsAlgorithme);
  });

  it('ignores what is not to be set', async () => {
    const { world, owner } = await openSharedAlgo();
    const sent = { id: 1, requestedUserId: 9, ownerId: 2, dateCreation: 1, dateModification: 1, version: 9, ref: 'x' };
    const { algo, version } = await world.service.updateAlgo({ id: 1, changes: { ...CHANGES, ...sent } }, owner);
    expect([algo.ownerId, algo.dateCreation, algo.dateModification]).toEqual([1, world.clock.now(), world.clock.now()]);
    expect(version).toBe(3);
  });

  it('leaves one content, published', async () => {
    const { world, owner } = await openSharedAlgo();
    await world.service.updateAlgo({ id: 1, changes: CHANGES }, owner);
    expect([world.files.published.size, world.files.staged.size]).toEqual([1, 0]);
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
  it('is caller, id, missing, DTO, absent, update, share, version, users, validator', async () => {
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

  it('names the id of the body that differs', async () => {
    const { world, owner } = await openSharedAlgo();
    const error = await world.service
      .updateAlgo({ id: 1, changes: { ...CHANGES, id: 2 } }, owner)
      .catch((problem: unknown) => problem);
    const data = [{ path: '/id', rule: 'mismatch', message: 'differs from the address of the request' }];
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

describe('sharing', () => {
  const share = async (list: unknown) => {
    const opened = await openSharedAlgo();
    const changes = { ...CHANGES, permsAlgorithme: list };
    return { ...opened, result: opened.world.service.updateAlgo({ id: 1, changes }, opened.owner) };
  };

  it('replaces the whole list, in the order given', async () => {
    const list = [
      { idUtilisateur: 4, droits: 'ReadWrite' },
      { idUtilisateur: 3, droits: 'Read' },
    ];
    const { world, result, writer, stranger } = await share(list);
    expect((await result).algo.permsAlgorithme).toEqual(list);
    expect(await refusal(world.service.getAlgo({ id: 1 }, writer))).toBe(Not_found);
    expect((await world.service.getAlgo({ id: 1 }, stranger)).algo.droits).toBe('ReadWrite');
  });

  it.each([null, '', undefined])('is not asked for by %j', async (list) => {
    const { result } = await share(list);
    expect((await result).algo.permsAlgorithme).toHaveLength(2);
  });

  it('is audited, and only then', async () => {
    const { world, result, owner } = await share([]);
    await result;
    await world.service.updateAlgo({ id: 1, changes: CHANGES }, owner);
    const events = world.ports.audit.events.filter(({ action }) => action === 'algo.rights_changed');
    expect(events.at(-1)).toMatchObject({ actorId: 1, targetId: 1 });
    expect(events).toHaveLength(2); // the first shared it
  });

  it('names every user who cannot be given a right', async () => {
    const list = [1, 2, 99, 98].map((idUtilisateur) => ({ idUtilisateur, droits: 'Read' }));
    const { result } = await share(list);
    const error = await result.catch((problem: unknown) => problem);
    expect(error).toMatchObject({
      code: Invalid_data,
      data: [
        { path: '/permsAlgorithme/0/idUtilisateur', rule: 'duplicate' },
        { path: '/permsAlgorithme/2/idUtilisateur', rule: 'unknown_user' },
        { path: '/permsAlgorithme/3/idUtilisateur', rule: 'unknown_user' },
      ],
    });
  });

  it('takes a user who is being deleted as unknown', async () => {
    const { world, owner, stranger } = await openSharedAlgo();
    await world.ports.users.markDeleted(stranger.user.id);
    const changes = { ...CHANGES, permsAlgorithme: [permission(stranger, 'Read')] };
    expect(await refusal(world.service.updateAlgo({ id: 1, changes }, owner))).toBe(Invalid_data);
  });
});

describe('a store that is down', () => {
  it.each(['algos.findById', 'files.stage', 'files.announce', 'algos.compareAndSet'])(
    'fails the update, and the old version stays: %s',
    async (method) => {
      const { world, owner } = await openSharedAlgo();
      const down = openWorld({ replace: world.ports, step: failing(method) });
      expect(await refusal(down.service.updateAlgo({ id: 1, changes: CHANGES }, owner))).toBe(Unavailable);
      expect(await readAlgo(world, owner)).toMatchObject({ version: 2, sourceCode: { version: 2 } });
    },
  );

  it.each(['files.publish', 'files.discard'])('after the commit fails nobody: %s', async (method) => {
    const { world, owner } = await openSharedAlgo();
    const down = openWorld({ replace: world.ports, step: failing(method) });
    await down.service.updateAlgo({ id: 1, changes: CHANGES }, owner);
    expect(down.problems).toEqual(['algorithm content: publish']);
    expect(await readAlgo(world, owner)).toMatchObject({ version: 3, sourceCode: { version: 3 } });
  });
});
