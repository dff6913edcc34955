import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Responses, SHARE_BYTES } from '../../src/index.ts';
import { openSharedAlgo, readAlgo } from '../support/algos.ts';
import { before, failing, noting } from '../support/intercept.ts';
import { openWorld, refusal, type World } from '../support/world.ts';

const { Version_not_found, Conflict } = Responses.Algo;
/** What the two rights on the algorithm count. */
const SHARES = 2 * SHARE_BYTES;
const DAY = 86_400_000;

const OFF = { versions: 0, versionsMs: 0, savesMs: 0, binMs: 0 };

/** An algorithm whose source code says its version, from 1 to `last`. */
async function opened({ last = 2, history = {} }: { readonly last?: number; readonly history?: object } = {}) {
  const limits = { versions: 20, versionsMs: 30 * DAY, savesMs: 0, binMs: 30 * DAY, ...history };
  const shared = await openSharedAlgo({ policy: { history: limits } });
  const { world, owner } = shared;
  const save = (version: number, caller = owner) =>
    world.service.patchAlgo({ id: 1, changes: { sourceCode: { version } } }, caller);
  for (let version = 3; version <= last; version += 1) await save(version);
  const listed = async (service = world.service) =>
    (await service.listVersions({ id: 1 }, owner)).versions.map(({ version }) => version);
  return { ...shared, save, listed };
}

const sourceOf = async ({ service }: World, caller: object, version: number): Promise<unknown> =>
  (await service.getVersion({ id: 1, version }, caller)).source.json();

/** Of values that are equal to the one before, only the first. */
const withoutRepetitions = (values: readonly unknown[]): readonly unknown[] =>
  values.filter((value, index) => index === 0 || JSON.stringify(value) !== JSON.stringify(values[index - 1]));

describe('the former versions of an algorithm', () => {
  it('are the source codes that were replaced, the latest first', async () => {
    const { world, owner, writer, reader, save } = await opened();
    world.clock.advance(5);
    const second = world.clock.now();
    await save(3, writer);
    world.clock.advance(5);
    await save(4);
    const { versions, leftOut } = await world.service.listVersions({ id: 1 }, owner);
    expect(versions).toMatchObject([
      { version: 3, nom: 'Sort', idUtilisateur: writer.user.id, dateModification: second, bytes: 13 },
      { version: 2, idUtilisateur: owner.user.id },
      { version: 1, idUtilisateur: owner.user.id },
    ]);
    expect(leftOut).toBe(0);
    for (const version of [1, 2, 3]) expect(await sourceOf(world, reader, version)).toEqual({ version });
    for (const version of [4, 5]) {
      expect(await refusal(world.service.getVersion({ id: 1, version }, owner))).toBe(Version_not_found);
    }
  });

  it('are not made by a change of the name or of grants, nor by a move', async () => {
    const { world, owner, reader, writer, listed, save } = await opened();
    world.clock.advance(5);
    await save(3, writer);
    const saved = world.clock.now();
    world.clock.advance(5);
    await world.service.patchAlgo({ id: 1, changes: { nom: 'Renamed', sourceCode: { version: 3 } } }, owner);
    await world.service.patchAlgo({ id: 1, changes: { permsAlgorithme: [] } }, owner);
    expect(await listed()).toEqual([2, 1]);
    await world.service.patchAlgo({ id: 1, changes: { sourceCode: {} } }, owner);
    expect((await world.service.listVersions({ id: 1 }, owner)).versions[0]).toMatchObject({
      version: 5,
      nom: 'Renamed',
      idUtilisateur: writer.user.id, // who saved it, not who renamed it
      dateModification: saved,
    });
    expect(await refusal(world.service.listVersions({ id: 1 }, reader))).toBe(Responses.Algo.Not_found);
  });

  it('are not made by a change that saves the same source code', async () => {
    const { world, owner, writer, listed, save } = await opened({ last: 3 });
    const stored = world.data.algos.get(1);
    world.clock.advance(5);
    const { version } = await save(3, writer);
    expect([version, await listed()]).toEqual([4, [2, 1]]);
    const renamed = { nom: 'Renamed', sourceCode: { version: 3 } };
    await world.service.updateAlgo({ id: 1, changes: renamed, ifVersion: [4] }, writer);
    expect(await listed()).toEqual([2, 1]);
    const changed = { nom: 'Renamed', version: 5, dateModification: world.clock.now() };
    expect(world.data.algos.get(1)).toEqual({ ...stored, ...changed });
    await world.service.restoreVersion({ id: 1, version: 2 }, owner);
    await world.service.restoreVersion({ id: 1, version: 2 }, owner);
    expect([await listed(), world.contents.staged.size]).toEqual([[5, 2, 1], 0]);
  });

  it('are made if another server has saved another source code meanwhile', async () => {
    const { world, owner, listed, save } = await opened({ last: 3 });
    const late = openWorld({ replace: world.ports, step: before('algos.compareAndSet', () => save(4)) });
    await late.service.patchAlgo({ id: 1, changes: { sourceCode: { version: 3 } } }, owner);
    expect([await readAlgo(world, owner), await listed()]).toMatchObject([
      { sourceCode: { version: 3 } },
      [4, 3, 2, 1],
    ]);
    const other = openWorld({ replace: world.ports, step: before('algos.compareAndSet', () => save(6)) });
    await other.service.patchAlgo({ id: 1, changes: { sourceCode: { version: 6 } } }, owner);
    await other.service.settled();
    expect([await readAlgo(world, owner), await listed()]).toMatchObject([{ version: 7 }, [5, 4, 3, 2, 1]]);
    expect([world.contents.published.size, world.contents.staged.size]).toEqual([1, 0]);
  });

  it('do not have the present source code, which a change that failed has kept, nor after a restoration from the bin', async () => {
    const { world, owner, listed, save } = await opened();
    const down = openWorld({ replace: world.ports, step: failing('algos.compareAndSet') });
    for (const round of [1, 2]) {
      await refusal(down.service.patchAlgo({ id: 1, changes: { sourceCode: {} } }, owner));
      await world.service.deleteAlgo({ id: 1 }, owner);
      await world.service.restoreAlgo({ id: 1 }, owner);
      expect([world.data.history.size, await listed()], `round ${round}`).toEqual([1, [1]]);
    }
    expect(await refusal(world.service.getVersion({ id: 1, version: 2 }, owner))).toBe(Version_not_found);
    world.clock.advance(30 * DAY + 600_000);
    await world.service.resumeWork();
    expect([world.data.history.size, await listed()], 'the latest one stays').toEqual([1, [1]]);
    await save(1);
    await save(2);
    expect(await listed(), 'a content that came back').toHaveLength(3);
  });

  it('are what the source code was before, in this order, whatever fails, is deleted or comes back', async () => {
    const actions = fc.array(fc.constantFrom('a', 'b', 'fail', 'bin', 'rename'), { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(actions, async (drawn) => {
        const { world, owner } = await opened();
        const down = openWorld({ replace: world.ports, step: failing('algos.compareAndSet') });
        const patch = (changes: object) => world.service.patchAlgo({ id: 1, changes }, owner);
        const saved: unknown[] = [{ version: 1 }, { version: 2 }];
        for (const action of drawn) {
          if (action === 'fail')
            await refusal(down.service.patchAlgo({ id: 1, changes: { sourceCode: ['d'] } }, owner));
          else if (action === 'rename') await patch({ nom: 'Renamed' });
          else if (action === 'bin') {
            await world.service.deleteAlgo({ id: 1 }, owner);
            await world.service.restoreAlgo({ id: 1 }, owner);
          } else {
            await patch({ sourceCode: [action] });
            saved.push([action]);
          }
        }
        const sources: unknown[] = [(await readAlgo(world, owner)).sourceCode];
        const { versions } = await world.service.listVersions({ id: 1 }, owner);
        for (const { version } of versions) sources.push(await sourceOf(world, owner, version));
        expect(sources[1], 'not the present one').not.toEqual(sources[0]);
        // A change that failed before the algorithm was in the bin has kept the same twice.
        expect(withoutRepetitions(sources.reverse())).toEqual(withoutRepetitions(saved));
      }),
      { numRuns: 60 },
    );
  });

  it('are not needed to mend a content: the same source code is saved again', async () => {
    for (const isCached of [true, false]) {
      const { world, owner } = await opened();
      world.contents.records.clear();
      const { service } = isCached ? world : openWorld({ replace: world.ports });
      await service.patchAlgo({ id: 1, changes: { sourceCode: { version: 2 } } }, owner);
      await service.settled();
      expect(await readAlgo(openWorld({ replace: world.ports }), owner)).toMatchObject({ sourceCode: { version: 2 } });
    }
  });

  it('come back as a new version, and the present one is kept', async () => {
    const { world, owner, writer, listed } = await opened({ last: 3 });
    world.clock.advance(7);
    const { algo, version } = await world.service.restoreVersion({ id: 1, version: 1, ifVersion: [3] }, writer);
    expect([algo, version]).toMatchObject([{ id: 1, dateModification: world.clock.now(), droits: 'ReadWrite' }, 4]);
    expect(await readAlgo(world, owner)).toMatchObject({ version: 4, sourceCode: { version: 1 } });
    expect(await listed()).toEqual([3, 2, 1]);
    expect(await refusal(world.service.restoreVersion({ id: 1, version: 2, ifVersion: [3] }, owner))).toBe(Conflict);
    expect(world.data.algos.get(1)?.modifiedBy).toBe(writer.user.id);
  });

  it('are the last 20 by default, or as many as the policy says', async () => {
    expect(await (await opened({ last: 30 })).listed()).toEqual(Array.from({ length: 20 }, (_, index) => 29 - index));
    expect(await (await opened({ last: 6, history: { versions: 2 } })).listed()).toEqual([5, 4]);
    for (const history of [{ versions: 0 }, { versionsMs: 0 }]) {
      expect(await (await opened({ last: 6, history })).listed()).toEqual([]);
    }
  });

  it('end after 30 days, but the latest one; all of them at once if the policy keeps none', async () => {
    const { world, owner, save, listed } = await opened({ last: 4 });
    const pass = async (ms: number): Promise<void> => {
      world.clock.advance(ms);
      await world.ports.rounds.record(world.clock.now()); // the rounds of this time
      await world.service.resumeWork();
    };
    world.clock.advance(29 * DAY);
    await save(5);
    await pass(0);
    expect(await listed()).toEqual([4, 3, 2, 1]);
    await pass(DAY);
    expect(await listed(), 'before the removal').toEqual([4]);
    expect(world.data.history.size, 'a restoration may have begun').toBe(4);
    for (const version of [3, 4]) {
      const found = await refusal(world.service.getVersion({ id: 1, version }, owner).then(() => 'found'));
      expect(found).toBe(version === 4 ? 'resolved to "found"' : Responses.Algo.Version_not_found);
    }
    await pass(600_000);
    expect([await listed(), world.data.history.size]).toEqual([[4], 1]);
    for (let month = 0; month < 3; month += 1) await pass(31 * DAY);
    expect(await listed()).toEqual([4]);
    await save(6);
    await pass(31 * DAY);
    expect(await listed()).toEqual([5]);
    const off = openWorld({ replace: world.ports, policy: { history: OFF } });
    await off.service.resumeWork();
    expect([await listed(), world.data.history.size]).toEqual([[], 0]);
  });

  it('end where the algorithm is gone: a change that failed beside the removal may have kept one', async () => {
    const { world, owner } = await opened();
    const [entry] = world.data.history.values();
    await world.service.deleteAlgo({ id: 1 }, owner);
    await world.service.purgeAlgo({ id: 1 }, owner);
    await world.ports.history.put(entry ?? expect.fail('nothing is kept'));
    world.clock.advance(31 * DAY);
    await world.service.resumeWork();
    expect(world.data.history.size).toBe(0);
  });

  it('end in batches, and one that fails does not stop the others', async () => {
    const { world } = await opened({ last: 9 });
    world.clock.advance(31 * DAY);
    const calls: string[] = [];
    const options = { replace: world.ports, bounds: { batch: 3 } };
    const failed = openWorld({ ...options, step: failing('history.remove') });
    await failed.service.resumeWork();
    expect([world.data.history.size, new Set(failed.problems)]).toEqual([8, new Set(['history that has ended'])]);
    const late = openWorld({ ...options, step: noting(calls) });
    await late.service.resumeWork();
    expect([world.data.history.size, late.problems]).toEqual([1, []]);
    expect(calls.filter((call) => call === 'history.listEnded')).toHaveLength(3);
  });

  it('count for the quota, and go where the rest needs the room: they are never why a change is refused', async () => {
    const { world, owner, listed } = await opened();
    const versions = () => world.data.history.size;
    const tight = openWorld({ replace: world.ports, policy: { quota: { algos: 5, bytes: 100 + SHARES } } });
    const save = (bytes: number) =>
      tight.service.patchAlgo({ id: 1, changes: { sourceCode: ['x'.repeat(bytes - 4)] } }, owner);
    await save(70); // with the versions 1 and 2: 96 bytes
    expect([await listed(), versions()]).toEqual([[2, 1], 2]);
    await save(71);
    expect(await listed(), 'without room for the one of 70 bytes').toEqual([2, 1]);
    await save(88);
    expect(await listed(), 'with room for 12 bytes').toEqual([]);
    expect(await refusal(save(101))).toBe(Responses.Algo.Quota_exceeded);
    for (const bytes of [10, 20, 30, 40]) await save(bytes);
    expect(await listed(), 'with room again, for 60 bytes').toEqual([8, 7, 6]);
    const json = { nom: 'Other', sourceCode: ['x'.repeat(21)], ownerId: owner.user.id };
    await tight.service.createAlgo(json, owner);
    expect(await listed(), 'beside another algorithm').toEqual([8]);
  });

  it('are kept, together with all else within the quota, however large and small the changes are', async () => {
    const sizes = fc.array(fc.integer({ min: 5, max: 70 }), { minLength: 5, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(sizes, async (changes) => {
        const { world, owner } = await opened();
        const tight = openWorld({ replace: world.ports, policy: { quota: { algos: 5, bytes: 140 + SHARES } } });
        for (const bytes of changes) {
          const before = world.data.algos.get(1)?.ref;
          await tight.service.patchAlgo({ id: 1, changes: { sourceCode: ['x'.repeat(bytes - 4)] } }, owner);
          const { used, versions, limit } = (await tight.service.getOwnUser(owner)).usage.bytes;
          expect(used + versions).toBeLessThanOrEqual(limit ?? 0);
          const isSame = world.data.algos.get(1)?.ref === before;
          expect(isSame || [...world.data.history.keys()].includes(before ?? ''), 'the latest').toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('do not stop a change of a content that is missing, and cannot be kept', async () => {
    const { world, owner, listed } = await opened();
    const late = openWorld({ replace: world.ports });
    world.contents.records.clear();
    await late.service.patchAlgo({ id: 1, changes: { sourceCode: { version: 3 } } }, owner);
    expect(await readAlgo(late, owner)).toMatchObject({ sourceCode: { version: 3 } });
    expect(await listed()).toEqual([1]);
  });

  it('is refused, and changes nothing, when the former version cannot be kept now', async () => {
    const { world, owner } = await opened();
    for (const method of ['contentStore.keep', 'contentStore.stage', 'algos.compareAndSet']) {
      const down = openWorld({ replace: world.ports, step: failing(method) });
      const change = down.service.patchAlgo({ id: 1, changes: { sourceCode: {} } }, owner);
      expect(await refusal(change), method).toBe(Responses.General.Unavailable);
      expect([world.data.algos.get(1)?.version, world.data.history.size], method).toEqual([2, 1]);
    }
  });

  it('that are damaged are left out, counted and reported', async () => {
    const { world, owner } = await opened({ last: 4 });
    const [ref = ''] = world.data.history.keys();
    world.data.damage({ place: 'history', id: ref, field: 'nom' });
    const found = await world.service.listVersions({ id: 1 }, owner);
    expect([found.versions.map(({ version }) => version), found.leftOut]).toEqual([[3, 2], 1]);
    expect(world.problems).toEqual(['list of algorithms: left out']);
  });
});
