import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/responses.ts';
import { failing, noting, type Step } from '../support/intercept.ts';
import { openWorld } from '../support/world.ts';

describe('health', () => {
  const stores = [
    ['users', 'records'],
    ['dueWork', 'records'],
    ['algos', 'records'],
    ['folders', 'records'],
    ['sessionStore', 'records'],
    ['limiter', 'records'],
    ['deletions', 'records'],
    ['contentStore', 'content'],
    ['mailer', 'mails'],
  ] as const;

  it('has nothing to say when every store can serve', async () => {
    const calls: string[] = [];
    expect(await openWorld({ step: noting(calls) }).service.health()).toBeUndefined();
    expect(calls.sort()).toEqual(stores.map(([store]) => `${store}.health`).sort());
  });

  it.each(stores)('when %s cannot serve it names %s and nothing else', async (port, store) => {
    const { service } = openWorld({ step: failing(`${port}.`) });
    await expect(service.health()).rejects.toMatchObject({ name: 'UnavailableError', data: { stores: [store] } });
  });

  it('names each store once, and has the reasons for the log', async () => {
    const step: Step = async (name, run) => {
      if (name === 'contentStore.health') throw new UnavailableError({ cause: new Error('EIO'), retryAfterMs: 5_000 });
      if (name === 'users.health' || name === 'algos.health') throw new UnavailableError({ reason: 'locked' });
      return run();
    };
    await expect(openWorld({ step }).service.health()).rejects.toMatchObject({
      data: { stores: ['records', 'content'] },
      reason: 'records: locked; content: EIO',
      retryAfterMs: 5_000,
    });
  });

  it('asks each medium once, and names every store on it', async () => {
    const { ports } = openWorld();
    const calls: string[] = [];
    const medium = {};
    const { users, algos, contentStore } = ports;
    for (const port of [users, algos, contentStore]) Object.assign(port, { medium });
    const step: Step = async (name, run) => {
      calls.push(name);
      if (name === 'users.health') throw new UnavailableError({ reason: 'no primary' });
      return run();
    };
    const world = openWorld({ step, replace: ports });
    await expect(world.service.health()).rejects.toMatchObject({
      data: { stores: ['records', 'content'] },
      reason: 'records: no primary; content: no primary',
    });
    expect(calls.sort()).toEqual(
      ['deletions', 'dueWork', 'folders', 'limiter', 'mailer', 'sessionStore', 'users'].map((port) => `${port}.health`),
    );
  });

  it('names a store that does not answer within ten seconds', async () => {
    const step: Step = (name, run) => (name === 'contentStore.health' ? new Promise(() => {}) : run());
    const { service, clock } = openWorld({ step });
    const answered = service.health().catch((error: unknown) => error);
    await new Promise(setImmediate);
    clock.advance(10_000);
    expect(await answered).toMatchObject({ data: { stores: ['content'] }, reason: 'content: no answer in 10 s' });
  });

  it('passes a fault on as it is', async () => {
    const problem = new TypeError('a fault of ours');
    const step: Step = (name, run) => (name === 'contentStore.health' ? Promise.reject(problem) : run());
    await expect(openWorld({ step }).service.health()).rejects.toBe(problem);
  });
});
