import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { present } from '../../testkit/suites/assert.ts';
import { breakable } from '../support/intercept.ts';
import { member, openWorld, refusal } from '../support/world.ts';

const ALGO = { ownerId: 1, nom: 'Sort', sourceCode: { steps: [1] } };
const { Unavailable } = Responses.General;

describe('what follows the commit of an algorithm', () => {
  it('is done before the answer: the content is in its place, or gone from there', async () => {
    const { service, contents } = openWorld();
    const caller = await member({ service }, 'ada');
    await service.createAlgo(ALGO, caller);
    const places = () => [contents.records.size, contents.bin.size, contents.formers.size, contents.staged.size];
    expect(places()).toEqual([1, 0, 0, 0]);
    await service.patchAlgo({ id: 1, changes: { sourceCode: {} } }, caller);
    expect(places()).toEqual([1, 0, 1, 0]);
    await service.deleteAlgo({ id: 1 }, caller);
    expect(places()).toEqual([0, 1, 1, 0]);
    await service.restoreAlgo({ id: 1 }, caller);
    expect(places()).toEqual([1, 0, 1, 0]);
    await service.deleteAlgo({ id: 1 }, caller);
    await service.purgeAlgo({ id: 1 }, caller);
    expect(places()).toEqual([0, 0, 0, 0]);
  });

  it.each(['publish', 'move', 'delete'])(
    'is no success when it fails, and the next change does it first: %s',
    async (call) => {
      const { state, step } = breakable(`contentStore.${call}`);
      const { service, contents, data, clock } = openWorld({ step });
      const caller = await member({ service }, 'ada');
      const [id, other] = [1, 2];
      for (const _twice of [id, other]) await service.createAlgo(ALGO, caller);
      if (call === 'delete') await service.deleteAlgo({ id }, caller);
      const operate = {
        publish: () => service.patchAlgo({ id, changes: { sourceCode: { nom: 'Sort' } } }, caller),
        move: () => service.deleteAlgo({ id }, caller),
        delete: () => service.purgeAlgo({ id }, caller),
      }[call];
      state.isDown = true;
      expect(await refusal(present(operate)())).toBe(Unavailable);
      const after = {
        publish: () => service.patchAlgo({ id, changes: { nom: 'Renamed' } }, caller),
        move: () => service.restoreAlgo({ id }, caller),
        delete: () => service.deleteAlgo({ id: other }, caller),
      }[call];
      if (call !== 'delete') expect(await refusal(present(after)())).toBe(Unavailable);
      state.isDown = false;
      await present(after)();
      clock.advance(700_000);
      await service.resumeWork();
      expect([...contents.records.keys()].sort()).toEqual([...data.algos.keys()].sort());
      expect([...contents.bin.keys()]).toEqual([...data.bin.keys()]);
      expect(contents.staged.size).toBe(0);
    },
  );

  it('leaves the newest of many contents that are sent at once', async () => {
    const { service, contents, ports } = openWorld();
    const caller = await member({ service }, 'ada');
    await service.createAlgo(ALGO, caller);
    const updates = Array.from({ length: 200 }, (_, step) =>
      service.updateAlgo({ id: 1, changes: { nom: 'Sort', sourceCode: { step } } }, caller),
    );
    await Promise.all(updates);
    const { ref } = present(await ports.algos.findById(1));
    expect([...contents.records].map(([id, kept]) => [id, kept.ref])).toEqual([[1, ref]]);
    expect(contents.staged.size).toBe(0);
    expect((await service.getAlgo({ id: 1 }, caller)).version).toBe(201);
  });
});
