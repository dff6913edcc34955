import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AuthenticatedCaller, PENDING_AGE_MS, type Service } from '../../src/index.ts';
import { FakeClock } from '../../testkit/memory/index.ts';
import { scheduled } from '../support/interleaving.ts';
import { SharedContents } from '../support/sharedFiles.ts';
import { member, openWorld, refusal } from '../support/world.ts';

type Operate = (service: Service, owner: AuthenticatedCaller, index: number) => Promise<unknown>;

const OPERATIONS = {
  delete: (service, owner) => service.deleteAlgo({ id: 1 }, owner),
  restore: (service, owner) => service.restoreAlgo({ id: 1 }, owner),
  purge: (service, owner) => service.purgeAlgo({ id: 1 }, owner),
  save: (service, owner, index) => service.patchAlgo({ id: 1, changes: { sourceCode: { saved: index } } }, owner),
  rename: (service, owner) => service.patchAlgo({ id: 1, changes: { nom: 'Renamed' } }, owner),
  unshare: (service, owner) => service.patchAlgo({ id: 1, changes: { permsAlgorithme: [] } }, owner),
  back: (service, owner) => service.restoreVersion({ id: 1, version: 1 }, owner),
  resume: (service) => service.resumeWork(),
} satisfies Readonly<Record<string, Operate>>;
type Name = keyof typeof OPERATIONS;

/** Deletions, changes and what ends them come more often than the others. */
const NAMES = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Name>('delete', 'save', 'purge', 'restore') },
  { weight: 1, arbitrary: fc.constantFrom<Name>('rename', 'unshare', 'back', 'resume') },
);

const RACES = fc.record({
  names: fc.array(NAMES, { minLength: 2, maxLength: 5 }),
  isDeleted: fc.boolean(),
  scheduler: fc.scheduler(),
});

/** An algorithm, id 1, with one former version and a share, perhaps in the bin. */
async function prepared(isDeleted: boolean) {
  const clock = new FakeClock();
  const contents = new SharedContents(clock);
  const world = openWorld({ policy: { limits: null }, replace: { clock, contentStore: contents } });
  const [owner] = [await member(world, 'owner'), await member(world, 'friend')];
  await world.service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: { saved: 'first' } }, owner);
  const changes = { sourceCode: { saved: 'second' }, permsAlgorithme: [{ idUtilisateur: 2, droits: 'Read' }] };
  await world.service.patchAlgo({ id: 1, changes }, owner);
  if (isDeleted) await world.service.deleteAlgo({ id: 1 }, owner);
  return { world, owner, clock, contents };
}

/** Every source code that somebody can read. */
async function sourcesIn({ world, contents, owner }: Awaited<ReturnType<typeof prepared>>): Promise<string> {
  const { data, service } = world;
  const inBin = data.bin.has(1) ? [...contents.published.values()] : [];
  const formers = [...data.history.keys()].map((ref) => contents.formers.get(ref));
  const kept = [...inBin, ...formers].map((found) => new TextDecoder().decode(found?.content));
  const current = data.algos.has(1) ? (await service.getAlgo({ id: 1 }, owner)).source?.text() : '';
  return [...kept, current].join('\n');
}

it('an algorithm is there, in the bin or gone for good with all that it had, whatever servers do with it at once', async () => {
  const race = async ({
    names,
    isDeleted,
    scheduler,
  }: typeof RACES extends fc.Arbitrary<infer Race> ? Race : never) => {
    const scene = await prepared(isDeleted);
    const { world, owner, clock, contents } = scene;
    const work = names.map(async (name, index) => {
      const replace = { ...world.ports, clock, contentStore: contents };
      const server = openWorld({ replace, policy: { limits: null }, step: scheduled(scheduler) });
      const answer = await refusal(OPERATIONS[name](server.service, owner, index));
      await server.service.settled();
      return answer.startsWith('resolved');
    });
    const areDone = await scheduler.waitFor(Promise.all(work));
    const done = (name: Name): boolean => names.some((each, index) => each === name && areDone[index] === true);
    clock.advance(PENDING_AGE_MS + 1);
    await world.service.resumeWork();

    const { algos, bin, history } = world.data;
    const isPurged = done('purge');
    expect(algos.size + bin.size).toBe(isPurged ? 0 : 1);
    expect((await world.ports.algos.usage(1)).algos).toBe(isPurged ? 0 : 1);
    if (isPurged) expect(history.size, 'former versions of what is gone').toBe(0);
    expect([contents.staged.size, contents.published.size]).toEqual([0, algos.size + bin.size]);
    if (done('unshare')) expect((algos.get(1) ?? bin.get(1))?.permsAlgorithme ?? []).toEqual([]);
    const sources = isPurged ? '' : await sourcesIn(scene);
    const saved = names.flatMap((name, index) => (name === 'save' && areDone[index] === true ? [index] : []));
    for (const each of isPurged ? [] : ['first', 'second', ...saved]) {
      expect(sources, 'what was acknowledged').toContain(JSON.stringify({ saved: each }));
    }
  };
  await fc.assert(fc.asyncProperty(RACES, race), { numRuns: 300 });
});
