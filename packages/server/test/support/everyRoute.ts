import type { Person } from '@algotheque/testing/httpClient';
import { type Outcome, outcomeOf } from './outcome.ts';

/** One valid request to each route that needs a store, all at the same time. */
export function callEveryRoute(url: string, { id, email, token }: Person, algoId: number): Promise<Outcome[]> {
  const algo = { nom: 'Changed', sourceCode: {} };
  const password = 'a new password';
  const calls: readonly (readonly [target: string, json?: unknown])[] = [
    ['POST /api/users/register', { email: `new-${email}`, password, pseudo: 'New' }],
    ['POST /api/users/confirm', { email }],
    ['POST /api/users/login', { email, password }],
    ['POST /api/users/recover', { email }],
    [`GET /api/users/${id}`],
    [`PUT /api/users/${id}`, { currentPassword: password, pseudo: 'Changed' }],
    [`PATCH /api/users/${id}`, { currentPassword: password, pseudo: 'Patched' }],
    [`DELETE /api/users/${id}`],
    ['GET /api/users/logout'],
    [`GET /api/algos/byUserId/${id}`],
    [`GET /api/algos/${algoId}`],
    ['POST /api/algos', { ownerId: id, ...algo }],
    [`PUT /api/algos/${algoId}`, algo],
    [`PATCH /api/algos/${algoId}`, { nom: 'Patched' }],
    [`GET /api/algos/${algoId}/shares`],
    [`POST /api/algos/${algoId}/shares`, { email: `friend-${email}`, droits: 'Read' }],
    [`DELETE /api/algos/${algoId}/shares`, { email: `friend-${email}` }],
    [`DELETE /api/algos/${algoId}/shares/${id}`],
    [`DELETE /api/algos/${algoId}/droits`],
    [`DELETE /api/algos/${algoId}`],
  ];
  return Promise.all(
    calls.map(([target, json]) => outcomeOf(url, target, { token, ...(json !== undefined && { json }) })),
  );
}
