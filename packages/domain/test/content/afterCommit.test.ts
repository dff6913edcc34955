import { describe, expect, it } from 'vitest';
import { type Bounds, SERVICE_BOUNDS } from '../../src/index.ts';
import { present } from '../../testkit/suites/assert.ts';
import type { Step } from '../support/intercept.ts';
import { member, openWorld, refusal } from '../support/world.ts';

const ALGO = { ownerId: 1, nom: 'Sort', sourceCode: { steps: [1] } };
/** A service whose publications begin at once and end when the test releases them. */
async function held(bounds: Partial<Bounds> = {}) {
  const release = Promise.withResolvers<void>();
  let begun = 0;
  const step: Step = async (name, run) => {
    if (name !== 'contentStore.publish') return run();
    begun += 1;
    await release.promise;
    return run();
  };
  const world = openWorld({ step, bounds, endsWithAnswer: true });
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

  it.each([0, 1, 2])('is waited for when as many as the bound, %i, are under way', async (backgroundWorks) => {
    const { service, caller, data, release, begun } = await held({ backgroundWorks });
    for (let created = 0; created < backgroundWorks; created += 1) await service.createAlgo(ALGO, caller);
    const next = service.createAlgo(ALGO, caller);
    expect(await isAnswered(next)).toBe(false);
    expect([data.algos.size, begun()]).toEqual([backgroundWorks + 1, backgroundWorks + 1]);
    release();
    expect((await next).algo.id).toBe(backgroundWorks + 1);
  });

  it('has the bound of the defaults', async () => {
    const { service, caller, release } = await held();
    for (let created = 0; created < SERVICE_BOUNDS.backgroundWorks.default; created += 1)
      await service.createAlgo(ALGO, caller);
    const next = service.createAlgo(ALGO, caller);
    expect(await isAnswered(next)).toBe(false);
    release();
    await next;
  });
});

describe.each([0, 1, 2, 64])('%i steps after commits in the background', (backgroundWorks) => {
  it('leave the newest of many contents that are sent at once', async () => {
    const { service, contents, ports } = openWorld({ bounds: { backgroundWorks }, endsWithAnswer: true });
    const caller = await member({ service }, 'ada');
    await service.createAlgo(ALGO, caller);
    const updates = Array.from({ length: 200 }, (_, step) =>
      service.updateAlgo({ id: 1, changes: { nom: 'Sort', sourceCode: { step } } }, caller),
    );
    await Promise.all(updates);
    await service.settled();
    const { ref } = present(await ports.algos.findById(1));
    expect([...contents.published].map(([id, published]) => [id, published.ref])).toEqual([[1, ref]]);
    expect(contents.staged.size).toBe(0);
    expect((await service.getAlgo({ id: 1 }, caller)).version).toBe(201);
  });

  it('publish no content of an algorithm that was deleted meanwhile', async () => {
    const published: string[] = [];
    const removals: Promise<string>[] = [];
    const step: Step = async (name, run) => {
      if (name === 'contentStore.publish') published.push(name);
      if (name === 'algos.compareAndSet') {
        for (let count = 0; count < 2; count += 1) removals.push(refusal(service.deleteAlgo({ id: 1 }, caller)));
        await new Promise(setImmediate); // both wait for the update then, and the step after its commit waits for both
      }
      return run();
    };
    const policy = { history: { versions: 20, versionsMs: 1, savesMs: 0, binMs: 0 } };
    const { service, contents, data } = openWorld({ bounds: { backgroundWorks }, step, policy, endsWithAnswer: true });
    const caller = await member({ service }, 'ada');
    await service.createAlgo(ALGO, caller);
    await service.settled();
    published.splice(0);
    await service.updateAlgo({ id: 1, changes: { nom: 'Sort', sourceCode: {} } }, caller);
    await Promise.all(removals);
    await service.settled();
    expect([data.algos.size, contents.published.size, contents.staged.size, contents.deletions.size]).toEqual([
      0, 0, 0, 0,
    ]);
    expect(published.length).toBe(backgroundWorks === 0 ? 1 : 0);
  });
});
