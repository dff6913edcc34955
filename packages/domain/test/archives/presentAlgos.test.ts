import { describe, expect, it } from 'vitest';
import { type AuthenticatedCaller, Responses } from '../../src/index.ts';
import { after, before, failing, type Step } from '../support/intercept.ts';
import { member, openWorld, refusal, type World } from '../support/world.ts';
import { imported } from './support/archive.ts';

const FILE = { 'Tri.json': '[1]' };

/** Bob with one algorithm `Tri` at the top. The step runs only while the test calls `importing`. */
async function opened(step: (world: World, bob: AuthenticatedCaller, id: number) => Step) {
  let inUse: Step = (_name, run) => run();
  const world = openWorld({ step: (name, run) => inUse(name, run), bounds: { cachedBytes: 0 } });
  const bob = await member(world, 'bob');
  const { algo } = await world.service.createAlgo({ ownerId: bob.user.id, nom: 'Tri', sourceCode: [1] }, bob);
  const importing = async (files: Readonly<Record<string, string>> = FILE) => {
    inUse = step(world, bob, algo.id);
    const work = imported(world, bob, files).finally(() => {
      inUse = (_name, run) => run();
    });
    return (await work).map(({ outcome }) => outcome);
  };
  return { world, bob, id: algo.id, importing };
}

const asIs = (): Step => (_name, run) => run();

describe('an import finds an algorithm present', () => {
  it('only with its name, its folder and its content', async () => {
    const { importing } = await opened(asIs);
    const files = { 'Tri.json': '[1]', 'TRI.json': '[1]', 'Cours/Tri.json': '[1]', 'Tri.JSON': '[2]' };
    expect(await importing(files)).toEqual(['present', 'created', 'created', 'created']);
    expect(await importing(files)).toEqual(['present', 'present', 'present', 'present']);
  });

  it.each([
    [
      'gets another name',
      (world: World, bob: AuthenticatedCaller, id: number) =>
        world.service.patchAlgo({ id, changes: { nom: 'Tas' } }, bob),
    ],
    [
      'is moved',
      (world: World, bob: AuthenticatedCaller, id: number) =>
        world.service
          .createFolder({ folder: { nom: 'Cours' } }, bob)
          .then(() => world.ports.algos.place(id, bob.user.id, 1)),
    ],
    ['is deleted', (world: World, bob: AuthenticatedCaller, id: number) => world.service.deleteAlgo({ id }, bob)],
  ])('not if it %s while the import looks', async (_, change) => {
    const { importing, world } = await opened((...given) => after('algos.walk', () => change(...given)));
    expect(await importing()).toEqual(['created']);
    expect(world.problems).toEqual([]);
  });

  it('at the top, if its folder is gone', async () => {
    const { importing, world, bob, id } = await opened(asIs);
    await world.ports.algos.place(id, bob.user.id, 9);
    expect(await importing()).toEqual(['present']);
  });

  it('not if its content is damaged, which is reported', async () => {
    const { importing, world } = await opened((all) =>
      before('contentStore.read', async () => all.contents.records.clear()),
    );
    expect(await importing()).toEqual(['created']);
    expect(world.problems).toEqual(['import: not compared']);
  });

  it('and ends if the store fails', async () => {
    const { importing } = await opened(() => failing('contentStore.read'));
    expect(await refusal(importing())).toBe(Responses.General.Unavailable);
  });
});
