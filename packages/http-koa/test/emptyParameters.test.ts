import { describe, expect, it } from 'vitest';
import { ROUTES } from '../src/index.ts';
import { partsOf } from '../src/routes/sources.ts';
import { dataOf, statusAndMessage } from './suite/api.ts';
import { createAlgo, newAlgo, newPerson } from './suite/people.ts';
import type { MemoryServer } from './support/memoryServer.ts';
import { useServer } from './support/useServer.ts';

/** Ada is an owner of the service. She has a folder with an algorithm, another algorithm, and one in the bin. */
async function opened({ api, ports }: MemoryServer) {
  const ada = await newPerson(api);
  await ports.users.change(ada.id, (now) => ({ ...now, serviceRight: 'look' }));
  const { token } = ada;
  const folder = dataOf<{ id: number }>(await api.call('POST /api/folders', { token, json: { nom: 'Full' } }));
  const placed = await newAlgo(api, ada);
  await api.call(`PUT /api/algos/${placed.id}/dossier`, { token, json: { dossierId: folder.id } });
  await createAlgo(api, ada, { nom: 'At the top' });
  const deleted = await newAlgo(api, ada);
  await api.call(`DELETE /api/algos/${deleted.id}`, { token });
  return { api, token, adaId: ada.id, folderId: folder.id };
}
type World = Awaited<ReturnType<typeof opened>>;

/** Every parameter of a query: where to send it, and the answer without it. */
const PARAMETERS: readonly (readonly [
  route: string,
  names: readonly string[],
  target: (world: World) => string,
  answer: string,
])[] = [
  ['endSessions', ['all'], ({ adaId }) => `DELETE /api/users/${adaId}/sessions`, '200 User.Success.Sessions_ended'],
  ['listAlgos', ['limit', 'after'], ({ adaId }) => `GET /api/algos/byUserId/${adaId}`, '200 Algo.Success.Listed'],
  [
    'searchAlgos',
    ['role', 'dossierId', 'q', 'sort', 'modifiedSince', 'limit', 'after', 'total'],
    () => 'GET /api/algos',
    '200 Algo.Success.Listed',
  ],
  ['leaveOwner', ['refuse'], ({ adaId }) => `DELETE /api/algos/byUserId/${adaId}/droits`, '403 Algo.Forbidden_leave'],
  ['listBin', ['limit', 'after'], () => 'GET /api/algos/bin', '200 Algo.Success.Bin_listed'],
  ['deleteFolder', ['recursive'], ({ folderId }) => `DELETE /api/folders/${folderId}`, '409 Folder.Not_empty'],
  [
    'adminListAccounts',
    ['start', 'after', 'limit'],
    () => 'GET /api/admin/accounts',
    '200 Admin.Success.Accounts_listed',
  ],
  ['adminListMails', ['after'], () => 'GET /api/admin/mails', '200 Admin.Success.Mails_listed'],
  [
    'adminListEvents',
    ['account', 'kind', 'since', 'before', 'after', 'limit'],
    () => 'GET /api/admin/events',
    '200 Admin.Success.Events_listed',
  ],
];

describe('an empty parameter of a query', () => {
  const start = useServer();

  it('is one of these', () => {
    const declared = ROUTES.flatMap(({ id, sources }) =>
      partsOf(sources).flatMap(([, source]) => (source.in === 'query' ? [[id, source.names]] : [])),
    );
    expect(declared).toEqual(PARAMETERS.map(([route, names]) => [route, names]));
  });

  it.each(PARAMETERS)('of %s counts as not sent: %s', async (_route, names, target, answer) => {
    const world = await opened(await start());
    const { api, token } = world;
    const without = await api.call(target(world), { token });
    expect(statusAndMessage(without)).toBe(answer);
    for (const query of [...names.flatMap((name) => [`${name}=`, name]), names.map((name) => `${name}=`).join('&')]) {
      const reply = await api.call(`${target(world)}?${query}`, { token });
      expect([query, reply.status, reply.body]).toEqual([query, without.status, without.body]);
      expect([reply.headers.get('X-Total-Count'), reply.headers.get('Link')]).toEqual([null, null]);
    }
    expect((await api.call('GET /api/users/me', { token })).status, 'the own session goes on').toBe(200);
  });

  it.each(PARAMETERS)('of %s is refused when it is there twice: %s', async (_route, names, target) => {
    const world = await opened(await start());
    for (const name of names) {
      const reply = await world.api.call(`${target(world)}?${name}=&${name}=`, { token: world.token });
      expect([statusAndMessage(reply), reply.body]).toMatchObject([
        '400 General.Invalid_data',
        { data: [{ path: `/${name}`, rule: 'type' }] },
      ]);
    }
  });
});
