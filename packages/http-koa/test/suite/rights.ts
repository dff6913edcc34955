import { describe, expect, it } from 'vitest';
import { DEFAULT_PREFIXES, prefixOf } from '../../src/groups.ts';
import { ROUTES, type Route } from '../../src/index.ts';
import { statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { once } from './once.ts';
import { freshEmail, PASSWORD, SOURCE } from './people.ts';
import { newScene, type OwnedData, ROLES, type Role, type Scene, withNewAlgos } from './scenes.ts';

/** The value of `:id` or `:token` in a path, and the body. */
interface Sent {
  readonly id?: number;
  readonly token?: string;
  /** The value of `:idUtilisateur`. */
  readonly user?: number;
  readonly json?: object;
}

type Row = readonly [what: string, answers: readonly string[], send: (scene: Scene) => Sent];

const NO_TOKEN = '401 General.Unauthorized';
const everyone = (answer: string) => ROLES.map(() => answer);
const allButDeleted = (answer: string, deleted: string) => [...ROLES.slice(1).map(() => answer), deleted];
const users = (answer: string) => [NO_TOKEN, answer, answer, answer, answer, NO_TOKEN];
const byRight = (stranger: string, reader: string, writer: string, owner: string) => [
  NO_TOKEN,
  stranger,
  reader,
  writer,
  owner,
  NO_TOKEN,
];

const NOT_SELF = '403 User.Forbidden';
const NO_ALGO = '404 Algo.Not_found';
const NO_VERSION = '404 Algo.Version_not_found';
const NO_SHARING = '403 Algo.Forbidden_share';
const NO_SHARE = '404 Algo.Share_not_found';
/** The id of no session. */
const NO_SESSION = '0'.repeat(32);
const NO_FOLDER = '404 Folder.Not_found';
const NO_LINK = '400 User.Invalid_token';
const change = { nom: 'Changed', sourceCode: SOURCE };
const sharing = { ...change, permsAlgorithme: [] };
const account = { currentPassword: PASSWORD, pseudo: 'Changed' };
const move = () => ({ currentPassword: PASSWORD, newEmail: freshEmail() });
const reset = { password: 'another password' };
const email = ({ person }: OwnedData) => ({ json: { email: person.email } });
const login = ({ person }: OwnedData) => ({ json: { email: person.email, password: PASSWORD } });
const creation = ({ person }: OwnedData) => ({ json: { ...change, ownerId: person.id } });

/** None of these roles is an owner of the service. */
const forOwners = users('403 Admin.Forbidden');
const ofAccounts = (json?: object): readonly Row[] => [
  ['own', forOwners, ({ own }) => ({ id: own.person.id, ...(json && { json }) })],
  ['foreign', forOwners, ({ foreign }) => ({ id: foreign.person.id, ...(json && { json }) })],
];

/** The answer for each role, in the order of ROLES, by route. `own` and `foreign`: whose the id, link or e-mail is. */
// biome-ignore format: a matrix
const EXPECTED: Readonly<Record<string, readonly Row[]>> = {
  'root GET /healthz': [['', everyone('200 General.Success.Alive'), () => ({})]],
  'root GET /readyz':  [['', everyone('200 General.Success.Ready'), () => ({})]],
  'users POST /register': [
    ['a new account', everyone('201 User.Success.Created'), () => ({ json: { email: freshEmail(), password: PASSWORD, pseudo: 'Ada' } })],
    ['foreign',       everyone('409 User.Email_already_exists'), ({ foreign }) => ({ json: { email: foreign.person.email, password: PASSWORD, pseudo: 'Ada' } })],
  ],
  'users GET /confirm/:token': [
    ['own',     allButDeleted('200 User.Success.Confirmed', '404 User.Not_found'), ({ own }) => ({ token: own.links.confirm })],
    ['foreign', everyone('200 User.Success.Confirmed'), ({ foreign }) => ({ token: foreign.links.confirm })],
    ['to recover by', everyone(NO_LINK), ({ foreign }) => ({ token: foreign.links.recover })],
    ['forged',  everyone(NO_LINK), () => ({ token: 'forged' })],
  ],
  'users GET /confirm': [['', everyone('200 General.Success.Form'), () => ({})]],
  'users POST /confirm': [
    ['own',     everyone('200 User.Success.Confirmation_sent'), ({ own }) => email(own)],
    ['foreign', everyone('200 User.Success.Confirmation_sent'), ({ foreign }) => email(foreign)],
  ],
  'users POST /login': [
    ['own',     allButDeleted('200 User.Success.Logged_in', '401 User.Invalid_credentials'), ({ own }) => login(own)],
    ['foreign, with its password', everyone('200 User.Success.Logged_in'), ({ foreign }) => login(foreign)],
    ['foreign, without it', everyone('401 User.Invalid_credentials'), ({ foreign }) => ({ json: { ...login(foreign).json, password: 'wrong password' } })],
  ],
  'users POST /login/cookie': [
    ['own',     allButDeleted('200 User.Success.Logged_in', '401 User.Invalid_credentials'), ({ own }) => login(own)],
    ['foreign, with its password', everyone('200 User.Success.Logged_in'), ({ foreign }) => login(foreign)],
    ['foreign, without it', everyone('401 User.Invalid_credentials'), ({ foreign }) => ({ json: { ...login(foreign).json, password: 'wrong password' } })],
  ],
  'users GET /logout': [['own', users('200 User.Success.Logged_out'), () => ({})]],
  'users POST /logout': [['own', users('200 User.Success.Logged_out'), () => ({})]],
  'users GET /recover': [['', everyone('200 General.Success.Form'), () => ({})]],
  'users POST /recover': [
    ['own',     everyone('200 User.Success.Recovery_sent'), ({ own }) => email(own)],
    ['foreign', everyone('200 User.Success.Recovery_sent'), ({ foreign }) => email(foreign)],
  ],
  'users GET /recover/:token': [
    ['own',     allButDeleted('200 User.Success.Token_valid', NO_LINK), ({ own }) => ({ token: own.links.recover })],
    ['foreign', everyone('200 User.Success.Token_valid'), ({ foreign }) => ({ token: foreign.links.recover })],
    ['to confirm by', everyone(NO_LINK), ({ foreign }) => ({ token: foreign.links.confirm })],
    ['forged',  everyone(NO_LINK), () => ({ token: 'forged' })],
  ],
  'users POST /recover/:token': [
    ['own',     allButDeleted('200 User.Success.Password_reset', NO_LINK), ({ own }) => ({ token: own.links.recover, json: reset })],
    ['foreign', everyone('200 User.Success.Password_reset'), ({ foreign }) => ({ token: foreign.links.recover, json: reset })],
    ['to confirm by', everyone(NO_LINK), ({ foreign }) => ({ token: foreign.links.confirm, json: reset })],
    ['forged',  everyone(NO_LINK), () => ({ token: 'forged', json: reset })],
  ],
  'users GET /email/:token': [
    ['own',     allButDeleted('200 User.Success.Email_change_valid', NO_LINK), ({ own }) => ({ token: own.links.move })],
    ['foreign', everyone('200 User.Success.Email_change_valid'), ({ foreign }) => ({ token: foreign.links.move })],
    ['to confirm by', everyone(NO_LINK), ({ foreign }) => ({ token: foreign.links.confirm })],
  ],
  'users POST /email/:token': [
    ['own',     allButDeleted('200 User.Success.Email_changed', NO_LINK), ({ own }) => ({ token: own.links.move })],
    ['foreign', everyone('200 User.Success.Email_changed'), ({ foreign }) => ({ token: foreign.links.move })],
    ['to recover by', everyone(NO_LINK), ({ foreign }) => ({ token: foreign.links.recover })],
  ],
  // With links for other ends. A link that takes an address back needs no token of access either.
  'users GET /email/back/:token': [
    ['own',     everyone(NO_LINK), ({ own }) => ({ token: own.links.move })],
    ['foreign', everyone(NO_LINK), ({ foreign }) => ({ token: foreign.links.move })],
  ],
  'users POST /email/back/:token': [
    ['own',     everyone(NO_LINK), ({ own }) => ({ token: own.links.move })],
    ['foreign', everyone(NO_LINK), ({ foreign }) => ({ token: foreign.links.recover })],
  ],
  // With links for other ends: what a good one does is in sharing.ts.
  'users GET /invitation/:token': [
    ['own',     everyone(NO_LINK), ({ own }) => ({ token: own.links.confirm })],
    ['foreign', everyone(NO_LINK), ({ foreign }) => ({ token: foreign.links.confirm })],
  ],
  'users POST /invitation/:token': [
    ['own',     users(NO_LINK), ({ own }) => ({ token: own.links.confirm })],
    ['foreign', users(NO_LINK), ({ foreign }) => ({ token: foreign.links.confirm })],
  ],
  'users GET /invitation/refuse/:token': [
    ['own',     everyone(NO_LINK), ({ own }) => ({ token: own.links.confirm })],
    ['foreign', everyone(NO_LINK), ({ foreign }) => ({ token: foreign.links.confirm })],
  ],
  'users POST /invitation/refuse/:token': [
    ['own',     everyone(NO_LINK), ({ own }) => ({ token: own.links.confirm })],
    ['foreign', everyone(NO_LINK), ({ foreign }) => ({ token: foreign.links.confirm })],
  ],
  'users GET /me': [['own', users('200 User.Success.Found'), () => ({})]],
  'users GET /:id': [
    ['own',     users('200 User.Success.Found'), ({ own }) => ({ id: own.person.id })],
    ['foreign', users('200 User.Success.Found'), ({ foreign }) => ({ id: foreign.person.id })],
  ],
  'users PUT /:id': [
    ['own',     users('200 User.Success.Updated'), ({ own }) => ({ id: own.person.id, json: account })],
    ['foreign', byRight(NOT_SELF, NOT_SELF, NOT_SELF, '200 User.Success.Updated'), ({ foreign }) => ({ id: foreign.person.id, json: account })],
  ],
  'users PATCH /:id': [
    ['own',     users('200 User.Success.Updated'), ({ own }) => ({ id: own.person.id, json: account })],
    ['foreign', byRight(NOT_SELF, NOT_SELF, NOT_SELF, '200 User.Success.Updated'), ({ foreign }) => ({ id: foreign.person.id, json: account })],
  ],
  'users DELETE /:id': [
    ['own',     users('200 User.Success.Deleted'), ({ own }) => ({ id: own.person.id })],
    ['foreign', byRight(NOT_SELF, NOT_SELF, NOT_SELF, '200 User.Success.Deleted'), ({ foreign }) => ({ id: foreign.person.id })],
  ],
  'users POST /:id/email': [
    ['own',     users('200 User.Success.Email_change_sent'), ({ own }) => ({ id: own.person.id, json: move() })],
    ['foreign', byRight(NOT_SELF, NOT_SELF, NOT_SELF, '200 User.Success.Email_change_sent'), ({ foreign }) => ({ id: foreign.person.id, json: move() })],
  ],
  'users GET /:id/sessions': [
    ['own',     users('200 User.Success.Sessions_listed'), ({ own }) => ({ id: own.person.id })],
    ['foreign', byRight(NOT_SELF, NOT_SELF, NOT_SELF, '200 User.Success.Sessions_listed'), ({ foreign }) => ({ id: foreign.person.id })],
  ],
  'users DELETE /:id/sessions': [
    ['own',     users('200 User.Success.Sessions_ended'), ({ own }) => ({ id: own.person.id })],
    ['foreign', byRight(NOT_SELF, NOT_SELF, NOT_SELF, '200 User.Success.Sessions_ended'), ({ foreign }) => ({ id: foreign.person.id })],
  ],
  'users DELETE /:id/sessions/:sessionId': [
    ['own',     users('404 User.Session_not_found'), ({ own }) => ({ id: own.person.id })],
    ['foreign', byRight(NOT_SELF, NOT_SELF, NOT_SELF, '404 User.Session_not_found'), ({ foreign }) => ({ id: foreign.person.id })],
  ],
  'users GET /:id/export': [
    ['own',     users('200 application/zip'), ({ own }) => ({ id: own.person.id })],
    ['foreign', byRight(NOT_SELF, NOT_SELF, NOT_SELF, '200 application/zip'), ({ foreign }) => ({ id: foreign.person.id })],
  ],
  'algos GET /byUserId/:id': [
    ['own',     users('200 Algo.Success.Listed'), ({ own }) => ({ id: own.person.id })],
    ['foreign', users('200 Algo.Success.Listed'), ({ foreign }) => ({ id: foreign.person.id })],
  ],
  'algos GET /': [
    ['own',     users('200 Algo.Success.Listed'), () => ({})],
  ],
  'algos POST /import': [
    ['own',     users('200 Algo.Success.Imported'), () => ({ json: { nom: 'Sort', sourceCode: [1] } })],
  ],
  'algos GET /:id': [
    ['own',     users('200 Algo.Success.Found'), ({ own }) => ({ id: own.algoId })],
    ['foreign', byRight(NO_ALGO, '200 Algo.Success.Found', '200 Algo.Success.Found', '200 Algo.Success.Found'), ({ foreign }) => ({ id: foreign.algoId })],
  ],
  'algos POST /': [
    ['own',     users('201 Algo.Success.Created'), ({ own }) => creation(own)],
    ['foreign', byRight('403 Algo.Forbidden_create', '403 Algo.Forbidden_create', '403 Algo.Forbidden_create', '201 Algo.Success.Created'), ({ foreign }) => creation(foreign)],
  ],
  'algos POST /:id/copy': [
    ['own',     users('201 Algo.Success.Created'), ({ own }) => ({ id: own.algoId, json: {} })],
    ['foreign', byRight(NO_ALGO, '201 Algo.Success.Created', '201 Algo.Success.Created', '201 Algo.Success.Created'), ({ foreign }) => ({ id: foreign.algoId, json: {} })],
  ],
  'algos PUT /:id': [
    ['own',     users('200 Algo.Success.Updated'), ({ own }) => ({ id: own.algoId, json: change })],
    ['foreign', byRight(NO_ALGO, '403 Algo.Forbidden_update', '200 Algo.Success.Updated', '200 Algo.Success.Updated'), ({ foreign }) => ({ id: foreign.algoId, json: change })],
    ['own, with rights',     users('200 Algo.Success.Updated'), ({ own }) => ({ id: own.algoId, json: sharing })],
    ['foreign, with rights', byRight(NO_ALGO, '403 Algo.Forbidden_update', '403 Algo.Forbidden_share', '200 Algo.Success.Updated'), ({ foreign }) => ({ id: foreign.algoId, json: sharing })],
  ],
  'algos PATCH /:id': [
    ['own',     users('200 Algo.Success.Updated'), ({ own }) => ({ id: own.algoId, json: { nom: 'Changed' } })],
    ['foreign', byRight(NO_ALGO, '403 Algo.Forbidden_update', '200 Algo.Success.Updated', '200 Algo.Success.Updated'), ({ foreign }) => ({ id: foreign.algoId, json: { nom: 'Changed' } })],
    ['own, the rights alone',     users('200 Algo.Success.Updated'), ({ own }) => ({ id: own.algoId, json: { permsAlgorithme: [] } })],
    ['foreign, the rights alone', byRight(NO_ALGO, '403 Algo.Forbidden_update', '403 Algo.Forbidden_share', '200 Algo.Success.Updated'), ({ foreign }) => ({ id: foreign.algoId, json: { permsAlgorithme: [] } })],
    ['foreign, nothing', byRight(NO_ALGO, '403 Algo.Forbidden_update', '200 Algo.Success.Updated', '200 Algo.Success.Updated'), ({ foreign }) => ({ id: foreign.algoId, json: {} })],
  ],
  'algos DELETE /:id': [
    ['own',     users('200 Algo.Success.Deleted'), ({ own }) => ({ id: own.algoId })],
    ['foreign', byRight(NO_ALGO, '403 Algo.Forbidden_delete', '403 Algo.Forbidden_delete', '200 Algo.Success.Deleted'), ({ foreign }) => ({ id: foreign.algoId })],
  ],
  'algos DELETE /:id/droits': [
    ['own',     users('403 Algo.Forbidden_leave'), ({ own }) => ({ id: own.algoId })],
    ['foreign', byRight(NO_ALGO, '200 Algo.Success.Left', '200 Algo.Success.Left', '403 Algo.Forbidden_leave'), ({ foreign }) => ({ id: foreign.algoId })],
  ],
  'algos DELETE /byUserId/:id/droits': [
    ['own',     users('403 Algo.Forbidden_leave'), ({ own }) => ({ id: own.person.id })],
    ['foreign', byRight('200 Algo.Success.Owner_left', '200 Algo.Success.Owner_left', '200 Algo.Success.Owner_left', '403 Algo.Forbidden_leave'), ({ foreign }) => ({ id: foreign.person.id })],
  ],
  'algos GET /:id/shares': [
    ['own',     users('200 Algo.Success.Shares_listed'), ({ own }) => ({ id: own.algoId })],
    ['foreign', byRight(NO_ALGO, NO_SHARING, NO_SHARING, '200 Algo.Success.Shares_listed'), ({ foreign }) => ({ id: foreign.algoId })],
  ],
  'algos POST /:id/shares': [
    ['own',     users('200 Algo.Success.Shared'), ({ own }) => ({ id: own.algoId, json: { email: freshEmail(), droits: 'Read' } })],
    ['foreign', byRight(NO_ALGO, NO_SHARING, NO_SHARING, '200 Algo.Success.Shared'), ({ foreign }) => ({ id: foreign.algoId, json: { email: freshEmail(), droits: 'Read' } })],
  ],
  'algos DELETE /:id/shares/:idUtilisateur': [
    ['own',     users(NO_SHARE), ({ own }) => ({ id: own.algoId, user: own.person.id })],
    ['foreign', byRight(NO_ALGO, NO_SHARING, NO_SHARING, NO_SHARE), ({ foreign, own }) => ({ id: foreign.algoId, user: own.person.id })],
  ],
  'algos DELETE /:id/shares': [
    ['own',     users(NO_SHARE), ({ own }) => ({ id: own.algoId, json: { email: freshEmail() } })],
    ['foreign', byRight(NO_ALGO, NO_SHARING, NO_SHARING, NO_SHARE), ({ foreign }) => ({ id: foreign.algoId, json: { email: freshEmail() } })],
  ],
  'algos PUT /:id/dossier': [
    ['own',     users('200 Algo.Success.Moved'), ({ own }) => ({ id: own.algoId, json: { dossierId: own.folderId } })],
    ['foreign', byRight(NO_ALGO, '200 Algo.Success.Moved', '200 Algo.Success.Moved', '200 Algo.Success.Moved'), ({ foreign, own }) => ({ id: foreign.algoId, json: { dossierId: own.folderId } })],
    ['into a foreign folder: own', byRight(NO_FOLDER, NO_FOLDER, NO_FOLDER, '200 Algo.Success.Moved'), ({ own, foreign }) => ({ id: own.algoId, json: { dossierId: foreign.folderId } })],
  ],
  'algos GET /:id/versions': [
    ['own',     users('200 Algo.Success.Versions_listed'), ({ own }) => ({ id: own.algoId })],
    ['foreign', byRight(NO_ALGO, '200 Algo.Success.Versions_listed', '200 Algo.Success.Versions_listed', '200 Algo.Success.Versions_listed'), ({ foreign }) => ({ id: foreign.algoId })],
  ],
  // Sharing has replaced the source code of version 1.
  'algos GET /:id/versions/:version': [
    ['own',     users(NO_VERSION), ({ own }) => ({ id: own.algoId })],
    ['foreign', byRight(NO_ALGO, '200 Algo.Success.Version_found', '200 Algo.Success.Version_found', NO_VERSION), ({ foreign }) => ({ id: foreign.algoId })],
  ],
  'algos POST /:id/versions/:version/restore': [
    ['own',     users(NO_VERSION), ({ own }) => ({ id: own.algoId })],
    ['foreign', byRight(NO_ALGO, '403 Algo.Forbidden_update', '200 Algo.Success.Version_restored', NO_VERSION), ({ foreign }) => ({ id: foreign.algoId })],
  ],
  'algos GET /bin': [['own', users('200 Algo.Success.Bin_listed'), () => ({})]],
  'algos DELETE /bin': [['own', users('200 Algo.Success.Bin_emptied'), () => ({})]],
  // What is not in the bin, as what others have there, is not found.
  'algos POST /bin/:id/restore': [
    ['own',     users(NO_ALGO), ({ own }) => ({ id: own.algoId })],
    ['foreign', users(NO_ALGO), ({ foreign }) => ({ id: foreign.algoId })],
  ],
  'algos DELETE /bin/:id': [
    ['own',     users(NO_ALGO), ({ own }) => ({ id: own.algoId })],
    ['foreign', users(NO_ALGO), ({ foreign }) => ({ id: foreign.algoId })],
  ],
  'folders GET /': [['', users('200 Folder.Success.Listed'), () => ({})]],
  'folders POST /': [
    ['own',     users('201 Folder.Success.Created'), ({ own }) => ({ json: { nom: 'New', parentId: own.folderId } })],
    ['foreign', byRight(NO_FOLDER, NO_FOLDER, NO_FOLDER, '201 Folder.Success.Created'), ({ foreign }) => ({ json: { nom: 'New', parentId: foreign.folderId } })],
  ],
  'folders PATCH /:id': [
    ['own',     users('200 Folder.Success.Updated'), ({ own }) => ({ id: own.folderId, json: { nom: 'Changed' } })],
    ['foreign', byRight(NO_FOLDER, NO_FOLDER, NO_FOLDER, '200 Folder.Success.Updated'), ({ foreign }) => ({ id: foreign.folderId, json: { nom: 'Changed' } })],
  ],
  'folders DELETE /:id': [
    ['own',     users('200 Folder.Success.Deleted'), ({ own }) => ({ id: own.folderId })],
    ['foreign', byRight(NO_FOLDER, NO_FOLDER, NO_FOLDER, '200 Folder.Success.Deleted'), ({ foreign }) => ({ id: foreign.folderId })],
  ],
  'admin GET /accounts': [['', forOwners, () => ({})]],
  'admin GET /accounts/:id': ofAccounts(),
  'admin POST /accounts/:id/confirm': ofAccounts(),
  'admin POST /accounts/:id/disable': ofAccounts(),
  'admin POST /accounts/:id/enable': ofAccounts(),
  'admin POST /accounts/:id/recovery': ofAccounts(),
  'admin PUT /accounts/:id/password': ofAccounts(reset),
  'admin GET /accounts/:id/sessions': ofAccounts(),
  'admin DELETE /accounts/:id/sessions': ofAccounts(),
  'admin GET /accounts/:id/shares': ofAccounts(),
  'admin DELETE /accounts/:id': ofAccounts({ currentPassword: PASSWORD }),
  'admin GET /health': [['', forOwners, () => ({})]],
  'admin GET /mails': [['', forOwners, () => ({})]],
  'admin POST /mails/test': [['', forOwners, () => ({})]],
  'admin POST /mails/:name/retry': [['', forOwners, () => ({})]],
  'admin DELETE /mails/:name': [['', forOwners, () => ({})]],
  'admin GET /events': [['', forOwners, () => ({})]],
};

const nameOf = ({ group, method, path }: Route): string => `${group} ${method} ${path}`;
const methodsOf = ({ method, head }: Route): readonly string[] => (head === true ? [method, 'HEAD'] : [method]);

/** Whether a request that succeeds changes the scene for later requests. */
const changes = ({ group, method, path }: Route): boolean =>
  (group === 'folders' && method === 'POST') ||
  method === 'PUT' ||
  method === 'PATCH' ||
  method === 'DELETE' ||
  path.endsWith('/restore') ||
  /^\/(logout|confirm\/:token|:id\/email)$/.test(path) ||
  /^POST .*:token$/.test(`${method} ${path}`);

function targetOf({ group, path }: Route, { id, token, user }: Sent): string {
  return (
    prefixOf(group, DEFAULT_PREFIXES) +
    path
      .replace(':idUtilisateur', String(user))
      .replace(':id', String(id))
      .replace(':name', '20260101T000000000Z-0000000000000001')
      .replace(':version', '1')
      .replace(':sessionId', NO_SESSION)
      .replace(':token', String(token))
  );
}

/** Every route of the table, for every role. */
export function rights(world: World): void {
  const { api } = world;
  const shared = new Map(ROLES.map((role) => [role, once(() => newScene(world, role, 'with links'))]));
  const sharedBy = (role: Role): Promise<Scene> => shared.get(role)?.() ?? newScene(world, role, 'with links');
  /** A scene that no other request uses. Requests for algorithms leave people as they are, but one ends all shares of an owner. */
  const ownScene = async (role: Role, { group, path }: Route): Promise<Scene> => {
    if (group === 'algos' && !path.startsWith('/byUserId/')) return withNewAlgos(world, role, await sharedBy(role));
    return newScene(world, role, path.includes(':token') ? 'with links' : 'without links');
  };

  describe('rights', () => {
    it('are listed for each route, for own and foreign ids, and for no other route', () => {
      expect(Object.keys(EXPECTED)).toEqual(ROUTES.map(nameOf));
      for (const route of ROUTES) {
        const whose = (EXPECTED[nameOf(route)] ?? []).map(([what]) => what);
        if (/:(?!name)/.test(route.path))
          expect(whose, nameOf(route)).toEqual(expect.arrayContaining(['own', 'foreign']));
      }
    });

    const cells = ROUTES.flatMap((route) =>
      methodsOf(route).flatMap((method) =>
        (EXPECTED[nameOf(route)] ?? []).flatMap(([what, answers, send]) =>
          ROLES.map((role, index) => ({
            route,
            method,
            path: route.path,
            what,
            role,
            send,
            answer: answers[index] ?? '',
          })),
        ),
      ),
    );
    it.each(cells)('$role: $method $path $what is $answer', async ({ route, method, role, send, answer }) => {
      const isChanged = answer.startsWith('2') && changes(route);
      const scene = await (isChanged ? ownScene(role, route) : sharedBy(role));
      const sent = send(scene);
      const reply = await api.call(`${method} ${targetOf(route, sent)}`, {
        token: scene.token,
        json: sent.json,
        headers: { Accept: 'application/json' },
      });
      if (method === 'HEAD') expect(String(reply.status)).toBe(answer.slice(0, 3));
      else expect(statusAndMessage(reply)).toBe(answer);
    });
  });
}
