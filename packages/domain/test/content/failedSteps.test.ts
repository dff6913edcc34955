import { expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { present } from '../../testkit/suites/assert.ts';
import { breakable } from '../support/intercept.ts';
import { member, openWorld, refusal } from '../support/world.ts';

const ALGO = { ownerId: 1, nom: 'Sort', sourceCode: { steps: [1] } };

it.each(['contentStore.stage', 'contentStore.keep'])(
  'a save that fails before its commit leaves no former version: %s',
  async (call) => {
    const { state, step } = breakable(call);
    const { service, contents } = openWorld({ step });
    const caller = await member({ service }, 'ada');
    await service.createAlgo(ALGO, caller);
    state.isDown = true;
    const save = service.patchAlgo({ id: 1, changes: { sourceCode: {} } }, caller);
    expect(await refusal(save)).toBe(Responses.General.Unavailable);
    expect([contents.records.size, contents.formers.size, contents.staged.size]).toEqual([1, 0, 0]);
  },
);

it('a content that could not be brought to its place at the start is brought there by the next pass', async () => {
  const first = openWorld();
  const caller = await member(first, 'ada');
  await first.service.createAlgo(ALGO, caller);
  const left = present(first.contents.records.get(1));
  await first.service.deleteAlgo({ id: 1 }, caller);
  await first.service.purgeAlgo({ id: 1 }, caller);
  first.contents.records.set(1, left); // as a crash before the removal leaves it
  const { state, step } = breakable('contentStore.delete');
  const { service } = openWorld({ replace: first.ports, step });
  state.isDown = true;
  await service.resumeWork();
  expect(first.contents.records.size).toBe(1);
  state.isDown = false;
  await service.resumeWork();
  expect(first.contents.records.size).toBe(0);
});
