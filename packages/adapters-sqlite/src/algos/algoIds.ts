import { DamagedError } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';

/** Ids of algorithms: `next` gives one, `last` reads the highest that was given. */
export function algoIds(connection: Connection) {
  // The records are read too, so that an edited counter cannot give an id twice.
  const give = connection.prepare(`
    UPDATE algoIds SET last = 1
      + max(last, (SELECT coalesce(max(id), 0) FROM algos), (SELECT coalesce(max(id), 0) FROM bin)) RETURNING last`);
  const given = connection.prepare('SELECT last FROM algoIds WHERE id = 1');
  return {
    // A record that is durable makes its id durable too.
    next: (): number => connection.writeUnsynced(() => lastOf(give.get()), 'growth'),
    last: (): number => connection.read(() => lastOf(given.get())),
  };
}

/** @throws DamagedError for an id that no number holds exactly; none is given then */
function lastOf(row: Row | undefined): number {
  const last = row?.['last'];
  if (typeof last !== 'number') throw new DamagedError({ place: 'algoIds', id: 1, field: 'last' });
  return last;
}
