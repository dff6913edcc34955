import { describe, expect, it } from 'vitest';
import type { Api } from './api.ts';
import type { GetWorld } from './fixture.ts';
import { once } from './once.ts';
import { newAlgo, newPerson, PASSWORD, type Person, SOURCE } from './people.ts';

const ROLES = ['anonymous', 'stranger', 'reader', 'writer', 'owner', 'deleted'] as const;
type Role = (typeof ROLES)[number];

interface Scene {
  /** Who asks; for `anonymous` somebody whose token is not sent. */
  readonly actor: Person;
  readonly owner: Person;
  readonly algoId: number;
  readonly send: (target: string, json?: object) => Promise<{ readonly status: number }>;
}

async function sceneOf(api: Api, role: Role): Promise<Scene> {
  const [owner, other] = [await newPerson(api), await newPerson(api)];
  const actor = role === 'owner' ? owner : other;
  const droits = role === 'reader' ? 'Read' : 'ReadWrite';
  const isShared = role === 'reader' || role === 'writer' || role === 'deleted';
  const { id: algoId } = await newAlgo(api, owner, isShared ? [{ with: other, droits }] : []);
  if (role === 'deleted') await api.call(`DELETE /api/users/${other.id}`, { token: other.token });
  const token = role === 'anonymous' ? undefined : actor.token;
  return { actor, owner, algoId, send: (target, json) => api.call(target, { token, json }) };
}

const change = { nom: 'Changed', sourceCode: SOURCE };
const account = { currentPassword: PASSWORD, pseudo: 'Changed' };

type Row = readonly [what: string, statuses: readonly number[], act: (scene: Scene) => Promise<{ status: number }>];

// The statuses are in the order of ROLES.
// biome-ignore format: a matrix
const MATRIX: readonly Row[] = [
  ['GET /users/:own',          [401, 200, 200, 200, 200, 401], ({ send, actor }) => send(`GET /api/users/${actor.id}`)],
  ['GET /users/:foreign',      [401, 200, 200, 200, 200, 401], ({ send, owner }) => send(`GET /api/users/${owner.id}`)],
  ['PUT /users/:own',          [401, 200, 200, 200, 200, 401], ({ send, actor }) => send(`PUT /api/users/${actor.id}`, account)],
  ['PUT /users/:foreign',      [401, 403, 403, 403, 200, 401], ({ send, owner }) => send(`PUT /api/users/${owner.id}`, account)],
  ['DELETE /users/:own',       [401, 200, 200, 200, 200, 401], ({ send, actor }) => send(`DELETE /api/users/${actor.id}`)],
  ['DELETE /users/:foreign',   [401, 403, 403, 403, 200, 401], ({ send, owner }) => send(`DELETE /api/users/${owner.id}`)],
  ['GET /users/logout',        [401, 200, 200, 200, 200, 401], ({ send }) => send('GET /api/users/logout')],
  ['GET /byUserId/:own',       [401, 200, 200, 200, 200, 401], ({ send, actor }) => send(`GET /api/algos/byUserId/${actor.id}`)],
  ['GET /byUserId/:foreign',   [401, 200, 200, 200, 200, 401], ({ send, owner }) => send(`GET /api/algos/byUserId/${owner.id}`)],
  ['GET /algos/:id',           [401, 404, 200, 200, 200, 401], ({ send, algoId }) => send(`GET /api/algos/${algoId}`)],
  ['HEAD /algos/:id',          [401, 404, 200, 200, 200, 401], ({ send, algoId }) => send(`HEAD /api/algos/${algoId}`)],
  ['POST /algos for oneself',  [401, 201, 201, 201, 201, 401], ({ send, actor }) => send('POST /api/algos', { ...change, ownerId: actor.id })],
  ['POST /algos for another',  [401, 403, 403, 403, 201, 401], ({ send, owner }) => send('POST /api/algos', { ...change, ownerId: owner.id })],
  ['PUT /algos/:id',           [401, 404, 403, 200, 200, 401], ({ send, algoId }) => send(`PUT /api/algos/${algoId}`, change)],
  ['PUT /algos/:id, sharing',  [401, 404, 403, 403, 200, 401], ({ send, algoId }) => send(`PUT /api/algos/${algoId}`, { ...change, permsAlgorithme: [] })],
  ['DELETE /algos/:id',        [401, 404, 403, 403, 200, 401], ({ send, algoId }) => send(`DELETE /api/algos/${algoId}`)],
  ['POST /users/recover',      [200, 200, 200, 200, 200, 200], ({ send, owner }) => send('POST /api/users/recover', { email: owner.email })],
  ['POST /users/confirm',      [200, 200, 200, 200, 200, 200], ({ send, owner }) => send('POST /api/users/confirm', { email: owner.email })],
  ['GET /users/confirm/:bad',  [400, 400, 400, 400, 400, 400], ({ send }) => send('GET /api/users/confirm/bad')],
  ['GET /users/recover/:bad',  [400, 400, 400, 400, 400, 400], ({ send }) => send('GET /api/users/recover/bad')],
  ['POST /users/recover/:bad', [400, 400, 400, 400, 400, 400], ({ send }) => send('POST /api/users/recover/bad', { password: PASSWORD })],
];

/** Whether a request that succeeds leaves others with another scene. */
const changes = (what: string): boolean => /^(PUT|DELETE) |logout$/.test(what);

export function rights(world: GetWorld): void {
  const sceneFor = (role: Role) => sceneOf(world().api, role);
  const shared = new Map(ROLES.map((role) => [role, once(() => sceneFor(role))]));
  describe('rights', () => {
    const cells = MATRIX.flatMap(([what, statuses, act]) =>
      ROLES.map((role, index) => {
        const status = statuses[index] ?? 0;
        const isOwn = status < 400 && changes(what);
        return { what, role, status, act, scene: (isOwn ? null : shared.get(role)) ?? (() => sceneFor(role)) };
      }),
    );
    it.each(cells)('$role: $what is $status', async ({ status, act, scene }) => {
      expect((await act(await scene())).status).toBe(status);
    });
  });
}
