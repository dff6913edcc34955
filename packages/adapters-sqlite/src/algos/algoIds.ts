import { DamagedError } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';

/** Ids of algorithms, each given once. It costs no sync: a record that is durable makes its id durable too. */
export function algoIds(connection: Connection) {
  // The records are read too, so that an edited counter cannot give an id twice.
  const raise = connection.prepare(`
    UPDATE algoIds SET last = 1
      + max(last, (SELECT coalesce(max(id), 0) FROM algos), (SELECT coalesce(max(id), 0) FROM bin)) RETURNING last`);
  const last = connection.prepare('SELECT last FROM algoIds WHERE id = 1');
  return {
    next: (): number => connection.writeUnsynced(() => lastOf(raise.get()), 'growth'),
    /** The highest id that was given, by any process. */
    last: (): number => connection.read(() => lastOf(last.get())),
  };
}

/** @throws DamagedError for an id that no number holds exactly */
function lastOf(row: Row | undefined): number {
  const last = row?.['last'];
  if (typeof last !== 'number') throw new DamagedError({ place: 'algoIds', id: 1, field: 'last' });
  return last;
}
