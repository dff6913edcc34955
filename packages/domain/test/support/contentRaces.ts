import { expect } from 'vitest';
import { type AuthenticatedCaller, DomainError, PENDING_AGE_MS, Responses, type Service } from '../../src/index.ts';
import { FakeClock } from '../../testkit/memory/index.ts';
import { openSharedAlgo, type SharedAlgo } from './algos.ts';
import { inManyOrders, scheduled } from './interleaving.ts';
import { expectConsistent } from './invariants.ts';
import { SharedContents } from './sharedFiles.ts';
import { openWorld } from './world.ts';

const { Not_found } = Responses.Algo;
export const content = (nom: string) => ({ nom, sourceCode: { nom } });

export interface Race extends SharedAlgo {
  /** Two services whose steps the scheduler orders; in a single process both are the same service. */
  readonly one: Service;
  readonly other: Service;
}

/** One process owns a folder of files; several can share a database. */
export const PROCESSES = [
  { name: 'in one process', isShared: false },
  { name: 'in two processes', isShared: true },
];

/** Tries many orders of the steps of `operate`. Ten minutes after all work has ended, every record and content is complete, then runs `check`. */
export function races(isShared: boolean) {
  return (operate: (race: Race) => readonly Promise<unknown>[], check?: (after: SharedAlgo) => unknown) =>
    inManyOrders(async (scheduler) => {
      const clock = new FakeClock();
      const contents = isShared ? new SharedContents(clock) : undefined;
      const shared = await openSharedAlgo({ replace: contents && { clock, contentStore: contents } });
      const replace = { ...shared.world.ports, ...(contents && { clock, contentStore: contents }) };
      const start = () => openWorld({ replace, step: scheduled(scheduler), endsWithAnswer: true });
      await shared.world.service.updateAlgo({ id: 1, changes: content('start') }, shared.owner);
      const one = start();
      const other = isShared ? start() : one;
      const results = Promise.allSettled(operate({ ...shared, one: one.service, other: other.service }));
      await scheduler.waitFor(results);
      for (const { service } of [one, other]) await scheduler.waitFor(service.settled());
      for (const result of await results) if (result.status === 'rejected') throw result.reason;
      for (const each of [clock, shared.world.clock]) each.advance(PENDING_AGE_MS + 1);
      await shared.world.service.resumeWork();
      const view = { ...shared.world, contents: contents ?? shared.world.contents };
      expectConsistent(view, scheduler.report().toString());
      await check?.(shared);
    });
}

/** The result of a read: a name and the source code of the same version, or that the algorithm is absent. */
export async function read(service: Service, caller: AuthenticatedCaller): Promise<number> {
  try {
    const { algo, source, version } = await service.getAlgo({ id: 1 }, caller);
    expect(source?.json()).toEqual({ nom: algo.nom });
    return version;
  } catch (error) {
    if (error instanceof DomainError && error.code === Not_found) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

export const orNotFound = (error: unknown): void => {
  if (!(error instanceof DomainError) || error.code !== Not_found) throw error;
};
