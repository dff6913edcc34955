import { describe, expect, it } from 'vitest';
import { type AlgoHistory, Responses, UnavailableError } from '../../src/index.ts';
import { openSharedAlgo } from '../support/algos.ts';
import { openWorld, refusal, type World } from '../support/world.ts';

const NOT_KEPT = 'algorithm content: a former one that is not kept';

/** An algorithm of version 2 on a store that commits in the order of the calls. `put` and `commit` run in place of the calls. */
async function opened(replaced: {
  readonly put?: (put: () => Promise<void>) => Promise<void>;
  readonly commit?: (commit: () => Promise<unknown>) => Promise<unknown>;
}) {
  const shared = await openSharedAlgo();
  const { ports } = shared.world;
  const { put = (run) => run(), commit = (run) => run() } = replaced;
  const history: AlgoHistory = {
    ...ports.history,
    isInOrder: true,
    put: (entry) => put(() => ports.history.put(entry)),
  };
  const step = (name: string, run: () => Promise<unknown>) => (name === 'algos.compareAndSet' ? commit(run) : run());
  const world: World = openWorld({ replace: { ...ports, history }, step });
  const save = () => world.service.patchAlgo({ id: 1, changes: { sourceCode: { version: 3 } } }, shared.owner);
  const listed = async () =>
    (await world.service.listVersions({ id: 1 }, shared.owner)).versions.map(({ version }) => version);
  return { world, save, listed };
}

describe('a change on a store that commits in the order of the calls', () => {
  it('does not wait for the version that it keeps before it commits', async () => {
    const committing = Promise.withResolvers<void>();
    const { world, save, listed } = await opened({
      put: async (run) => {
        await committing.promise;
        return run();
      },
      commit: (run) => {
        committing.resolve();
        return run();
      },
    });
    await save();
    expect(await listed()).toEqual([2, 1]);
    expect(world.problems).toEqual([]);
  });

  it('stays when the version cannot be kept, which is reported', async () => {
    const { world, save, listed } = await opened({ put: () => Promise.reject(new UnavailableError()) });
    expect(await save()).toMatchObject({ version: 3 });
    expect(await listed()).toEqual([1]);
    expect(world.problems).toEqual([NOT_KEPT]);
  });

  it('is tried again without a report when another one preceded it and the version could not be kept', async () => {
    const tries = { put: 0, commit: 0 };
    const { world, save, listed } = await opened({
      put: (run) => (++tries.put === 1 ? Promise.reject(new UnavailableError()) : run()),
      commit: async (run) => (++tries.commit === 1 ? null : run()),
    });
    expect(await save()).toMatchObject({ version: 3 });
    expect(await listed()).toEqual([2, 1]);
    expect(world.problems).toEqual([]);
  });

  it.each([
    ['is kept', (run: () => Promise<void>) => run()],
    ['is not kept', () => Promise.reject(new UnavailableError())],
  ])('is refused when it cannot commit, whether the version %s', async (_, put) => {
    const { world, save } = await opened({
      put,
      commit: () => Promise.reject(new UnavailableError({ isDecided: true })),
    });
    expect(await refusal(save())).toBe(Responses.General.Unavailable);
    expect(world.problems).not.toContain(NOT_KEPT);
  });
});
