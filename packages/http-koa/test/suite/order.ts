import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { newFolder } from './folders.ts';
import { once } from './once.ts';
import { newAlgo, newPerson, PASSWORD, type Person, SOURCE } from './people.ts';

interface Draft {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly match: string | null;
  /** Text after the JSON. */
  readonly tail: string;
}

interface Scene {
  readonly actor: Person;
  readonly own: number;
  readonly readable: number;
  readonly hidden: number;
  readonly stranger: Person;
}

/** The answer to a request with this fault alone. */
type Fault = readonly [answer: string, spoilt: (draft: Draft, scene: Scene) => Partial<Draft>];

const at =
  (pathOf: (scene: Scene) => string): Fault[1] =>
  (_draft, scene) => ({ path: pathOf(scene) });
const field =
  (name: string, value: (scene: Scene) => unknown): Fault[1] =>
  ({ fields }, scene) => ({ fields: { ...fields, [name]: value(scene) } });

const TOO_LARGE = ' '.repeat(1_048_577);

const FRAME: readonly Fault[] = [
  ['404 General.Not_found', ({ path }) => ({ path: `${path}/no/thing` })],
  ['405 General.Method_not_allowed', ({ method }) => ({ method: method === 'POST' ? 'PATCH' : 'POST' })],
  ['401 General.Unauthorized', () => ({ token: undefined })],
  ['415 General.Unsupported_media_type', () => ({ type: 'text/plain' })],
  ['413 General.Payload_too_large', ({ tail }) => ({ tail: tail + TOO_LARGE })],
  ['400 General.Malformed_json', ({ tail }) => ({ tail: `${tail}}` })],
];

const CHANGE_ALGO: readonly Fault[] = [
  ...FRAME,
  ['400 General.Invalid_data', at(() => '/api/algos/abc')],
  ['400 General.Missing_data', field('nom', () => undefined)],
  ['400 General.Invalid_data', field('permsAlgorithme', () => 'nobody')],
  ['404 Algo.Not_found', at(({ hidden }) => `/api/algos/${hidden}`)],
  ['403 Algo.Forbidden_update', at(({ readable }) => `/api/algos/${readable}`)],
  ['412 Algo.Conflict', () => ({ match: '"99"' })],
  ['400 Algo.Invalid', field('sourceCode', () => 12)],
];

const PATCH_ALGO = CHANGE_ALGO.filter(([answer]) => answer !== '400 General.Missing_data');

const CREATE_ALGO: readonly Fault[] = [
  ...FRAME,
  ['400 General.Missing_data', field('ownerId', () => null)],
  ['400 General.Invalid_data', field('nom', () => 'ab')],
  ['403 Algo.Forbidden_create', field('ownerId', ({ stranger }) => stranger.id)],
  ['400 Algo.Invalid', field('sourceCode', () => 12)],
];

const CHANGE_USER: readonly Fault[] = [
  ...FRAME,
  ['400 General.Invalid_data', at(() => '/api/users/0')],
  ['400 General.Missing_data', field('currentPassword', () => '')],
  ['400 General.Invalid_data', field('pseudo', () => 'ab')],
  ['404 User.Not_found', at(() => `/api/users/${2 ** 52}`)],
  ['403 User.Forbidden', at(({ stranger }) => `/api/users/${stranger.id}`)],
  ['403 User.Wrong_password', field('currentPassword', () => 'wrong password')],
];

const REGISTER: readonly Fault[] = [
  ...FRAME.filter(([answer]) => !answer.startsWith('401')),
  ['400 General.Missing_data', field('password', () => '')],
  ['400 General.Invalid_data', field('pseudo', () => 'ab')],
  ['409 User.Email_already_exists', field('email', ({ stranger }) => stranger.email)],
];

const PLACE_ALGO: readonly Fault[] = [
  ...FRAME,
  ['400 General.Invalid_data', field('dossierId', () => 'top')],
  ['404 Algo.Not_found', at(({ hidden }) => `/api/algos/${hidden}/dossier`)],
  ['404 Folder.Not_found', field('dossierId', () => 99)],
];

const CHANGE_FOLDER: readonly Fault[] = [
  ...FRAME,
  ['400 General.Invalid_data', at(() => '/api/folders/abc')],
  ['400 General.Invalid_data', field('nom', () => '\n')],
  ['404 Folder.Not_found', at(() => '/api/folders/99')],
  ['412 Folder.Conflict', () => ({ match: '"99"' })],
  ['409 Folder.Cycle', field('parentId', () => 1)],
];

const CREATE_FOLDER: readonly Fault[] = [
  ...FRAME,
  ['400 General.Missing_data', field('nom', () => '')],
  ['400 General.Invalid_data', field('parentId', () => 'top')],
  ['412 Folder.Conflict', () => ({ match: '"99"' })],
  ['404 Folder.Not_found', field('parentId', () => 99)],
  ['409 Folder.Name_taken', field('nom', () => 'one')],
];

const ROUTES: readonly (readonly [string, readonly Fault[], (scene: Scene) => Record<string, unknown>])[] = [
  ['PUT /api/algos/:own', CHANGE_ALGO, () => ({ nom: 'Changed', sourceCode: SOURCE })],
  ['PATCH /api/algos/:own', PATCH_ALGO, () => ({ sourceCode: SOURCE })],
  ['POST /api/algos', CREATE_ALGO, ({ actor }) => ({ ownerId: actor.id, nom: 'Created', sourceCode: SOURCE })],
  ['PUT /api/users/:self', CHANGE_USER, () => ({ currentPassword: PASSWORD, pseudo: 'Changed' })],
  ['PATCH /api/users/:self', CHANGE_USER, () => ({ currentPassword: PASSWORD, pseudo: 'Changed' })],
  ['PUT /api/algos/:own/dossier', PLACE_ALGO, () => ({ dossierId: 1 })],
  ['PATCH /api/folders/1', CHANGE_FOLDER, () => ({ nom: 'Changed' })],
  ['POST /api/folders', CREATE_FOLDER, () => ({ nom: 'Created' })],
  ['POST /api/users/register', REGISTER, () => ({ email: 'new@example.org', password: PASSWORD, pseudo: 'New' })],
];

export function order(world: World): void {
  const { api } = world;
  // One user for all requests: a request with a fault changes nothing.
  const scene = once(async (): Promise<Scene> => {
    const [actor, stranger] = [await newPerson(api), await newPerson(api)];
    const [own, hidden] = [await newAlgo(api, actor), await newAlgo(api, stranger)];
    const readable = await newAlgo(api, stranger, [{ with: actor, droits: 'Read' }]);
    await newFolder(world, actor, 'one');
    return { actor, stranger, own: own.id, hidden: hidden.id, readable: readable.id };
  });

  function send({ method, path, token, type, fields, match, tail }: Draft) {
    const headers = { 'Content-Type': type, ...(match !== null && { 'If-Match': match }) };
    return api.call(`${method} ${path}`, { token, headers, body: JSON.stringify(fields) + tail });
  }

  describe.each(ROUTES)('the order of checks of %s', (route, faults, fieldsOf) => {
    const pairs = faults.flatMap((first, index) =>
      faults.slice(index + 1).map((second) => ({ before: first[0], after: second[0], first, second })),
    );
    it.each(pairs)('$before comes before $after', async ({ before, first, second }) => {
      const made = await scene();
      const [method = '', path = ''] = route.split(' ');
      const good: Draft = {
        method,
        path: path.replace(':own', `${made.own}`).replace(':self', `${made.actor.id}`),
        token: made.actor.token,
        type: 'application/json',
        fields: fieldsOf(made),
        match: null,
        tail: '',
      };
      // The fault that must win is applied last, because both may change the same part of the request.
      const spoilt = { ...good, ...second[1](good, made) };
      expect(statusAndMessage(await send({ ...spoilt, ...first[1](spoilt, made) }))).toBe(before);
    });
  });
}
