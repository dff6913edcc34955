import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { openSharedAlgo, readAlgo } from '../support/algos.ts';
import { failing } from '../support/intercept.ts';
import { openWorld, refusal, tally } from '../support/world.ts';

const { Unavailable } = Responses.General;
const POLICY = { versions: 20, versionsMs: 86_400_000, savesMs: 0, binMs: 86_400_000 };
const { Not_found } = Responses.Algo;

describe('the deletion of an algorithm', () => {
  it('hides the algorithm from all users, and leaves its content for the bin', async () => {
    const { world, owner, writer, reader } = await openSharedAlgo();
    expect(await world.service.deleteAlgo({ id: 1 }, owner)).toBeUndefined();
    expect([world.data.algos.size, world.contents.published.size]).toEqual([0, 1]);
    for (const caller of [owner, writer, reader]) {
      expect(await refusal(world.service.getAlgo({ id: 1 }, caller))).toBe(Not_found);
      expect(await world.service.listAlgos({ id: 1 }, caller)).toEqual({ algos: [], next: null, leftOut: 0 });
    }
  });

  it('is audited', async () => {
    const { world, owner } = await openSharedAlgo();
    await world.service.deleteAlgo({ id: 1 }, { ...owner, requestId: 'r1' });
    expect(world.ports.audit.events.at(-1)).toMatchObject({
      action: 'algo.deleted',
      actorId: 1,
      targetId: 1,
      requestId: 'r1',
    });
  });

  it('happens once for many requests at once', async () => {
    const { world, owner } = await openSharedAlgo();
    const all = Array.from({ length: 20 }, () => world.service.deleteAlgo({ id: 1 }, owner));
    expect(await tally(all)).toEqual({ resolved: 1, [Not_found]: 19 });
    expect([world.data.bin.size, world.contents.published.size]).toEqual([1, 1]);
  });

  it.each([
    ['algos.findById', POLICY.binMs],
    ['bin.add', POLICY.binMs],
    ['contentStore.noteRemoval', 0],
    ['algos.delete', 0],
  ])('leaves the algorithm when it fails before its commit: %s, with a bin of %s ms', async (method, binMs) => {
    const { world, owner } = await openSharedAlgo();
    const policy = { history: { ...POLICY, binMs } };
    const down = openWorld({ replace: world.ports, step: failing(method), policy });
    expect(await refusal(down.service.deleteAlgo({ id: 1 }, owner))).toBe(Unavailable);
    expect(await readAlgo(world, owner)).toMatchObject({ version: 2, sourceCode: { version: 2 } });
  });

  it('without a bin is no success when the content cannot be removed after its commit', async () => {
    const { world, owner } = await openSharedAlgo();
    const policy = { history: { ...POLICY, binMs: 0 } };
    const down = openWorld({ replace: world.ports, step: failing('contentStore.delete'), policy });
    expect(await refusal(down.service.deleteAlgo({ id: 1 }, owner))).toBe(Unavailable);
    expect(await refusal(world.service.getAlgo({ id: 1 }, owner))).toBe(Not_found);
  });
});
