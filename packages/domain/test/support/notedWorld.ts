import type { AuthenticatedCaller } from '../../src/caller.ts';
import { noting } from './intercept.ts';
import { openWithAda, type World } from './world.ts';

/** A world with user 1 and algorithm 1 of that user; `calls` has the later calls of ports. */
export async function openNotedWorld(): Promise<{ world: World; caller: AuthenticatedCaller; calls: string[] }> {
  const calls: string[] = [];
  const { world, ada: caller } = await openWithAda({ step: noting(calls) });
  await world.service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: {} }, caller);
  calls.length = 0;
  return { world, caller, calls };
}
