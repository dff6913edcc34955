import { DEFAULT_PREFIXES, prefixOf } from '../../src/groups.ts';
import type { Route } from '../../src/index.ts';

/** A request of the route, for records that need not exist: `PUT /api/algos/1`. */
export const targetOf = ({ method, group, path }: Route): string =>
  `${method} ${prefixOf(group, DEFAULT_PREFIXES)}${path
    .replace(':idUtilisateur', '2')
    .replace(':id', '1')
    .replace(':version', '1')
    .replace(':sessionId', 'f'.repeat(32))
    .replace(':token', 'x')}`;
