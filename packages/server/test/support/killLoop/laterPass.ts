import { createService, PENDING_AGE_MS } from '@algotheque/domain';
import { FakeClock, memoryPorts } from '@algotheque/domain/memory';
import { expect } from 'vitest';
import { type StorePorts, storesOf } from '../adapterSets/adapterSet.ts';

/** The resume pass of a service that runs long enough to take what is left for abandoned. It must report nothing. */
export async function laterPass(stores: StorePorts): Promise<void> {
  const clock = new FakeClock(Date.now() + 2 * PENDING_AGE_MS);
  const ports = { ...memoryPorts({ clock }), ...storesOf(stores), contentStore: stores.contentStore };
  const problems: unknown[] = [];
  const service = createService(ports, { onProblem: (problem, where) => problems.push({ where, problem }) });
  await service.resumeWork();
  await service.settled();
  expect(problems).toEqual([]);
}
