import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { newAlgo } from '../../testkit/suites/samples.ts';
import { grant, openSharedAlgo } from '../support/algos.ts';
import { failing } from '../support/intercept.ts';
import { member, openWithAda, openWorld, refusal } from '../support/world.ts';

const { Unavailable } = Responses.General;

/** Two users with ten algorithms each, ids 1 to 20 in turn; those of Ada with an even nom are Bob's to read. */
async function opened() {
  const world = openWorld();
  const [ada, bob] = [await member(world, 'ada'), await member(world, 'bob')];
  for (let index = 0; index < 20; index += 1) {
    const caller = index % 2 === 0 ? ada : bob;
    const nom = `algo ${index}`;
    const { algo } = await world.service.createAlgo({ ownerId: caller.user.id, nom, sourceCode: {} }, caller);
    if (index % 4 !== 0) continue;
    const changes = { nom, sourceCode: {}, permsAlgorithme: [grant(bob, 'Read')] };
    await world.service.updateAlgo({ id: algo.id, changes }, caller);
  }
  const list = async (id: number, by = ada, page?: unknown) => {
    const { algos, next } = await world.service.listAlgos({ id, page }, by);
    return { ids: algos.map((algo) => algo.id), next };
  };
  return { world, ada, bob, list };
}

const ADAS = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
const SHARED = [1, 5, 9, 13, 17];

describe('the list of algorithms', () => {
  it('of the own account has all algorithms that the user can access, by ascending id', async () => {
    const { bob, list } = await opened();
    expect(await list(1)).toEqual({ ids: ADAS, next: null });
    const bobs = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, ...SHARED].sort((one, other) => one - other);
    expect(await list(2, bob)).toEqual({ ids: bobs, next: null });
  });

  it('of another user has the algorithms that both can access', async () => {
    const { ada, bob, list } = await opened();
    expect(await list(1, bob)).toEqual({ ids: SHARED, next: null });
    expect(await list(2, ada)).toEqual({ ids: SHARED, next: null });
  });

  it('is empty for a stranger', async () => {
    const { world, stranger } = await openSharedAlgo();
    expect(await world.service.listAlgos({ id: 1 }, stranger)).toEqual({ algos: [], next: null, leftOut: 0 });
  });

  it('shows each record as the requester may see it, without source', async () => {
    const { world, owner, writer, reader } = await openSharedAlgo();
    const rights = [];
    for (const caller of [owner, writer, reader]) {
      const { algos } = await world.service.listAlgos({ id: 1 }, caller);
      rights.push(...algos.map(({ droits, ...algo }) => [droits, 'permsAlgorithme' in algo, 'sourceCode' in algo]));
    }
    expect(rights).toEqual([
      ['Owner', true, false],
      ['ReadWrite', false, false],
      ['Read', false, false],
    ]);
  });

  it('comes in pages that together are the complete list', async () => {
    const { list, ada } = await opened();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000 }), async (limit) => {
        const found: number[] = [];
        for (let after: number | null = null, first = true; first || after !== null; first = false) {
          const page = await list(1, ada, after === null ? { limit } : { limit, after });
          expect(page.ids.length).toBeLessThanOrEqual(limit);
          expect(page.next).toBe(page.ids.length + found.length < ADAS.length ? page.ids.at(-1) : null);
          found.push(...page.ids);
          after = page.next;
        }
        expect(found).toEqual(ADAS);
      }),
      { numRuns: 30 },
    );
  });

  it('has a thousand records in a page unless told', async () => {
    const { world, ada } = await openWithAda({ policy: { quota: null } });
    const { algos } = world.ports;
    for (let id = 1; id <= 1_001; id += 1) await algos.insert({ ...newAlgo(id), id });
    const page = await world.service.listAlgos({ id: 1 }, ada);
    expect([page.algos.length, page.next]).toEqual([1_000, 1_000]);
  });

  it('starts after an id that need not exist, with a limit or without', async () => {
    const { list, ada } = await opened();
    expect(await list(1, ada, { after: 14 })).toEqual({ ids: [15, 17, 19], next: null });
    expect(await list(1, ada, { after: 14, limit: 2 })).toEqual({ ids: [15, 17], next: 17 });
    expect(await list(1, ada, { after: 99 })).toEqual({ ids: [], next: null });
    expect(await list(1, ada, { after: null, limit: '' })).toEqual({ ids: ADAS, next: null });
  });

  it.each(['users.', 'algos.'])('is unavailable, and not empty, when a store is down: %s', async (port) => {
    const { world, ada, bob } = await opened();
    const down = openWorld({ replace: world.ports, step: failing(port) });
    expect(await refusal(down.service.listAlgos({ id: bob.user.id }, ada))).toBe(Unavailable);
  });
});
