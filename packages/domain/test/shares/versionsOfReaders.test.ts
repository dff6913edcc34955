import { expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { refusal } from '../support/world.ts';
import { confirmedMember, openShares, share } from './sharing.ts';

/**
 * Versions 1 to 3 come before the share, the next ones after it; a minute apart. Bob, user 2, may change it, Cleo, user 3, only read.
 */
async function shared() {
  const { world, owner } = await openShares();
  const [bob, cleo] = [await confirmedMember(world, 'bob'), await confirmedMember(world, 'cleo')];
  const save = async (step: number, caller = owner) => {
    world.clock.advance(60_000);
    await world.service.patchAlgo({ id: 1, changes: { sourceCode: { step } } }, caller);
  };
  for (const step of [2, 3]) await save(step);
  world.clock.advance(60_000);
  for (const person of [2, 3]) await share({ world, owner }, person, 'ReadWrite');
  const steps = async (caller = owner) => {
    const { versions } = await world.service.listVersions({ id: 1 }, caller);
    return Promise.all(
      versions.map(async ({ version }) => (await world.service.getVersion({ id: 1, version }, caller)).source.json()),
    );
  };
  return { world, owner, bob, cleo, save, steps };
}

it('who has a right sees the versions from then on: the one of then, and no earlier one', async () => {
  const { world, owner, bob, save, steps } = await shared();
  expect(await steps(bob)).toEqual([]);
  for (const step of [4, 5]) await save(step);
  expect(await steps(bob)).toEqual([{ step: 4 }, { step: 3 }]);
  expect(await steps(owner)).toEqual([{ step: 4 }, { step: 3 }, { step: 2 }, {}]);
  for (const read of [world.service.getVersion, world.service.restoreVersion])
    expect(await refusal(read({ id: 1, version: 1 }, bob))).toBe(Responses.Algo.Version_not_found);
  expect((await world.service.getVersion({ id: 1, version: 1 }, owner)).source.json()).toEqual({});
});

it('who wrote a version is told to the owner, and to others if it was the owner or they', async () => {
  const { world, owner, bob, cleo, save } = await shared();
  for (const [step, writer] of [
    [4, owner],
    [5, bob],
    [6, owner],
  ] as const)
    await save(step, writer);
  const writers = async (caller = owner) =>
    (await world.service.listVersions({ id: 1 }, caller)).versions.map(({ idUtilisateur }) => idUtilisateur);
  expect(await writers(owner)).toEqual([2, 1, 1, 1, 1]);
  expect(await writers(bob)).toEqual([2, 1, 1]);
  expect(await writers(cleo)).toEqual([null, 1, 1]);
});
