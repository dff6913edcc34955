import { describe, expect, it } from 'vitest';
import { DamagedError, Responses, SHARE_BYTES } from '../../src/index.ts';
import { grant, openSharedAlgo, readAlgo } from '../support/algos.ts';
import { after, before, failing, noting } from '../support/intercept.ts';
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
    expect((await world.service.listBin({ page: { limit: 4 } }, owner)).next, 'a full page is the last').toBeNull();
    expect(await idsIn(world, writer)).toEqual([]);
  });

  it.each([
    '1',
    '1.x',
    'x1.2',
    '1.2x',
    '99999999999999999.1',
    '9999999999999999.1',
    '1'.repeat(39),
    '1'.repeat(41),
    {},
  ])('refuses %s as a position', async (after) => {
    const { world, owner } = await openSharedAlgo();
    const error = await world.service.listBin({ page: { after } }, owner).catch((problem: unknown) => problem);
    const rule = String(after).length > 40 ? 'max_length' : 'type';
    expect(error).toMatchObject({ code: Responses.General.Invalid_data, data: [{ path: '/after', rule }] });
  });

  it('has a thousand algorithms in a page unless told', async () => {
    const { world, owner } = await opened();
    const algo = world.data.bin.get(1) ?? expect.fail('nothing is kept');
    for (let id = 2; id <= 1_001; id += 1) world.data.bin.set(id, { ...algo, id, ref: `ref ${id}` });
    const { algos, next } = await world.service.listBin({}, owner);
    expect([algos.length, await idsIn(world, owner, { after: next })]).toEqual([1_000, [1]]);
    expect(await idsIn(world, owner, { limit: 1, after: `${algo.dateSuppression}.12` })).toEqual([11]);
  });

  it('counts the damaged entries of a page, and names some of them', async () => {
    const { world, owner } = await opened();
    const { bin } = world.ports;
    const list: typeof bin.list = async (_query, onDamaged) => {
      for (let id = 1; id <= 7; id += 1) onDamaged?.(new DamagedError({ place: 'bin', id: String(id), field: 'nom' }));
      return [];
    };
    const { service, problems } = openWorld({ replace: { ...world.ports, bin: { ...bin, list } } });
    expect(await service.listBin({ page: {} }, owner)).toEqual({ algos: [], next: null, leftOut: 7 });
    expect(problems).toEqual(Array(6).fill('list of algorithms: left out'));
  });

  it('gives an algorithm back with its source code, its history, its shares and its folders', async () => {
    const { world, owner, writer, reader, former } = await opened();
    const { algo, version } = await world.service.restoreAlgo({ id: 1 }, owner);
    expect([algo, version]).toMatchObject([{ id: 1, nom: 'Sort', droits: 'Owner', dossierId: 1 }, 3]);
    expect(world.data.algos.get(1)).toEqual({
      ...former,
      version: 3,
      ref: expect.any(String),
    });
    for (const caller of [owner, writer, reader]) {
      expect(await readAlgo(world, caller)).toMatchObject({ sourceCode: { version: 2 } });
    }
    const places = await Promise.all([owner, reader].map((caller) => world.service.getAlgo({ id: 1 }, caller)));
    expect(places.map((found) => found.algo.dossierId)).toEqual([1, 1]);
    expect((await world.service.listVersions({ id: 1 }, reader)).versions).toMatchObject([{ version: 1 }]);
    expect(await idsIn(world, owner)).toEqual([]);
    expect(await world.ports.algos.usage(owner.user.id)).toEqual({ algos: 1, bytes: 13 + 2 * SHARE_BYTES });
    expect([world.contents.records.size, world.contents.staged.size]).toEqual([1, 0]);
    expect(world.ports.audit.events.at(-1)).toMatchObject({ action: 'algo.restored', actorId: 1, targetId: 1 });
  });

  it('gives an algorithm that is not shared back to its folder', async () => {
    const { world, owner } = await opened();
    const nom = 'Not shared';
    const { algo } = await world.service.createAlgo({ ownerId: 1, nom, dossierId: 1, sourceCode: {} }, owner);
    await world.service.deleteAlgo({ id: algo.id }, owner);
    const restored = await world.service.restoreAlgo({ id: algo.id }, owner);
    expect(restored.algo).toEqual(algo);
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
    expect(versions.map(({ version }) => version)).toEqual([7, 5, 3, 1]);
  });

  it('does not give shares back to users who are gone, nor places in folders that are gone', async () => {
    const { world, owner, writer, reader } = await opened();
    await world.service.deleteUser({ id: reader.user.id }, reader);
    await world.service.deleteFolder({ id: 1 }, owner);
    const { algo } = await world.service.restoreAlgo({ id: 1 }, owner);
    expect(algo).toMatchObject({ dossierId: null, permsAlgorithme: [grant(writer, 'ReadWrite')] });
  });

  it('never writes the shares and places of a user who is gone into the record', async () => {
    const { world, owner, writer, reader } = await opened();
    await world.ports.users.markDeleted(reader.user.id); // the bin has the rights of the reader still
    const { bin } = world.ports;
    const written: unknown[] = [];
    const restore: typeof bin.restore = async (id, version, fields) => {
      written.push(fields);
      return bin.restore(id, version, fields);
    };
    const { service } = openWorld({ replace: { ...world.ports, bin: { ...bin, restore } } });
    await service.restoreAlgo({ id: 1 }, owner);
    const places = [expect.objectContaining({ idUtilisateur: owner.user.id })];
    expect(written).toMatchObject([{ permsAlgorithme: [grant(writer, 'ReadWrite')], places }]);
  });

  it('removes an algorithm for good, with its history', async () => {
    const { world, owner } = await opened();
    await world.service.purgeAlgo({ id: 1 }, owner);
    expect([await idsIn(world, owner), world.data.bin.size, world.data.history.size]).toEqual([[], 0, 0]);
    for (const call of ['restoreAlgo', 'purgeAlgo'] as const) {
      expect(await refusal(world.service[call]({ id: 1 }, owner)), call).toBe(Not_found);
    }
    expect(world.ports.audit.events.at(-1)).toMatchObject({ action: 'algo.purged', actorId: 1, targetId: 1 });
  });

  it('ends after 30 days', async () => {
    const { world, owner } = await opened();
    world.clock.advance(30 * DAY - 1);
    expect(await idsIn(world, owner)).toEqual([1]);
    world.clock.advance(1);
    expect(await idsIn(world, owner)).toEqual([]);
    expect(await refusal(world.service.restoreAlgo({ id: 1 }, owner))).toBe(Not_found);
    await world.service.resumeWork();
    expect(world.data.bin.size, 'a restoration may be under way').toBe(1);
    world.clock.advance(600_000);
    await world.service.resumeWork();
    expect([world.data.bin.size, world.data.history.size]).toEqual([0, 0]);
  });

  it('is none if the policy says so: then a deletion removes the history too', async () => {
    const { world, owner } = await openSharedAlgo();
    const history = { versions: 20, versionsMs: DAY, savesMs: 0, binMs: 0 };
    const none = openWorld({ replace: world.ports, policy: { history } });
    await none.service.deleteAlgo({ id: 1 }, owner);
    expect([world.data.bin.size, world.data.history.size]).toEqual([0, 0]);
    expect(none.problems).toEqual([]);
  });

  it('is emptied by the deletion of its owner, with all history', async () => {
    const { world, owner, writer } = await opened();
    await world.service.createAlgo({ ownerId: owner.user.id, nom: 'Sort', sourceCode: {} }, owner);
    await world.service.patchAlgo({ id: 2, changes: { sourceCode: { changed: true } } }, owner);
    await world.service.createAlgo({ ownerId: writer.user.id, nom: 'Sort', sourceCode: {} }, writer);
    await world.service.deleteAlgo({ id: 3 }, writer);
    await world.service.deleteUser({ id: owner.user.id }, owner);
    expect([[...world.data.bin.keys()], world.data.history.size]).toEqual([[3], 0]);
  });

  it('does not refuse a deletion because of the quota, nor a restoration', async () => {
    const { world, owner } = await openSharedAlgo();
    const policy = { quota: { algos: 1, bytes: 1 } };
    const tight = openWorld({ replace: world.ports, policy });
    await tight.service.deleteAlgo({ id: 1 }, owner);
    expect(await world.ports.algos.usage(owner.user.id)).toEqual({ algos: 1, bytes: 13 + 2 * SHARE_BYTES });
    await tight.service.restoreAlgo({ id: 1 }, owner);
    expect(await readAlgo(world, owner)).toMatchObject({ sourceCode: { version: 2 } });
  });

  it('ends in batches, and one that fails does not stop the others', async () => {
    const { world, owner } = await opened();
    for (let id = 2; id <= 7; id += 1) {
      await world.service.createAlgo({ ownerId: owner.user.id, nom: 'Sort', sourceCode: {} }, owner);
      await world.service.deleteAlgo({ id }, owner);
    }
    world.clock.advance(31 * DAY);
    const calls: string[] = [];
    const options = { replace: world.ports, bounds: { batch: 3 } };
    const failed = openWorld({ ...options, step: failing('bin.remove') });
    await failed.service.resumeWork();
    expect([world.data.bin.size, new Set(failed.problems)]).toEqual([
      7,
      new Set(['a deleted algorithm whose time is over']),
    ]);
    const late = openWorld({ ...options, step: noting(calls) });
    await late.service.resumeWork();
    expect([world.data.bin.size, late.problems]).toEqual([0, []]);
    expect(calls.filter((call) => call === 'bin.listUntil')).toHaveLength(3);
  });

  it('keeps the latest former version of an algorithm while that is in it', async () => {
    const { world, owner } = await opened();
    world.clock.advance(20 * DAY);
    await world.service.restoreAlgo({ id: 1 }, owner);
    await world.service.deleteAlgo({ id: 1 }, owner);
    world.clock.advance(20 * DAY);
    await world.service.resumeWork();
    await world.service.restoreAlgo({ id: 1 }, owner);
    expect((await world.service.listVersions({ id: 1 }, owner)).versions).toMatchObject([{ version: 1 }]);
  });

  it('takes what has no content, and gives it back as it was', async () => {
    const { world, owner } = await openSharedAlgo();
    world.contents.records.clear();
    const late = openWorld({ replace: world.ports });
    await late.service.deleteAlgo({ id: 1 }, owner);
    expect(await idsIn(world, owner)).toEqual([1]);
    await late.service.restoreAlgo({ id: 1 }, owner);
    await expect(late.service.getAlgo({ id: 1 }, owner)).rejects.toBeInstanceOf(DamagedError);
    await late.service.deleteAlgo({ id: 1 }, owner);
    await late.service.purgeAlgo({ id: 1 }, owner);
    expect([world.data.algos.size, world.data.bin.size, world.data.history.size]).toEqual([0, 0, 0]);
  });
});

describe('an algorithm that comes back from the bin', () => {
  const during = (world: World, call: string, work: () => Promise<unknown>) =>
    openWorld({ replace: world.ports, step: before(call, work) });

  it('stays away if it is removed for good meanwhile', async () => {
    for (const call of ['users.existing', 'bin.restore']) {
      const { world, owner } = await opened();
      const purging = during(world, call, () => world.service.purgeAlgo({ id: 1 }, owner));
      expect(await refusal(purging.service.restoreAlgo({ id: 1 }, owner)), call).toBe(Not_found);
      expect([world.data.algos.size, world.data.history.size, world.contents.staged.size], call).toEqual([0, 0, 0]);
    }
  });

  it('stays if it is removed for good too late', async () => {
    const { world, owner } = await opened();
    const late = during(world, 'bin.remove', () => world.service.restoreAlgo({ id: 1 }, owner));
    expect(await refusal(late.service.purgeAlgo({ id: 1 }, owner))).toBe(Not_found);
    expect(await readAlgo(world, owner)).toMatchObject({ sourceCode: { version: 2 } });
    expect((await world.service.listVersions({ id: 1 }, owner)).versions).toHaveLength(1);
  });

  it('comes back once when two servers bring it back', async () => {
    for (const call of ['users.existing', 'bin.restore']) {
      const { world, owner } = await opened();
      const late = during(world, call, () => world.service.restoreAlgo({ id: 1 }, owner));
      expect(await refusal(late.service.restoreAlgo({ id: 1 }, owner)), call).toBe(Not_found);
      expect(await readAlgo(world, owner)).toMatchObject({ version: 3, sourceCode: { version: 2 } });
      expect([world.contents.published.size, world.contents.staged.size], call).toEqual([1, 0]);
    }
  });

  it('has what was saved last if another server brought it back, changed it and deleted it meanwhile', async () => {
    const { world, owner } = await opened();
    const late = during(world, 'bin.restore', async () => {
      await world.service.restoreAlgo({ id: 1 }, owner);
      await world.service.patchAlgo({ id: 1, changes: { sourceCode: { saved: true } } }, owner);
      await world.service.deleteAlgo({ id: 1 }, owner);
    });
    await late.service.restoreAlgo({ id: 1 }, owner);
    expect(await readAlgo(world, owner)).toMatchObject({ version: 5, sourceCode: { saved: true } });
    expect([world.contents.published.size, world.contents.staged.size]).toEqual([1, 0]);
  });

  it('is removed again if its owner is deleted meanwhile', async () => {
    for (const call of ['users.existing', 'bin.restore']) {
      const { world, owner } = await opened();
      const late = during(world, call, () => world.service.deleteUser({ id: owner.user.id }, owner));
      const refused = await refusal(late.service.restoreAlgo({ id: 1 }, owner));
      expect(refused, call).toBe(Not_found);
      expect([world.data.algos.size, world.data.bin.size, world.contents.published.size], call).toEqual([0, 0, 0]);
    }
    const { world, owner } = await opened();
    const step = after('bin.restore', () => world.ports.users.markDeleted(owner.user.id)); // the deletion has looked through all before
    const { service } = openWorld({ replace: world.ports, step });
    expect(await refusal(service.restoreAlgo({ id: 1 }, owner))).toBe(Responses.General.Unauthorized);
    expect([world.data.algos.size, world.data.bin.size]).toEqual([0, 0]);
  });

  it('gives nothing to a user who is deleted meanwhile', async () => {
    const { world, owner, writer, reader } = await opened();
    const late = during(world, 'bin.restore', () => world.service.deleteUser({ id: reader.user.id }, reader));
    const { algo } = await late.service.restoreAlgo({ id: 1 }, owner);
    expect(algo.permsAlgorithme).toEqual([grant(writer, 'ReadWrite')]);
    expect(world.data.algos.get(1)?.permsAlgorithme).toHaveLength(1);
  });
});
