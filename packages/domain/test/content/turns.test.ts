import { describe, expect, it } from 'vitest';
import { INNER_BOUNDS } from '../../src/bounds.ts';
import { Responses, UnavailableError } from '../../src/index.ts';
import { KeyedLock } from '../../src/work.ts';
import { intercept, type Step } from '../support/intercept.ts';
import { EACH_SAVE, member, openWorld, refusal, serviceWith } from '../support/world.ts';

const ALGO = { ownerId: 1, nom: 'Sort', sourceCode: { steps: [1] } };
const CHANGES = { nom: 'Sorted', sourceCode: { steps: [2] } };

/** A service with the algorithm 1. Before each of its calls named in `overtaken`, another server commits a change. */
async function openOvertaken(overtaken: (name: string, tries: number) => boolean, commitTries?: number) {
  const tries: string[] = [];
  let isRacing = false;
  const step: Step = async (name, run) => {
    if (!isRacing) return run();
    if (name === 'algos.compareAndSet' || name === 'bin.add') tries.push(name);
    if (overtaken(name, tries.length)) {
      const { algos } = world.ports;
      const { version = 0 } = (await algos.findById(1)) ?? {};
      await algos.compareAndSet(1, version, { nom: `Version ${version}` });
    }
    return run();
  };
  const world = openWorld({ step, ...(commitTries !== undefined && { bounds: { commitTries } }) });
  const caller = await member(world, 'ada');
  await world.service.createAlgo(ALGO, caller);
  isRacing = true;
  return { ...world, caller, tries };
}

const isCommit = (name: string): boolean => name === 'algos.compareAndSet' || name === 'bin.add';

describe('changes of one algorithm', () => {
  it('take turns in the order in which they came, so none is tried twice', async () => {
    const { service, caller, tries } = await openOvertaken(() => false);
    const patch = (at: number) => service.patchAlgo({ id: 1, changes: { nom: `Name ${at}` } }, caller);
    const before = Array.from({ length: 15 }, (_, at) => patch(at));
    const replaced = service.updateAlgo({ id: 1, changes: CHANGES }, caller);
    const after = Array.from({ length: 15 }, (_, at) => patch(15 + at));
    const versions = (await Promise.all([...before, replaced, ...after])).map(({ version }) => version);
    expect(tries.length).toBe(31);
    const inOrder = versions.toSorted((one, other) => one - other);
    expect(inOrder).toEqual(Array.from({ length: 31 }, (_, at) => at + 2));
    const byPatches = versions.toSpliced(before.length, 1); // the replacement has more to read before its turn
    expect(byPatches).toEqual(byPatches.toSorted((one, other) => one - other));
  });

  it('stage their content once, as long as other servers leave the content', async () => {
    let staged = 0;
    const world = await openOvertaken((call, tried) => {
      if (call === 'contentStore.stage') staged += 1;
      return isCommit(call) && tried < 3;
    });
    await world.service.updateAlgo({ id: 1, changes: CHANGES }, world.caller);
    expect(staged).toBe(1);
    expect((await world.service.getAlgo({ id: 1 }, world.caller)).source?.json()).toEqual(CHANGES.sourceCode);
  });

  it.each([1, 2, INNER_BOUNDS.commitTries.default])(
    'are refused after %i tries, and leave nothing',
    async (commitTries) => {
      const world = await openOvertaken(isCommit, commitTries);
      const { service, caller, tries, contents, problems } = world;
      const operations = [
        () => service.updateAlgo({ id: 1, changes: CHANGES }, caller),
        () => service.patchAlgo({ id: 1, changes: { nom: 'Sorted' } }, caller),
        () => service.deleteAlgo({ id: 1 }, caller),
      ];
      for (const operate of operations) {
        tries.splice(0);
        expect(await refusal(operate())).toBe(Responses.General.Unavailable);
        expect(tries.length).toBe(commitTries);
      }
      await expect(operations[0]?.()).rejects.toThrow(UnavailableError); // the server adds Retry-After to it
      expect([contents.staged.size, contents.formers.size, problems]).toEqual([0, 0, []]);
      expect((await service.getAlgo({ id: 1 }, caller)).source?.json()).toEqual(ALGO.sourceCode);
    },
  );

  it('that are refused take no former version back that another server makes meanwhile', async () => {
    const { ports, contents, service: other, caller } = await openOvertaken(() => false);
    let isDiscarded = false;
    const step: Step = async (name, run) => {
      if (name === 'algos.compareAndSet') return null;
      const found = await run();
      if (name === 'contentStore.discard') isDiscarded = true;
      else if (isDiscarded) {
        isDiscarded = false; // the first read of what names the content before
        await other.updateAlgo({ id: 1, changes: CHANGES }, caller);
      }
      return found;
    };
    const service = serviceWith(intercept(ports, step), { policy: { history: EACH_SAVE }, bounds: { commitTries: 1 } });
    const changes = { nom: 'Sort', sourceCode: { steps: [3] } };
    expect(await refusal(service.updateAlgo({ id: 1, changes }, caller))).toBe(Responses.General.Unavailable);
    const kept = await ports.history.list(1, () => {});
    expect(kept.length).toBe(1);
    expect([...contents.formers.keys()]).toEqual(kept.map(({ ref }) => ref));
  });

  it('leave no former version without content where another server has replaced that content for good', async () => {
    const { ports, contents, caller } = await openOvertaken(() => false);
    const other = serviceWith(ports, { policy: { history: { ...EACH_SAVE, versions: 0 } } });
    let isFirst = true;
    const step: Step = async (name, run) => {
      if (!isFirst || name !== 'algos.compareAndSet') return run();
      isFirst = false;
      // In a store without transactions the entry is there before the commit, which comes too late here.
      const {
        permsAlgorithme: _perms,
        places: _places,
        waiting: _waiting,
        ...former
      } = (await ports.algos.findById(1)) ?? expect.fail();
      await other.updateAlgo({ id: 1, changes: CHANGES }, caller);
      contents.formers.clear();
      await ports.history.put({ ...former, dateExpiration: ports.clock.now() + EACH_SAVE.versionsMs });
      return run();
    };
    const service = serviceWith(intercept(ports, step), { policy: { history: EACH_SAVE } });
    await service.updateAlgo({ id: 1, changes: { nom: 'Sort', sourceCode: { steps: [3] } } }, caller);
    const kept = (await ports.history.list(1, () => {})).map(({ ref }) => ref);
    expect(kept).toEqual([...contents.formers.keys()]);
    expect(kept.length).toBe(1);
  });
});

it('a lock blocks no other key, and keeps a key until the last work under it has ended, well or not', async () => {
  const lock = new KeyedLock();
  const held = Promise.withResolvers<void>();
  const [first, , last] = [
    lock.run(1, async () => 'first'),
    lock.run(1, () => held.promise),
    lock.run(1, () => Promise.reject(new TypeError('a bug'))),
  ];
  expect([await first, await lock.run(2, async () => 'other')]).toEqual(['first', 'other']);
  expect([lock.isHeld(1), lock.isHeld(2)]).toEqual([true, false]);
  held.resolve();
  await expect(last).rejects.toThrow(TypeError);
  expect(lock.isHeld(1)).toBe(false);
});
