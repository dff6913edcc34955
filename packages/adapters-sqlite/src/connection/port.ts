import type { Health } from '@algotheque/domain';
import type { Connection } from './connection.ts';

export const healthOf = (connection: Connection): Health => ({
  medium: connection,
  health: () => connection.health(),
});

/** Reads as `connection.read`; a failure is a rejection. */
export const reading =
  (connection: Connection) =>
  async <Value>(work: () => Value): Promise<Value> =>
    connection.read(work);
