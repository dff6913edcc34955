import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PENDING_AGE_MS } from '../../src/index.ts';
import { type Name, OPERATIONS, openScene, type Scene, sourcesIn } from '../support/algoRaces.ts';
import { scheduled } from '../support/interleaving.ts';
import { refusal } from '../support/world.ts';

const CHANGES: readonly Name[] = ['save', 'save the same content', 'rename', 'share', 'unshare', 'create'];
const OTHERS: readonly Name[] = ['back', 'resume', 'log in', 'delete the owner', 'delete the guest'];

/** Reads, saves, deletions and what ends these come more often than the others. */
const NAMES = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Name>('read', 'save') },
  { weight: 3, arbitrary: fc.constantFrom<Name>('delete', 'purge', 'restore') },
  { weight: 2, arbitrary: fc.constantFrom<Name>(...CHANGES) },
  { weight: 2, arbitrary: fc.constantFrom<Name>(...OTHERS) },
);

const RACES = fc.record({
  names: fc.array(NAMES, { minLength: 2, maxLength: 6 }),
  /** One server has a folder of files; several share a database. */
  isOneServer: fc.boolean(),
  areKept: fc.boolean(),
  isDeleted: fc.boolean(),
  scheduler: fc.scheduler(),
});
type Race = typeof RACES extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Runs all at the same time. @returns which of them are done */
async function run(scene: Scene, { names, isOneServer, scheduler }: Race): Promise<readonly boolean[]> {
  const order = scheduled(scheduler);
  const one = isOneServer ? scene.open(order) : null;
  const work = names.map(async (name, index) => {
    const [service, next] = [one ?? scene.open(order), one ?? scene.open(order)];
    const answer = await refusal(OPERATIONS[name]({ service, next, index, scene }));
    for (const server of [service, next]) await server.settled();
    return answer.startsWith('resolved');
  });
  return scheduler.waitFor(Promise.all(work));
}

it('an algorithm is there, in the bin or gone for good with all that it had, whatever servers do with it at once', async () => {
  const race = async (drawn: Race) => {
    const scene = await openScene({ isShared: !drawn.isOneServer, areKept: drawn.areKept });
    const { world, owner, clock, contents } = scene;
    if (drawn.isDeleted) await world.service.deleteAlgo({ id: 1 }, owner);
    const { names } = drawn;
    const areDone = await run(scene, drawn);
    const countOf = (name: Name): number =>
      names.filter((each, index) => each === name && areDone[index] === true).length;
    const done = (name: Name): boolean => countOf(name) > 0;
    clock.advance(PENDING_AGE_MS + 1);
    await world.service.resumeWork();

    const { algos, bin, history, users, sessions } = world.data;
    if (!drawn.isDeleted && names.every((name) => CHANGES.includes(name))) expect(areDone).not.toContain(false);
    const isOwnerGone = done('delete the owner');
    const isGone = isOwnerGone || done('purge');
    const count = isOwnerGone ? 0 : (isGone ? 0 : 1) + countOf('create');
    const all = [...algos.values(), ...bin.values()];
    expect([all.length, all.filter(({ id }) => id === 1).length]).toEqual([count, isGone ? 0 : 1]);
    expect((await world.ports.algos.usage(1)).algos).toBe(count);
    if (isGone) expect(history.size, 'former versions of what is gone').toBe(0);
    const refs = all.map(({ id, ref }) => [id, ref]);
    const published = [...contents.published].map(([id, { ref }]) => [id, ref]);
    expect([[...contents.staged], published.sort()]).toEqual([[], refs.sort()]);

    const left = [1, 2].filter((id) => !(id === 1 && isOwnerGone) && !(id === 2 && done('delete the guest')));
    expect([...users.keys()]).toEqual(left);
    // A right in the bin may be one of a user who is gone: the restoration leaves it out.
    const named = [...algos.values()].flatMap(({ permsAlgorithme }) => permsAlgorithme.map((one) => one.idUtilisateur));
    expect(left).toEqual(expect.arrayContaining([...named, ...[...sessions.values()].map(({ userId }) => userId)]));
    if (done('unshare') && !done('share')) expect(all.flatMap(({ permsAlgorithme }) => permsAlgorithme)).toEqual([]);
    const sources = isGone ? '' : await sourcesIn(scene); // each of them is whole
    const saved: (number | string)[] = names.flatMap((name, index) =>
      name === 'save' && areDone[index] === true ? [index] : [],
    );
    if (done('save the same content')) saved.push('same');
    for (const each of isGone || !drawn.areKept ? [] : ['first', 'second', ...saved]) {
      expect(sources, 'what was acknowledged').toContain(JSON.stringify({ saved: each }));
    }
    expect(world.problems).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(RACES, race), { numRuns: 300 });
});
