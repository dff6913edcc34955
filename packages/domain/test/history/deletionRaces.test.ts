import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { openSharedAlgo, readAlgo } from '../support/algos.ts';
import { before, type Step } from '../support/intercept.ts';
import { openWorld, refusal, type World } from '../support/world.ts';

const { Not_found } = Responses.Algo;

/** Another server on the same stores. */
const server = ({ ports }: World, step?: Step) => openWorld({ replace: ports, ...(step && { step }) });

/** A shared algorithm, id 1, of version 2 with one former version, and what its owner does with it. */
async function opened() {
  const shared = await openSharedAlgo();
  const { world, owner } = shared;
  const remove = (on: Pick<World, 'service'> = world) => refusal(on.service.deleteAlgo({ id: 1 }, owner));
  const save = (n: number, on: Pick<World, 'service'> = world) =>
    on.service.patchAlgo({ id: 1, changes: { sourceCode: { n } } }, owner);
  const purge = () => world.service.purgeAlgo({ id: 1 }, owner);
  const bin = async () => (await world.service.listBin({}, owner)).algos.map(({ id }) => id);
  const versions = async () =>
    (await world.service.listVersions({ id: 1 }, owner)).versions.map(({ version }) => version);
  return { ...shared, remove, save, purge, bin, versions };
}

describe('a deletion that another server overtakes', () => {
  const overtaken = (world: World, work: () => Promise<unknown>) => server(world, before('bin.add', work));

  it('puts nothing into a bin that was emptied', async () => {
    const { world, remove, purge, bin } = await opened();
    const late = overtaken(world, async () => {
      await remove();
      await purge();
    });
    expect(await remove(late)).toBe(Not_found);
    expect([await bin(), world.data.history.size]).toEqual([[], 0]);
  });

  it('leaves what the other deletion has kept', async () => {
    const { world, owner, writer, remove, bin } = await opened();
    expect(await remove(overtaken(world, () => remove()))).toBe(Not_found);
    expect(await bin()).toEqual([1]);
    await world.service.restoreAlgo({ id: 1 }, owner);
    expect(await readAlgo(world, writer)).toMatchObject({ sourceCode: { version: 2 } });
  });

  it('leaves the version that a change kept if it expected another version', async () => {
    const { world, owner, save, bin, versions } = await opened();
    const late = overtaken(world, () => save(1));
    const asked = { id: 1, ifVersion: [2] };
    expect(await refusal(late.service.deleteAlgo(asked, owner))).toBe(Responses.Algo.Conflict);
    expect([await bin(), await versions()]).toEqual([[], [2, 1]]);
  });

  it('tries again, and keeps what the other one saved', async () => {
    const { world, owner, remove, save, bin } = await opened();
    expect(await remove(overtaken(world, () => save(1)))).toMatch('resolved');
    expect(await bin()).toEqual([1]);
    await world.service.restoreAlgo({ id: 1 }, owner);
    expect(await readAlgo(world, owner)).toMatchObject({ sourceCode: { n: 1 } });
  });
});

describe('a change that a deletion overtakes', () => {
  it.each(['contentStore.stage', 'algos.compareAndSet'])(
    'leaves nothing of what is gone for good: before %s',
    async (call) => {
      const { world, remove, save, purge } = await opened();
      const late = server(
        world,
        before(call, async () => {
          await remove();
          await purge();
        }),
      );
      expect(await refusal(save(1, late))).toBe(Not_found);
      expect([world.data.algos.size, world.data.bin.size, world.data.history.size]).toEqual([0, 0, 0]);
      expect(world.contents.staged.size).toBe(0);
    },
  );

  it.each(['contentStore.stage', 'algos.compareAndSet'])('leaves bin and history alone: before %s', async (call) => {
    const { world, owner, remove, save, versions } = await opened();
    expect(
      await refusal(
        save(
          1,
          server(
            world,
            before(call, () => remove()),
          ),
        ),
      ),
    ).toBe(Not_found);
    await world.service.restoreAlgo({ id: 1 }, owner);
    expect(await readAlgo(world, owner)).toMatchObject({ sourceCode: { version: 2 } });
    expect(await versions()).toContain(1);
  });
});
