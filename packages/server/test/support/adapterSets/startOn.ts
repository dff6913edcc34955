import type { Policy } from '@algotheque/domain';
import { type FakeClock, type MemoryMailer, memoryPorts } from '@algotheque/domain/memory';
import { type Bounds, type Running, serviceWith, untyped } from '@algotheque/testing/worlds';
import { EACH_SAVE } from '../eachSave.ts';
import type { AdapterSet } from './adapterSet.ts';

/** In the future, so that MongoDB does not remove expired documents by itself. */
export const START = Date.UTC(2100, 0, 1);

interface Parts {
  readonly clock: FakeClock;
  /** Outlives the process, as an outbox does. */
  readonly mailer: MemoryMailer;
  readonly policy?: Partial<Policy>;
  readonly bounds: Bounds;
}

/** A process, and the bounds of its service. */
export interface Started extends Running {
  readonly bounds: Bounds;
}

/** Starts a process on the stores of the set. Mails, tokens and hashes are in memory, so that a hash costs little. */
export async function startOn(set: AdapterSet, { clock, mailer, policy = {}, bounds }: Parts): Promise<Started> {
  const stores = await set.open(clock);
  const ports = { ...memoryPorts({ clock, mailKey: 'key' }), ...stores, mailer, clock };
  const problems: string[] = [];
  const onProblem = (_problem: unknown, where: string): void => void problems.push(where);
  const service = untyped(serviceWith(ports, { policy: { ...EACH_SAVE, ...policy }, bounds, onProblem }));
  return { ports, clock, problems, service, bounds };
}
