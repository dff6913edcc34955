import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { grant, openSharedAlgo, readAlgo } from '../support/algos.ts';
import { before, failing, type Step } from '../support/intercept.ts';
import { openWorld, refusal, type World } from '../support/world.ts';

const { Not_found } = Responses.Algo;
const DAY = 86_400_000;

/** A shared algorithm, id 1, in the folder 1 of its owner and 1 of the reader, that its owner has deleted. */
async function opened() {
  const shared = await openSharedAlgo();
  const { world, owner, reader } = shared;
  for (const caller of [owner, reader]) {
    await world.service.createFolder({ folder: { nom: 'kept' } }, caller);
    await world.service.placeAlgo({ id: 1, place: { dossierId: 1 } }, caller);
  }
  const former = structuredClone(world.data.algos.get(1));
  world.clock.advance(10);
  await world.service.deleteAlgo({ id: 1 }, owner);
  return { ...shared, former };
}

const idsIn = async ({ service }: Pick<World, 'service'>, caller: object, page = {}): Promise<readonly number[]> =>
  (await service.listBin({ page }, caller)).algos.map(({ id }) => id);

describe('the bin', () => {
  it('shows what its owner has deleted, the latest first, in pages', async () => {
    const { world, owner, writer, former } = await opened();
    for (const id of [2, 3, 4]) {
      await world.service.createAlgo({ ownerId: owner.user.id, nom: `Sort ${id}`, sourceCode: {} }, owner);
      await world.service.deleteAlgo({ id }, owner);
    }
    const { algos, next } = await world.service.listBin({}, owner);
    expect(algos.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    const now = world.clock.now();
    expect(algos[3]).toEqual({
      id: 1,
      nom: 'Sort',
      dateCreation: former?.dateCreation,
      dateModification: former?.dateModification,
      dateSuppression: now,
      dateExpiration: now + 30 * DAY,
      bytes: 13,
    });
    expect(next).toBeNull();
    const first = await world.service.listBin({ page: { limit: 3 } }, owner);
    expect([first.algos.length, first.next]).toEqual([3, `${now}.2`]);
    expect(await idsIn(world, owner, { limit: 3, after: first.next })).toEqual([1]);
    expect(await idsIn(world, writer)).toEqual([]);
  });

  it.each(['1', '1.x', '99999999999999999.1', '9999999999999999.1', '1'.repeat(39), '1'.repeat(41), {}])(
    'refuses %s as a position',
    async (after) => {
      const { world, owner } = await openSharedAlgo();
      const error = await world.service.listBin({ page: { after } }, owner).catch((problem: unknown) => problem);
      const rule = String(after).length > 40 ? 'max_length' : 'type';
      expect(error).toMatchObject({ code: Responses.General.Invalid_data, data: [{ path: '/after', rule }] });
    },
  );

  it('has a thousand algorithms in a page unless told', async () => {
    const { world, owner } = await opened();
    const { former, content } = (await world.ports.history.find(1)) ?? expect.fail('nothing is kept');
    for (let id = 2; id <= 1_001; id += 1) {
      await world.ports.history.put({ former: { ...former, id, ref: `ref ${id}` }, content });
    }
    const { algos, next } = await world.service.listBin({}, owner);
    expect([algos.length, await idsIn(world, owner, { after: next })]).toEqual([1_000, [1]]);
  });

  it('gives an algorithm back with its source code, its history, its shares and its folders', async () => {
    const { world, owner, writer, reader, former } = await opened();
    const { algo, version } = await world.service.restoreAlgo({ id: 1 }, owner);
    expect([algo, version]).toMatchObject([{ id: 1, nom: 'Sort', droits: 'Owner', dossierId: 1 }, 4]);
    expect(world.data.algos.get(1)).toEqual({
      ...former,
      version: 4,
      ref: expect.any(String),
      places: expect.any(Array),
    });
    for (const caller of [owner, writer, reader]) {
      expect(await readAlgo(world, caller)).toMatchObject({ sourceCode: { version: 2 } });
    }
    const places = await Promise.all([owner, reader].map((caller) => world.service.getAlgo({ id: 1 }, caller)));
    expect(places.map((found) => found.algo.dossierId)).toEqual([1, 1]);
    expect((await world.service.listVersions({ id: 1 }, reader)).versions).toMatchObject([{ version: 1 }]);
    expect(await idsIn(world, owner)).toEqual([]);
    expect(await world.ports.algos.usage(owner.user.id)).toEqual({ algos: 1, bytes: 13 });
    expect([world.contents.published.size, world.contents.staged.size, world.contents.deletions.size]).toEqual([
      1, 0, 0,
    ]);
  });

  it('gives it back again and again', async () => {
    const { world, owner, reader } = await opened();
    for (let times = 1; times <= 3; times += 1) {
      await world.service.restoreAlgo({ id: 1 }, owner);
      await world.service.patchAlgo({ id: 1, changes: { sourceCode: { times } } }, owner);
      expect(await readAlgo(world, reader)).toMatchObject({ sourceCode: { times } });
      await world.service.deleteAlgo({ id: 1 }, owner);
    }
    expect(await idsIn(world, owner)).toEqual([1]);
    await world.service.restoreAlgo({ id: 1 }, owner);
    const { versions } = await world.service.listVersions({ id: 1 }, owner);
    expect(versions.map(({ version }) => version)).toEqual([10, 7, 4, 1]);
  });

  it('does not give shares back to users who are gone, nor places in folders that are gone', async () => {
    const { world, owner, writer, reader } = await opened();
    await world.service.deleteUser({ id: reader.user.id }, reader);
    await world.service.deleteFolder({ id: 1 }, owner);
    const { algo } = await world.service.restoreAlgo({ id: 1 }, owner);
    expect(algo).toMatchObject({ dossierId: null, permsAlgorithme: [grant(writer, 'ReadWrite')] });
  });

  it('takes the algorithms of a folder that is deleted with what is in it', async () => {
    const { world, owner } = await opened();
    await world.service.restoreAlgo({ id: 1 }, owner);
    await world.service.deleteFolder({ id: 1, which: { recursive: true } }, owner);
    expect(await idsIn(world, owner)).toEqual([1]);
  });

  it('removes an algorithm for good, with its history', async () => {
    const { world, owner } = await opened();
    await world.service.purgeAlgo({ id: 1 }, owner);
    expect([await idsIn(world, owner), world.data.history.size]).toEqual([[], 0]);
    for (const call of ['restoreAlgo', 'purgeAlgo'] as const) {
      expect(await refusal(world.service[call]({ id: 1 }, owner)), call).toBe(Not_found);
    }
    expect(world.ports.audit.events.map(({ action }) => action)).toContain('algo.purged');
  });

  it('ends after 30 days', async () => {
    const { world, owner } = await opened();
    world.clock.advance(30 * DAY - 1);
    expect(await idsIn(world, owner)).toEqual([1]);
    world.clock.advance(1);
    expect(await idsIn(world, owner)).toEqual([]);
    expect(await refusal(world.service.restoreAlgo({ id: 1 }, owner))).toBe(Not_found);
    await world.service.resumeWork();
    expect(world.data.history.size, 'a restoration may be under way').toBe(2);
    world.clock.advance(600_000);
    await world.service.resumeWork();
    expect(world.data.history.size).toBe(0);
  });

  it('is none if the policy says so: then a deletion removes the history too', async () => {
    const { world, owner } = await openSharedAlgo();
    const history = { versions: 20, versionsMs: DAY, binMs: 0 };
    const none = openWorld({ replace: world.ports, policy: { history } });
    await none.service.deleteAlgo({ id: 1 }, owner);
    expect([await idsIn(world, owner), world.data.history.size]).toEqual([[], 0]);
    expect(none.problems).toEqual([]);
  });

  it('is emptied by the deletion of its owner, with all history', async () => {
    const { world, owner, writer } = await opened();
    await world.service.createAlgo({ ownerId: owner.user.id, nom: 'Sort', sourceCode: {} }, owner);
    await world.service.patchAlgo({ id: 2, changes: { sourceCode: { changed: true } } }, owner);
    await world.service.createAlgo({ ownerId: writer.user.id, nom: 'Sort', sourceCode: {} }, writer);
    await world.service.deleteAlgo({ id: 3 }, writer);
    await world.service.deleteUser({ id: owner.user.id }, owner);
    expect([...world.data.history.values()].map(({ former }) => former.id)).toEqual([3]);
  });

  it('does not refuse a deletion because of the quota, nor a restoration', async () => {
    const { world, owner } = await openSharedAlgo();
    const policy = { quota: { algos: 1, bytes: 1 } };
    const tight = openWorld({ replace: world.ports, policy });
    await tight.service.deleteAlgo({ id: 1 }, owner);
    expect(await world.ports.algos.usage(owner.user.id)).toEqual({ algos: 1, bytes: 13 });
    await tight.service.restoreAlgo({ id: 1 }, owner);
    expect(await readAlgo(world, owner)).toMatchObject({ sourceCode: { version: 2 } });
  });

  it('shows no algorithm whose deletion did not happen', async () => {
    const { world, owner, writer } = await openSharedAlgo();
    const down = openWorld({ replace: world.ports, step: failing('algos.delete') });
    expect(await refusal(down.service.deleteAlgo({ id: 1 }, owner))).toBe(Responses.General.Unavailable);
    expect([await idsIn(world, owner), world.data.history.size]).toEqual([[], 2]);
    expect(await refusal(world.service.restoreAlgo({ id: 1 }, owner))).toBe(Not_found);
    expect(await refusal(world.service.purgeAlgo({ id: 1 }, owner))).toBe(Not_found);
    await world.service.patchAlgo({ id: 1, changes: { nom: 'Renamed', permsAlgorithme: [] } }, owner);
    await world.service.deleteAlgo({ id: 1 }, owner);
    await world.service.restoreAlgo({ id: 1 }, owner);
    expect(world.data.algos.get(1)).toMatchObject({ nom: 'Renamed', permsAlgorithme: [], version: 4 });
    expect(await refusal(readAlgo(world, writer))).toBe(Not_found);
  });

  it('deletes what is damaged, and has nothing to show of it', async () => {
    const { world, owner } = await openSharedAlgo();
    world.contents.published.clear();
    const late = openWorld({ replace: world.ports });
    await late.service.deleteAlgo({ id: 1 }, owner);
    expect([world.data.algos.size, await idsIn(world, owner)]).toEqual([0, []]);
  });
});

describe('an algorithm that comes back from the bin', () => {
  const during = (world: World, call: string, work: () => Promise<unknown>) =>
    openWorld({ replace: world.ports, step: before(call, work) });

  it('stays away if it is removed for good meanwhile', async () => {
    for (const call of ['contentStore.stage', 'algos.insert', 'history.remove']) {
      const { world, owner } = await opened();
      const purging = during(world, call, () => world.ports.history.deleteByAlgo(1));
      expect(await refusal(purging.service.restoreAlgo({ id: 1 }, owner)), call).toBe(Not_found);
      expect([world.data.algos.size, world.data.history.size, world.contents.staged.size], call).toEqual([0, 0, 0]);
    }
  });

  it('is removed by one of two only', async () => {
    const { world, owner } = await opened();
    const late = during(world, 'history.remove', () => world.service.restoreAlgo({ id: 1 }, owner));
    expect(await refusal(late.service.purgeAlgo({ id: 1 }, owner))).toBe(Not_found);
    expect(await readAlgo(world, owner)).toMatchObject({ sourceCode: { version: 2 } });
    expect((await world.service.listVersions({ id: 1 }, owner)).versions).toHaveLength(1);
  });

  it('comes back once when two servers bring it back', async () => {
    for (const call of ['contentStore.stage', 'algos.insert']) {
      const { world, owner } = await opened();
      const late = during(world, call, () => world.service.restoreAlgo({ id: 1 }, owner));
      expect(await refusal(late.service.restoreAlgo({ id: 1 }, owner)), call).toBe(Not_found);
      expect(await readAlgo(world, owner)).toMatchObject({ version: 4, sourceCode: { version: 2 } });
      expect([world.contents.published.size, world.contents.staged.size], call).toEqual([1, 0]);
    }
  });

  it('stays away if another server brought it back, and took it away again', async () => {
    const { world, owner } = await opened();
    const step: Step = async (name, run) => {
      if (name !== 'algos.insert') return run();
      await world.service.restoreAlgo({ id: 1 }, owner);
      const late = run();
      await late.catch(() => {});
      await world.ports.algos.delete(1, null);
      return late;
    };
    const { service } = openWorld({ replace: world.ports, step });
    expect(await refusal(service.restoreAlgo({ id: 1 }, owner))).toBe(Not_found);
    expect(world.contents.staged.size).toBe(0);
  });

  it('is removed again if its owner is deleted meanwhile', async () => {
    for (const call of ['algos.insert', 'history.remove', 'users.findById']) {
      const { world, owner } = await opened();
      const late = during(world, call, () => world.service.deleteUser({ id: owner.user.id }, owner));
      expect(await refusal(late.service.restoreAlgo({ id: 1 }, owner)), call).toBe(Responses.General.Unauthorized);
      expect([world.data.algos.size, world.data.history.size, world.contents.published.size], call).toEqual([0, 0, 0]);
    }
  });

  it('keeps a share that its owner gives meanwhile', async () => {
    const { world, owner, writer, reader } = await opened();
    const share = { idUtilisateur: reader.user.id, droits: 'ReadWrite' };
    const late = during(world, 'algos.compareAndSet', () => world.service.shareAlgo({ id: 1, share }, owner));
    await late.service.restoreAlgo({ id: 1 }, owner);
    const grants = world.data.algos.get(1)?.permsAlgorithme;
    expect(grants).toMatchObject([grant(reader, 'ReadWrite'), grant(writer, 'ReadWrite')]);
  });

  it('has no shares if the process ended before it gave them', async () => {
    const { world, owner, writer } = await opened();
    const down = openWorld({ replace: world.ports, step: failing('algos.compareAndSet') });
    expect(await refusal(down.service.restoreAlgo({ id: 1 }, owner))).toBe(Responses.General.Unavailable);
    expect(await readAlgo(world, owner)).toMatchObject({ sourceCode: { version: 2 } });
    expect(await refusal(readAlgo(world, writer))).toBe(Not_found);
    expect(await idsIn(world, owner)).toEqual([]);
  });
});
