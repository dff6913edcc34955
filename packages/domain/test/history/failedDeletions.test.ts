import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/errors.ts';
import { type Policy, Responses } from '../../src/index.ts';
import { openSharedAlgo, readAlgo } from '../support/algos.ts';
import { after, before, failing, type Step } from '../support/intercept.ts';
import { openWorld, refusal, type World } from '../support/world.ts';

const { Not_found } = Responses.Algo;
const { Unavailable } = Responses.General;
const DAY = 86_400_000;

/** Another server on the same stores. */
const server = ({ ports }: World, step?: Step, policy: Partial<Policy> = {}) =>
  openWorld({ replace: ports, policy, ...(step && { step }) });

/** A shared algorithm, id 1, of version 2 with one former version, and what its owner does with it. */
async function opened() {
  const shared = await openSharedAlgo();
  const { world, owner } = shared;
  const remove = (on: Pick<World, 'service'> = world) => refusal(on.service.deleteAlgo({ id: 1 }, owner));
  const save = (n: number, on: Pick<World, 'service'> = world) =>
    on.service.patchAlgo({ id: 1, changes: { sourceCode: { n } } }, owner);
  const purge = () => world.service.purgeAlgo({ id: 1 }, owner);
  const bin = async () => (await world.service.listBin({}, owner)).algos.map(({ id }) => id);
  const deleted = () => [...world.data.history.values()].filter(({ former }) => former.dateSuppression !== null).length;
  const versions = async () =>
    (await world.service.listVersions({ id: 1 }, owner)).versions.map(({ version }) => version);
  return { ...shared, remove, save, purge, bin, deleted, versions };
}

const DECIDED: Step = (name, run) =>
  name === 'algos.delete' ? Promise.reject(new UnavailableError({ isDecided: true })) : run();
const UNDECIDED = failing('algos.delete');

describe('a deletion that fails', () => {
  it('takes its entry back if the store says that it did not happen', async () => {
    const { world, owner, remove, deleted } = await opened();
    expect(await remove(server(world, DECIDED))).toBe(Unavailable);
    expect([deleted(), await world.ports.algos.usage(owner.user.id)]).toEqual([0, { algos: 1, bytes: 13 }]);
  });

  it('leaves its entry if it happened', async () => {
    const { world, remove, bin } = await opened();
    const late = server(world, async (name, run) => {
      const result = await run();
      if (name === 'algos.delete') throw new UnavailableError({ isDecided: true });
      return result;
    });
    expect(await remove(late)).toBe(Unavailable);
    expect(await bin()).toEqual([1]);
  });

  it('leaves nothing behind the next change of the source code', async () => {
    const { world, owner, remove, save, deleted, versions } = await opened();
    for (let n = 1; n <= 3; n += 1) {
      expect(await remove(server(world, UNDECIDED))).toBe(Unavailable);
      expect(deleted()).toBe(1);
      await save(n);
      expect(deleted()).toBe(0);
    }
    expect(await world.ports.algos.usage(owner.user.id)).toMatchObject({ algos: 1 });
    expect(await versions()).toEqual([4, 3, 2, 1]);
    expect([...world.data.history.values()].every(({ former }) => former.permsAlgorithme.length === 0)).toBe(true);
  });

  it.each([
    ['without room for it', { quota: { algos: 9, bytes: 40 } }, [2]],
    ['without versions', { history: { versions: 0, versionsMs: DAY, binMs: DAY } }, [1]],
  ])('leaves nothing behind a change %s', async (_title, policy, kept) => {
    const { world, remove, save, deleted, versions } = await opened();
    await remove(server(world, UNDECIDED));
    await save(123_456_789, server(world, undefined, policy));
    expect([deleted(), await versions()]).toEqual([0, kept]);
  });

  it('leaves its entry to the next deletion if the change does not happen', async () => {
    const { world, owner, remove, save, bin, deleted } = await opened();
    await remove(server(world, UNDECIDED));
    expect(await refusal(save(1, server(world, failing('algos.compareAndSet'))))).toBe(Unavailable);
    expect(deleted()).toBe(1);
    await remove();
    expect(await bin()).toEqual([1]);
    await world.service.restoreAlgo({ id: 1 }, owner);
    expect(deleted()).toBe(0);
  });

  it('gives no right back when the algorithm is damaged later', async () => {
    const { world, owner, writer, remove, bin } = await opened();
    await remove(server(world, UNDECIDED));
    await world.service.patchAlgo({ id: 1, changes: { permsAlgorithme: [] } }, owner);
    world.contents.published.clear();
    await remove(server(world));
    expect([world.data.algos.size, await bin()]).toEqual([0, []]);
    expect(await refusal(readAlgo(world, writer))).toBe(Not_found);
  });

  it('of a damaged algorithm leaves the entry of one that failed before', async () => {
    const { world, owner, remove, bin } = await opened();
    await remove(server(world, UNDECIDED));
    world.contents.published.clear();
    await remove(server(world));
    expect(await bin()).toEqual([1]);
    await world.service.restoreAlgo({ id: 1 }, owner);
    expect(await readAlgo(world, owner)).toMatchObject({ sourceCode: { version: 2 } });
  });
});

describe('a deletion that another server overtakes', () => {
  /** Runs before this call of a deletion, which has read the algorithm. */
  const overtaken = (world: World, call: string, work: () => Promise<unknown>) => server(world, before(call, work));

  it.each(['history.put', 'algos.delete'])('puts nothing into a bin that was emptied: before %s', async (call) => {
    const { world, owner, remove, purge, bin } = await opened();
    const late = overtaken(world, call, async () => {
      await world.service.patchAlgo({ id: 1, changes: { permsAlgorithme: [] } }, owner);
      await remove();
      await purge();
    });
    expect(await remove(late)).toBe(Not_found);
    expect([await bin(), world.data.history.size]).toEqual([[], 0]);
  });

  it.each(['history.put', 'algos.delete'])('leaves the entry of the other one: before %s', async (call) => {
    for (const ms of [0, 5]) {
      const { world, owner, writer, remove, bin } = await opened();
      const late = overtaken(world, call, async () => {
        world.clock.advance(ms);
        await remove();
      });
      expect(await remove(late)).toBe(Not_found);
      expect(await bin()).toEqual([1]);
      await world.service.restoreAlgo({ id: 1 }, owner);
      expect(await readAlgo(world, writer)).toMatchObject({ sourceCode: { version: 2 } });
    }
  });

  it.each(['history.put', 'algos.delete'])('leaves the version that a change kept: before %s', async (call) => {
    for (const ms of [0, 5]) {
      const { world, owner, save, deleted, versions } = await opened();
      const late = overtaken(world, call, async () => {
        world.clock.advance(ms);
        await save(1);
      });
      const asked = { id: 1, ifVersion: [2] };
      expect(await refusal(late.service.deleteAlgo(asked, owner))).toBe(Responses.Algo.Conflict);
      expect([deleted(), await versions()]).toEqual([0, [2, 1]]);
    }
  });

  it('leaves the version that a change keeps at the same time', async () => {
    const { world, owner, remove, save, deleted, versions } = await opened();
    const other = server(
      world,
      after('history.put', () => refusal(late.service.deleteAlgo({ id: 1, ifVersion: [2] }, owner))),
    );
    const late = server(
      world,
      before('algos.delete', () => world.ports.algos.compareAndSet(1, 2, { nom: 'Renamed' })),
    );
    await save(1, other);
    expect([deleted(), await versions()]).toEqual([0, [3, 1]]);
    await remove();
    expect(deleted()).toBe(1);
  });

  it('leaves the entry of the other one, and fails itself', async () => {
    const { world, remove, bin } = await opened();
    const late = server(world, async (name, run) => {
      if (name !== 'algos.delete') return run();
      await remove();
      throw new UnavailableError({ isDecided: true });
    });
    expect(await remove(late)).toBe(Unavailable);
    expect(await bin()).toEqual([1]);
  });

  it('tries again, and leaves one entry', async () => {
    const { world, owner, remove, save, bin, deleted } = await opened();
    expect(await remove(overtaken(world, 'algos.delete', () => save(1)))).toMatch('resolved');
    expect([await bin(), deleted()]).toEqual([[1], 1]);
    await world.service.restoreAlgo({ id: 1 }, owner);
    expect(await readAlgo(world, owner)).toMatchObject({ sourceCode: { n: 1 } });
  });
});
