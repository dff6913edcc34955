import { describe, expect, it } from 'vitest';
import { DEFAULT_PREFIXES, prefixOf } from '../../src/groups.ts';
import { ROUTES, type Route } from '../../src/index.ts';
import { type Api, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { newFolder } from './folders.ts';
import { freshEmail, mailedToken, newAlgo, newPerson, PASSWORD, type Person, SOURCE } from './people.ts';

/** One of two users, each with an algorithm, a folder and the tokens of mails. */
interface Owned {
  readonly person: Person;
  readonly algoId: number;
  /** The other user has no folder of this id. */
  readonly folderId: number;
  readonly links: Readonly<Record<'confirm' | 'recover' | 'move', string>>;
}

/** The values of parameters in the path, and the body. */
interface Sent {
  readonly id?: number;
  readonly token?: string;
  readonly idUtilisateur?: number;
  readonly json?: object;
}

/** The answers for what is one's own, and for what another has: the algorithm of the other may be read. Null: the same for all. */
type Row = readonly [own: string, foreign: string | null, send: (of: Owned, own: Owned) => Sent];

const NO_TOKEN = '401 General.Unauthorized';
const NOT_SELF = '403 User.Forbidden';
const NO_ALGO = '404 Algo.Not_found';
const NO_VERSION = '404 Algo.Version_not_found';
const NO_SHARING = '403 Algo.Forbidden_share';
const NO_SHARE = '404 Algo.Share_not_found';
const NO_SESSION = '404 User.Session_not_found';
const NO_FOLDER = '404 Folder.Not_found';
const NO_LINK = '400 User.Invalid_token';
const NO_OWNER = '403 Admin.Forbidden';
const change = { nom: 'Changed', sourceCode: SOURCE };
const account = { currentPassword: PASSWORD, pseudo: 'Changed' };
const reset = { password: 'another password' };

const nothing = (): Sent => ({});
const user = (json?: object) => (of: Owned) => ({ id: of.person.id, ...(json && { json }) });
const algo = (json?: object) => (of: Owned) => ({ id: of.algoId, ...(json && { json }) });
const link = (kind: keyof Owned['links'], json?: object) => (of: Owned) => ({
  token: of.links[kind],
  ...(json && { json }),
});
const email = (of: Owned) => ({ json: { email: of.person.email } });
const login = (of: Owned) => ({ json: { email: of.person.email, password: PASSWORD } });
const ofService: Row = [NO_OWNER, null, nothing];
const ofAccount = (json?: object): Row => [NO_OWNER, NO_OWNER, user(json)];

// biome-ignore format: a matrix
const EXPECTED: Readonly<Record<string, Row>> = {
  'root GET /healthz': ['200 General.Success.Alive', null, nothing],
  'root GET /readyz': ['200 General.Success.Ready', null, nothing],
  'users POST /register': ['201 User.Success.Created', null, () => ({ json: { email: freshEmail(), password: PASSWORD, pseudo: 'Ada' } })],
  'users GET /confirm/:token': ['200 User.Success.Confirmed', '200 User.Success.Confirmed', link('confirm')],
  'users GET /confirm': ['200 General.Success.Form', null, nothing],
  'users POST /confirm': ['200 User.Success.Confirmation_sent', '200 User.Success.Confirmation_sent', email],
  'users POST /login': ['200 User.Success.Logged_in', '200 User.Success.Logged_in', login],
  'users POST /login/cookie': ['200 User.Success.Logged_in', '200 User.Success.Logged_in', login],
  'users GET /logout': ['200 User.Success.Logged_out', null, nothing],
  'users POST /logout': ['200 User.Success.Logged_out', null, nothing],
  'users GET /recover': ['200 General.Success.Form', null, nothing],
  'users POST /recover': ['200 User.Success.Recovery_sent', '200 User.Success.Recovery_sent', email],
  'users GET /recover/:token': ['200 User.Success.Token_valid', '200 User.Success.Token_valid', link('recover')],
  'users POST /recover/:token': ['200 User.Success.Password_reset', '200 User.Success.Password_reset', link('recover', reset)],
  'users GET /email/:token': ['200 User.Success.Email_change_valid', '200 User.Success.Email_change_valid', link('move')],
  'users POST /email/:token': ['200 User.Success.Email_changed', '200 User.Success.Email_changed', link('move')],
  // With links for other ends: what good ones do is in emails.ts and sharing.ts.
  'users GET /email/back/:token': [NO_LINK, NO_LINK, link('move')],
  'users POST /email/back/:token': [NO_LINK, NO_LINK, link('recover')],
  'users GET /invitation/:token': [NO_LINK, NO_LINK, link('confirm')],
  'users POST /invitation/:token': [NO_LINK, NO_LINK, link('confirm')],
  'users GET /invitation/refuse/:token': [NO_LINK, NO_LINK, link('confirm')],
  'users POST /invitation/refuse/:token': [NO_LINK, NO_LINK, link('confirm')],
  'users GET /me': ['200 User.Success.Found', null, nothing],
  'users GET /:id': ['200 User.Success.Found', '200 User.Success.Found', user()],
  'users PUT /:id': ['200 User.Success.Updated', NOT_SELF, user(account)],
  'users PATCH /:id': ['200 User.Success.Updated', NOT_SELF, user(account)],
  'users DELETE /:id': ['200 User.Success.Deleted', NOT_SELF, user()],
  'users POST /:id/email': ['200 User.Success.Email_change_sent', NOT_SELF, user({ currentPassword: PASSWORD, newEmail: freshEmail() })],
  'users GET /:id/sessions': ['200 User.Success.Sessions_listed', NOT_SELF, user()],
  'users DELETE /:id/sessions': ['200 User.Success.Sessions_ended', NOT_SELF, user()],
  'users DELETE /:id/sessions/:sessionId': [NO_SESSION, NOT_SELF, user()],
  'users GET /:id/export': ['200 application/zip', NOT_SELF, user()],
  'algos GET /byUserId/:id': ['200 Algo.Success.Listed', '200 Algo.Success.Listed', user()],
  'algos GET /': ['200 Algo.Success.Listed', null, nothing],
  'algos POST /import': ['200 Algo.Success.Imported', null, () => ({ json: { nom: 'Sort', sourceCode: [1] } })],
  'algos GET /:id': ['200 Algo.Success.Found', '200 Algo.Success.Found', algo()],
  'algos POST /': ['201 Algo.Success.Created', '403 Algo.Forbidden_create', (of) => ({ json: { ...change, ownerId: of.person.id } })],
  'algos POST /:id/copy': ['201 Algo.Success.Created', '201 Algo.Success.Created', algo({})],
  'algos PUT /:id': ['200 Algo.Success.Updated', '403 Algo.Forbidden_update', algo(change)],
  'algos PATCH /:id': ['200 Algo.Success.Updated', '403 Algo.Forbidden_update', algo({ nom: 'Changed' })],
  'algos DELETE /:id': ['200 Algo.Success.Deleted', '403 Algo.Forbidden_delete', algo()],
  'algos DELETE /:id/droits': ['403 Algo.Forbidden_leave', '200 Algo.Success.Left', algo()],
  'algos DELETE /byUserId/:id/droits': ['403 Algo.Forbidden_leave', '200 Algo.Success.Owner_left', user()],
  'algos GET /:id/shares': ['200 Algo.Success.Shares_listed', NO_SHARING, algo()],
  'algos POST /:id/shares': ['200 Algo.Success.Shared', NO_SHARING, algo({ email: freshEmail(), droits: 'Read' })],
  'algos DELETE /:id/shares/:idUtilisateur': [NO_SHARE, NO_SHARING, (of, own) => ({ id: of.algoId, idUtilisateur: own.person.id })],
  'algos DELETE /:id/shares': [NO_SHARE, NO_SHARING, algo({ email: freshEmail() })],
  'algos PUT /:id/dossier': ['200 Algo.Success.Moved', NO_FOLDER, (of, own) => ({ id: own.algoId, json: { dossierId: of.folderId } })],
  'algos GET /:id/versions': ['200 Algo.Success.Versions_listed', '200 Algo.Success.Versions_listed', algo()],
  // Sharing has replaced the source code of version 1.
  'algos GET /:id/versions/:version': [NO_VERSION, '200 Algo.Success.Version_found', algo()],
  'algos POST /:id/versions/:version/restore': [NO_VERSION, '403 Algo.Forbidden_update', algo()],
  'algos GET /bin': ['200 Algo.Success.Bin_listed', null, nothing],
  'algos DELETE /bin': ['200 Algo.Success.Bin_emptied', null, nothing],
  // What is not in the bin, as what others have there, is not found.
  'algos POST /bin/:id/restore': [NO_ALGO, NO_ALGO, algo()],
  'algos DELETE /bin/:id': [NO_ALGO, NO_ALGO, algo()],
  'folders GET /': ['200 Folder.Success.Listed', null, nothing],
  'folders POST /': ['201 Folder.Success.Created', NO_FOLDER, (of) => ({ json: { nom: 'New', parentId: of.folderId } })],
  'folders PATCH /:id': ['200 Folder.Success.Updated', NO_FOLDER, (of) => ({ id: of.folderId, json: { nom: 'Changed' } })],
  'folders DELETE /:id': ['200 Folder.Success.Deleted', NO_FOLDER, (of) => ({ id: of.folderId })],
  'admin GET /accounts': ofService,
  'admin GET /accounts/:id': ofAccount(),
  'admin POST /accounts/:id/confirm': ofAccount(),
  'admin POST /accounts/:id/disable': ofAccount(),
  'admin POST /accounts/:id/enable': ofAccount(),
  'admin POST /accounts/:id/recovery': ofAccount(),
  'admin PUT /accounts/:id/password': ofAccount(reset),
  'admin GET /accounts/:id/sessions': ofAccount(),
  'admin DELETE /accounts/:id/sessions': ofAccount(),
  'admin GET /accounts/:id/shares': ofAccount(),
  'admin DELETE /accounts/:id': ofAccount({ currentPassword: PASSWORD }),
  'admin GET /health': ofService,
  'admin GET /mails': ofService,
  'admin POST /mails/test': ofService,
  'admin POST /mails/:name/retry': ofService,
  'admin DELETE /mails/:name': ofService,
  'admin GET /events': ofService,
};

/** The answer for an id that nothing has. */
const absent = ({ group, path }: Route): string => {
  if (group === 'admin') return NO_OWNER;
  if (group === 'folders') return NO_FOLDER;
  return group === 'users' || path.startsWith('/byUserId') ? '404 User.Not_found' : NO_ALGO;
};

const nameOf = ({ group, method, path }: Route): string => `${group} ${method} ${path}`;
const methodsOf = ({ method, head }: Route): readonly string[] => (head === true ? [method, 'HEAD'] : [method]);

const targetOf = ({ group, path }: Route, sent: Sent): string => {
  const name = '20260101T000000000Z-0000000000000001';
  const values = { name, version: 1, sessionId: '0'.repeat(32), ...sent };
  const parameter = (_: string, key: string) => String(Reflect.get(values, key));
  return prefixOf(group, DEFAULT_PREFIXES) + path.replace(/:(\w+)/g, parameter);
};

async function arrival(world: World, folderNames: readonly string[]): Promise<Owned> {
  const person = await newPerson(world.api);
  const { id: algoId } = await newAlgo(world.api, person);
  let folderId = 0;
  for (const nom of folderNames) folderId = await newFolder(world, person, nom);
  return { person, algoId, folderId, links: await linksOf(world, person) };
}

async function linksOf(world: World, person: Person): Promise<Owned['links']> {
  const { id, email, token } = person;
  const newEmail = freshEmail();
  const json = { currentPassword: PASSWORD, newEmail };
  await world.api.call(`POST /api/users/${id}/email`, { token, json });
  await world.api.call('POST /api/users/recover', { json: { email } });
  return {
    confirm: await mailedToken(world, person, 'confirm'),
    recover: await mailedToken(world, person, 'recover'),
    move: await mailedToken(world, { email: newEmail }, 'change_email'),
  };
}

/** Gives the first one the right to read the algorithm of the second. */
async function share(api: Api, own: Owned, { person, algoId }: Owned): Promise<void> {
  const permsAlgorithme = [{ idUtilisateur: own.person.id, droits: 'Read' }];
  const json = { nom: 'Shared', sourceCode: { shared: true }, permsAlgorithme };
  await api.call(`PUT /api/algos/${algoId}`, { token: person.token, json });
}

/** Every route of the table, for what is one's own and for what another has. The matrix of roles is in the tests of the domain. */
export function rights(world: World): void {
  const { api } = world;
  describe('rights', () => {
    it('are listed for each route, for own and foreign ids, and for no other route', () => {
      expect(Object.keys(EXPECTED)).toEqual(ROUTES.map(nameOf));
      const withoutForeign = ROUTES.filter((route) => EXPECTED[nameOf(route)]?.[1] === null);
      expect(withoutForeign.filter(({ path }) => /:(?!name)/.test(path))).toEqual([]);
    });

    const cells = ROUTES.flatMap((route) => {
      const [own, foreign, send] = EXPECTED[nameOf(route)] ?? ['', null, nothing];
      const others = foreign === null ? [] : [{ who: 'somebody', whose: 'foreign', answer: foreign }];
      if (/:id\b/.test(route.path)) others.push({ who: 'somebody', whose: 'absent', answer: absent(route) });
      const answers = [
        { who: 'nobody', whose: 'own', answer: route.auth ? NO_TOKEN : own },
        { who: 'somebody', whose: 'own', answer: own },
        ...others,
      ];
      return methodsOf(route).flatMap((method) =>
        answers.map((cell) => ({ ...cell, route, method, path: route.path, send })),
      );
    });
    it.each(cells)('$who: $method $path $whose is $answer', async ({ route, method, who, whose, send, answer }) => {
      const [own, foreign] = [await arrival(world, ['one']), await arrival(world, ['one', 'two'])];
      await share(api, own, foreign);
      const sent = { ...send(whose === 'foreign' ? foreign : own, own), ...(whose === 'absent' && { id: 2 ** 52 }) };
      const reply = await api.call(`${method} ${targetOf(route, sent)}`, {
        token: who === 'nobody' ? undefined : own.person.token,
        json: sent.json,
        headers: { Accept: 'application/json' },
      });
      if (method === 'HEAD') expect(String(reply.status)).toBe(answer.slice(0, 3));
      else expect(statusAndMessage(reply)).toBe(answer);
    });
  });
}
