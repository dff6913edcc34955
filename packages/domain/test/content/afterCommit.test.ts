import { describe, expect, it } from 'vitest';
import type { Step } from '../support/intercept.ts';
import { member, openWorld } from '../support/world.ts';

const ALGO = { ownerId: 1, nom: 'Sort', sourceCode: { steps: [1] } };
/** How many steps run in the background at the same time. */
const MOST = 64;

/** A service whose publications begin at once and end when the test releases them. */
async function held() {
  const release = Promise.withResolvers<void>();
  let begun = 0;
  const step: Step = async (name, run) => {
    if (name !== 'contentStore.publish') return run();
    begun += 1;
    await release.promise;
    return run();
  };
  const world = openWorld({ step, endsWithAnswer: true });
  const caller = await member(world, 'ada');
  return { ...world, caller, release: () => release.resolve(), begun: () => begun };
}

/** Whether the promise is settled after all steps have run that need no release. */
async function isAnswered(promise: Promise<unknown>): Promise<boolean> {
  let answered = false;
  void promise.then(() => {
    answered = true;
  });
  await new Promise(setImmediate);
  return answered;
}

describe('what follows the commit of an algorithm', () => {
  it('does not hold up its answer, and is done when the service is settled', async () => {
    const { service, caller, contents, release } = await held();
    expect((await service.createAlgo(ALGO, caller)).version).toBe(1);
    expect((await service.getAlgo({ id: 1 }, caller)).source?.json()).toEqual(ALGO.sourceCode);
    const settled = service.settled();
    expect(await isAnswered(settled)).toBe(false);
    expect([contents.published.size, contents.staged.size]).toEqual([0, 1]);
    release();
    await settled;
    expect([contents.published.size, contents.staged.size]).toEqual([1, 0]);
  });

  it('is done before the service is closed', async () => {
    const { service, caller, contents, release } = await held();
    await service.createAlgo(ALGO, caller);
    const closed = service.close();
    expect(await isAnswered(closed)).toBe(false);
    release();
    await closed;
    expect(contents.published.size).toBe(1);
  });

  it('is done before the next change of the same algorithm', async () => {
    const { service, caller, data, release } = await held();
    await service.createAlgo(ALGO, caller);
    const changes = { nom: 'Changed', sourceCode: {} };
    const updated = service.updateAlgo({ id: 1, changes }, caller);
    expect(await isAnswered(updated)).toBe(false);
    expect(data.algos.get(1)?.version).toBe(1);
    release();
    expect((await updated).version).toBe(2);
  });

  it(`is waited for when ${MOST} others are under way`, async () => {
    const { service, caller, data, release, begun } = await held();
    for (let created = 0; created < MOST; created += 1) await service.createAlgo(ALGO, caller);
    const next = service.createAlgo(ALGO, caller);
    expect(await isAnswered(next)).toBe(false);
    expect([data.algos.size, begun()]).toEqual([MOST + 1, MOST + 1]);
    release();
    expect((await next).algo.id).toBe(MOST + 1);
  });
});
