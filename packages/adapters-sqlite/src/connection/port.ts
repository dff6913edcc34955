import { setImmediate } from 'node:timers/promises';
import type { Health } from '@algotheque/domain';
import type { Connection } from './connection.ts';
import type { Statement, Values } from './statement.ts';

export const healthOf = (connection: Connection): Health => ({
  medium: connection,
  health: () => connection.health(),
});

/** Reads as `connection.read`; a failure is a rejection. */
export const reading =
  (connection: Connection) =>
  async <Value>(work: () => Value): Promise<Value> =>
    connection.read(work);

/** Rows that one transaction removes or changes, so that other transactions can run in between. */
export const BATCH = 500;

/** Repeats a transaction over at most `BATCH` rows until it has found fewer. Other work runs in between. */
export async function inBatches(step: () => number | bigint): Promise<void> {
  while (step() >= BATCH) await setImmediate();
}

/** Runs a statement that changes at most `BATCH` rows at once until none is left. */
export const repeating =
  (connection: Connection) =>
  (statement: Statement, ...values: Values): Promise<void> =>
    inBatches(() => connection.write(() => statement.run(...values).changes));
