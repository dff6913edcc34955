import { DamagedError, EmailTakenError, KeyTakenError, type Ports, UnavailableError } from '@algotheque/domain';
import { Counter, Histogram, type Registry } from 'prom-client';
import { aroundCalls, STORES } from './aroundCalls.ts';

/** From a statement of SQLite on a row in memory to a commit on a slow disk or a network. */
const BUCKETS_S = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5];

const GROUPS = [1, 2, 4, 8, 16, 32, 64, 100];

const KINDS = ['unavailable', 'damaged', 'other'] as const;

/** Makes ports whose calls of stores are timed and counted, by port and method: `users.findById`. */
export function storeMetrics(registry: Registry): (ports: Ports) => Ports {
  const registers = [registry];
  const durations = new Histogram({
    name: 'algotheque_store_operation_duration_seconds',
    help: 'Calls of databases, of the store of contents and of the folder of mails, by port and method, with the time to their answer',
    labelNames: ['operation'],
    buckets: BUCKETS_S,
    registers,
  });
  const failures = new Counter({
    name: 'algotheque_store_failures_total',
    help: 'Calls of stores that failed, by port and method: the store was unavailable, or the record damaged',
    labelNames: ['operation', 'kind'],
    registers,
  });
  const meterOf = (operation: string) => {
    const duration = durations.labels({ operation });
    for (const kind of KINDS) failures.inc({ operation, kind }, 0);
    return (call: () => unknown): unknown => {
      const startedAt = performance.now();
      const end = (): void => duration.observe((performance.now() - startedAt) / 1_000);
      const result = call();
      if (!(result instanceof Promise)) return result;
      result.then(end, (error: unknown) => {
        end();
        const kind = errorKindOf(error);
        if (kind !== null) failures.inc({ operation, kind });
      });
      return result;
    };
  };
  return (ports) => aroundCalls(ports, STORES, meterOf);
}

/** Null for an answer that is no failure of the store, such as an e-mail that is taken. */
function errorKindOf(error: unknown): (typeof KINDS)[number] | null {
  if (error instanceof UnavailableError) return 'unavailable';
  if (error instanceof DamagedError) return 'damaged';
  return error instanceof EmailTakenError || error instanceof KeyTakenError ? null : 'other';
}

export function commitMetrics(registry: Registry): (writes: number) => void {
  const groups = new Histogram({
    name: 'algotheque_commit_writes',
    help: 'Writes that shared one commit of SQLite, or one command on MongoDB',
    buckets: GROUPS,
    registers: [registry],
  });
  return (writes) => groups.observe(writes);
}
