import { describe, expect, it } from 'vitest';
import type { AuthenticatedCaller } from '../../src/caller.ts';
import { Responses } from '../../src/index.ts';
import { UnavailableError } from '../../src/responses.ts';
import type { Step } from '../support/intercept.ts';
import { expectConsistent } from '../support/invariants.ts';
import { openWithAda, openWorld, refusal, type World } from '../support/world.ts';

interface Failure {
  readonly method: string;
  readonly isDecided: boolean;
  /** Whether the call takes effect although it fails. */
  readonly comesTrue: boolean;
}

/** The method fails in each call, before or after its work. */
function failingCommit({ method, isDecided, comesTrue }: Failure): Step {
  return async (name, run) => {
    if (name !== method) return run();
    if (comesTrue) await run();
    throw new UnavailableError({ isDecided });
  };
}

const CHANGES: Readonly<Record<string, (world: World, caller: AuthenticatedCaller) => Promise<unknown>>> = {
  'algos.insert': ({ service }, caller) =>
    service.createAlgo({ ownerId: 1, nom: 'new', sourceCode: { nom: 'new' } }, caller),
  'algos.compareAndSet': ({ service }, caller) =>
    service.updateAlgo({ id: 1, changes: { nom: 'new', sourceCode: { nom: 'new' } } }, caller),
  'bin.add': ({ service }, caller) => service.deleteAlgo({ id: 1 }, caller),
  'bin.remove': async ({ service }, caller) => {
    await service.deleteAlgo({ id: 1 }, caller);
    await service.purgeAlgo({ id: 1 }, caller);
  },
};

async function worldAfter(failure: Failure) {
  const { world, ada: caller } = await openWithAda();
  await world.service.createAlgo({ ownerId: 1, nom: 'old', sourceCode: { nom: 'old' } }, caller);
  const failing = openWorld({ replace: world.ports, step: failingCommit(failure) });
  await failing.service.resumeWork(); // at its start it finds all names
  const change = CHANGES[failure.method];
  expect(change && (await refusal(change(failing, caller)))).toBe(Responses.General.Unavailable);
  return { ...world, service: failing.service, problems: failing.problems };
}

const inFlight = ({ contents }: Pick<World, 'contents'>): number => contents.staged.size;

describe.each(Object.keys(CHANGES))('a commit that failed: %s', (method) => {
  it.each([true, false])(
    'is cleaned up at once if the store knows the outcome; it was committed: %s',
    async (comesTrue) => {
      expectConsistent(await worldAfter({ method, isDecided: true, comesTrue }), method);
    },
  );

  it.each([true, false])('is left to resumeWork if the commit may still happen; it happened: %s', async (comesTrue) => {
    const world = await worldAfter({ method, isDecided: false, comesTrue });
    expect(inFlight(world)).toBe(method.startsWith('bin.') ? 0 : 1);
    world.clock.advance(11 * 60_000);
    await world.service.resumeWork();
    expectConsistent(world, method);
  });
});

it('discards its staged content at once when no id is available', async () => {
  const { world, ada: caller } = await openWithAda();
  const step = failingCommit({ method: 'algos.nextId', isDecided: true, comesTrue: false });
  const failing = openWorld({ replace: world.ports, step });
  const created = failing.service.createAlgo({ ownerId: 1, nom: 'new', sourceCode: {} }, caller);
  expect(await refusal(created)).toBe(Responses.General.Unavailable);
  expect(inFlight(world)).toBe(0);
});
