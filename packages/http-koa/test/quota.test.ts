import { SHARE_BYTES } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './suite/api.ts';
import { createAlgo, newAlgo, newPerson, SOURCE, sharedAlgo } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

describe('the quota', () => {
  const start = useServer();

  it('is reported with its numbers to the owner, and without them to others', async () => {
    const { api, ports } = await start({ policy: { quota: { algos: 1, bytes: 200 + SHARE_BYTES } } });
    const [owner, writer] = [await newPerson(api), await newPerson(api)];
    const { id } = await sharedAlgo(api, owner, { with: writer, droits: 'ReadWrite' });
    const { bytes: used } = await ports.algos.usage(owner.id);
    const data = {
      algos: { used: 1, limit: 1 },
      bytes: { used, limit: 200 + SHARE_BYTES },
      bin: { algos: 0, bytes: 0 },
    };
    const message = 'Responses.Algo.Quota_exceeded';
    const refused = await createAlgo(api, owner);
    expect([refused.status, refused.body]).toEqual([403, { status: 403, message, data }]);
    const grow = ({ token }: typeof owner) =>
      api.call(`PUT /api/algos/${id}`, { token, json: { nom: 'Sort', sourceCode: ['x'.repeat(200)] } });
    expect((await grow(owner)).body).toEqual({ status: 403, message, data });
    expect((await grow(writer)).body).toEqual({ status: 403, message });
    const same = { nom: 'Renamed', sourceCode: SOURCE };
    expect(statusAndMessage(await api.call(`PUT /api/algos/${id}`, { token: writer.token, json: same }))).toBe(
      '200 Algo.Success.Updated',
    );
    await api.call(`DELETE /api/algos/${id}`, { token: owner.token });
    expect(statusAndMessage(await createAlgo(api, owner)), 'the bin counts').toBe('403 Algo.Quota_exceeded');
    await api.call(`DELETE /api/algos/bin/${id}`, { token: owner.token });
    expect(statusAndMessage(await createAlgo(api, owner))).toBe('201 Algo.Success.Created');
  });

  it('is shown to the user, and null if there is none', async () => {
    const usage = async (quota: { algos: number; bytes: number } | null) => {
      const { api } = await start({ policy: { quota } });
      const { token } = await newPerson(api);
      return (await api.call('GET /api/users/me', { token })).body;
    };
    const shown = (algos: number | null, bytes: number | null) => ({
      data: { usage: { algos: { used: 0, limit: algos }, bytes: { used: 0, versions: 0, limit: bytes } } },
    });
    expect(await usage({ algos: 3, bytes: 200 })).toMatchObject(shown(3, 200));
    expect(await usage(null)).toMatchObject(shown(null, null));
  });

  it('holds for a version that comes back, with its numbers', async () => {
    const { api, ports } = await start();
    const owner = await newPerson(api);
    const { token } = owner;
    const { id } = await newAlgo(api, owner);
    const save = (target: string, text: string) =>
      api.call(target, { token, json: { nom: 'Sort', ownerId: owner.id, sourceCode: [text] } });
    await save(`PUT /api/algos/${id}`, 'x'.repeat(60));
    await save(`PUT /api/algos/${id}`, 'x');
    const lower = await start({ policy: { quota: { algos: 2, bytes: 50 } }, instead: () => ports });
    const refused = await lower.api.call(`POST /api/algos/${id}/versions/2/restore`, { token });
    expect([statusAndMessage(refused), refused.body]).toMatchObject([
      '403 Algo.Quota_exceeded',
      { data: { bytes: { used: 5, limit: 50 } } },
    ]);
  });

  it('holds for imports, with its numbers in the report', async () => {
    const { api } = await start({ policy: { quota: { algos: 1, bytes: 200 } } });
    const owner = await newPerson(api);
    await newAlgo(api, owner);
    const json = { nom: 'One more', sourceCode: [1, 2] };
    const { body } = await api.call('POST /api/algos/import', { token: owner.token, json });
    const data = { algos: { used: 1, limit: 1 }, bytes: { limit: 200 } };
    const row = { outcome: 'refused', message: 'Responses.Algo.Quota_exceeded', data };
    expect(body).toMatchObject({ data: [row] });
  });

  it('holds for copies and for folders, with their numbers', async () => {
    const policy = { quota: { algos: 1, bytes: 200 }, folders: { perUser: 1, depth: 2 } };
    const { api } = await start({ policy });
    const owner = await newPerson(api);
    const { token } = owner;
    const { id } = await newAlgo(api, owner);
    const copy = await api.call(`POST /api/algos/${id}/copy`, { token });
    expect([statusAndMessage(copy), copy.body]).toMatchObject([
      '403 Algo.Quota_exceeded',
      { data: { algos: { used: 1, limit: 1 } } },
    ]);
    const folder = (nom: string) => api.call('POST /api/folders', { token, json: { nom } });
    expect((await folder('first')).status).toBe(201);
    const refused = await folder('second');
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { message: 'Responses.Folder.Quota_exceeded', data: { used: 1, limit: 1 } },
    ]);
  });
});
