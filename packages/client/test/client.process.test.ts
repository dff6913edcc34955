import {
  ApiError,
  type Client,
  changeAlgo,
  createClient,
  isFailureOf,
  listAlgoPages,
  listAlgos,
  type SearchOptions,
  searchAlgoPages,
  searchAlgos,
  withOwners,
} from '@algotheque/client';
import { freshEmail, PASSWORD } from '@algotheque/testing/httpClient';
import type { HttpFixture } from '@algotheque/testing/httpSuite';
import { httpFixture } from '@algotheque/testing/server';
import { beforeAll, describe, expect, it } from 'vitest';

interface Account {
  readonly client: Client;
  readonly id: number;
  readonly email: string;
  /** What `onToken` got. */
  readonly tokens: (string | null)[];
}

// On a server process with SQLite and files.
let server: HttpFixture;
beforeAll(async () => {
  server = await httpFixture();
  return () => server.close();
});

async function account(pseudo = 'Ada'): Promise<Account> {
  const tokens: (string | null)[] = [];
  const client = createClient({ url: server.url, onToken: (token) => tokens.push(token) });
  const email = freshEmail();
  const { data } = await client.call('registerUser', { body: { email, password: PASSWORD, pseudo } });
  await client.call('login', { body: { email, password: PASSWORD } });
  return { client, id: data.id, email, tokens };
}

/** A client with the session of another, and the targets that it asks for. */
function counting({ client: { token } }: Pick<Account, 'client'>) {
  const asked: string[] = [];
  const client = createClient({
    url: server.url,
    token,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      return fetch(request);
    },
  });
  return { client, asked };
}

const newAlgo = async ({ client, id }: Account): Promise<number> =>
  (await client.call('createAlgo', { body: { nom: 'Sort', ownerId: id, sourceCode: [] } })).data.id;

describe('a session', () => {
  it('goes from the registration to the logout', async () => {
    const { client, id, email } = await account();
    const mail = (await server.mails()).find(({ to, kind }) => to === email && kind === 'confirm');
    const confirmed = await client.call('confirmUser', { params: { path: { token: mail?.token ?? '' } } });
    expect(confirmed.data.isVerified).toBe(true);
    const created = await client.call('createAlgo', { body: { nom: 'Sort', ownerId: id, sourceCode: { a: [1] } } });
    expect(created).toMatchObject({ status: 201, message: 'Responses.Algo.Success.Created', etag: '"1"' });
    const params = { path: { id: created.data.id } };
    const read = await client.call('getAlgo', { params });
    expect(read).toMatchObject({ status: 200, etag: '"1"', data: { ...created.data, sourceCode: { a: [1] } } });
    expect((await client.call('deleteAlgo', { params })).data).toBeUndefined();
    expect((await client.call('logout')).message).toBe('Responses.User.Success.Logged_out');
  });

  it('keeps the token of the last login, and none after a logout', async () => {
    const { client, email, tokens } = await account();
    expect(tokens).toEqual([client.token]);
    await client.call('login', { body: { email, password: PASSWORD } });
    expect(tokens).toHaveLength(2);
    expect(client.token).toBe(tokens[1]);
    await client.call('logout');
    expect(tokens).toEqual([expect.any(String), expect.any(String), null]);
    expect(client.token).toBeNull();
  });

  it('goes on with a token that was kept, and removes one that has ended', async () => {
    const { client, id } = await account();
    const tokens: (string | null)[] = [];
    const again = createClient({ url: server.url, token: client.token, onToken: (token) => tokens.push(token) });
    expect((await again.call('getOwnUser')).data.utilisateur.id).toBe(id);
    await client.call('logout');
    const error = await again.call('getOwnUser').catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'Responses.General.Unauthorized', status: 401 });
    expect(tokens).toEqual([null]);
  });

  it('takes along what it has as a stream, and brings it back as a file', async () => {
    const ada = await account();
    const id = await newAlgo(ada);
    const exported = await ada.client.call('exportUser', { params: { path: { id: ada.id } } });
    expect(exported).toMatchObject({ status: 200, message: 'Responses.User.Success.Exported', etag: null });
    const zip = await new Response(exported.data).blob();
    const body = new Blob([zip]);
    const present = { path: `algorithmes/Sort-${id}.json`, outcome: 'present', id };
    expect((await ada.client.call('importAlgos', { body })).data).toEqual([present]);
    const bob = await account('Bob');
    expect((await bob.client.call('importAlgos', { body })).data).toMatchObject([{ outcome: 'created' }]);
    const one = await bob.client.call('importAlgos', { body: { nom: 'Sort', sourceCode: [] } });
    expect(one.data).toMatchObject([{ path: '', outcome: 'present' }]);
    const refused = await bob.client.call('exportUser', { params: { path: { id: ada.id } } }).catch((error) => error);
    expect(refused).toMatchObject({ code: 'Responses.User.Forbidden', status: 403 });
  });

  it('removes the token with the account', async () => {
    const { client, id } = await account();
    await client.call('deleteUser', { params: { path: { id } } });
    expect(client.token).toBeNull();
  });
});

describe('lists', () => {
  it('reads the pages one after another, and none that is not needed', async () => {
    const owner = await account();
    const ids: number[] = [];
    for (let left = 5; left > 0; left -= 1) ids.push(await newAlgo(owner));
    const { client: counted, asked } = counting(owner);
    const seen: number[] = [];
    for await (const { id } of listAlgos(counted, owner.id, { limit: 2 })) seen.push(id);
    expect(seen).toEqual(ids);
    const list = `/api/algos/byUserId/${owner.id}?limit=2`;
    expect(asked.splice(0)).toEqual([list, `${list}&after=${ids[1]}`, `${list}&after=${ids[3]}`]);
    for await (const { data } of listAlgoPages(counted, owner.id, { limit: 2, after: ids[0] ?? 0 })) {
      expect(data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
      break;
    }
    expect(asked).toHaveLength(1);
  });

  it('finds page by page what is looked for, in its order', async () => {
    const { client, id: ownerId } = await account();
    const { id: folder } = (await client.call('createFolder', { body: { nom: 'Cours' } })).data;
    const names = ['Sort 1', 'Sort 2', 'Sort 3', 'Search'];
    for (const nom of names) await client.call('createAlgo', { body: { nom, ownerId, sourceCode: [] } });
    await client.call('createAlgo', { body: { nom: 'Sort 4', ownerId, sourceCode: [], dossierId: folder } });
    const found = async (options: SearchOptions) => {
      const rows: string[] = [];
      for await (const { nom } of searchAlgos(client, options)) rows.push(nom);
      return rows;
    };
    expect(await found({ q: 'sort', sort: '-nom', limit: 1 })).toEqual(['Sort 4', 'Sort 3', 'Sort 2', 'Sort 1']);
    expect(await found({ dossierId: folder })).toEqual(['Sort 4']);
    expect(await found({ dossierId: null, limit: 2 })).toEqual(['Search', 'Sort 1', 'Sort 2', 'Sort 3']);
    const pages: string[][] = [];
    for await (const { data } of searchAlgoPages(client, { sort: 'nom', limit: 2 })) {
      if (pages.push(data.map(({ nom }) => nom)) === 2) break; // no further page is read
    }
    expect(pages).toEqual([
      ['Search', 'Sort 1'],
      ['Sort 2', 'Sort 3'],
    ]);
    const { client: counted, asked } = counting({ client });
    for await (const { nom } of searchAlgos(counted)) expect(nom).toMatch(/^S/);
    expect(asked).toEqual(['/api/algos?limit=100']);
    const stopped = searchAlgos(client, { signal: AbortSignal.abort() }).next();
    await expect(stopped).rejects.toMatchObject({ code: 'Client.Aborted', operation: 'searchAlgos' });
  });

  it('names the owner of each row, and reads each of them once', async () => {
    const [ada, grace] = [await account('Ada L.'), await account('Grace')];
    const shared = [await newAlgo(ada), await newAlgo(ada)];
    const own = await newAlgo(grace);
    for (const id of shared) {
      const body = { idUtilisateur: grace.id, droits: 'Read' } as const;
      await ada.client.call('shareAlgo', { params: { path: { id } }, body });
    }
    const { client: counted, asked } = counting(grace);
    const rows: unknown[] = [];
    for await (const { id, owner } of withOwners(counted, listAlgos(counted, grace.id))) rows.push([id, owner]);
    expect(rows).toEqual([...shared.map((id) => [id, 'Ada L.']), [own, 'Grace']]);
    expect(asked).toEqual([
      `/api/algos/byUserId/${grace.id}?limit=100`,
      `/api/users/${ada.id}`,
      `/api/users/${grace.id}`,
    ]);
    await ada.client.call('deleteUser', { params: { path: { id: ada.id } } });
    const gone = [{ ownerId: ada.id }, { ownerId: ada.id }];
    asked.splice(0);
    for await (const row of withOwners(counted, gone)) expect(row).toEqual({ ownerId: ada.id, owner: null });
    expect(asked).toHaveLength(1);
  });
});

describe('changes', () => {
  it('loses no change of several writers at the same time', async () => {
    const owner = await account();
    const id = await newAlgo(owner);
    const add = (value: number) =>
      changeAlgo(
        owner.client,
        id,
        ({ sourceCode }) => ({ sourceCode: [...(sourceCode as number[]), value] }),
        { tries: 4 }, // each round one of the four succeeds
      );
    await Promise.all([1, 2, 3, 4].map(add));
    const { data } = await owner.client.call('getAlgo', { params: { path: { id } } });
    expect([...(data.sourceCode as number[])].sort()).toEqual([1, 2, 3, 4]);
  });

  it('gives up after the last try', async () => {
    const owner = await account();
    const id = await newAlgo(owner);
    let merges = 0;
    const error = await changeAlgo(
      owner.client,
      id,
      async ({ sourceCode }) => {
        merges += 1;
        await owner.client.call('updateAlgo', {
          params: { path: { id } },
          body: { nom: `Other ${merges}`, sourceCode },
        });
        return { nom: 'Mine' };
      },
      { tries: 3 },
    ).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'Responses.Algo.Conflict', status: 412, operation: 'patchAlgo' });
    expect(merges).toBe(3);
  });

  it('does not repeat after another failure', async () => {
    const owner = await account();
    const id = await newAlgo(owner);
    let merges = 0;
    const merge = () => {
      merges += 1;
      return { nom: 'x' };
    };
    await expect(changeAlgo(owner.client, id, merge)).rejects.toMatchObject({
      code: 'Responses.General.Invalid_data',
    });
    expect(merges).toBe(1);
  });
});

describe('failures', () => {
  it('carry what the service says', async () => {
    const { client, email } = await account();
    const body = { email, password: PASSWORD, pseudo: 'A' };
    const error = await client.call('registerUser', { body }).catch((error: unknown) => error);
    if (!isFailureOf(error, 'registerUser')) throw error;
    if (error.code !== 'Responses.General.Invalid_data') throw error;
    expect(error.data).toMatchObject([{ path: '/pseudo', rule: 'min_length' }]);
    expect(error.requestId).toMatch(/^[\w-]+$/);
    expect(error.message).toBe('registerUser: Responses.General.Invalid_data, status 400');
    expect(isFailureOf(error, 'login')).toBe(false);
    expect(error.missing).toEqual([]);
  });

  it('name the fields that are missing', async () => {
    const { client } = await account();
    const call = client.call('registerUser', { body: { email: '', password: PASSWORD, pseudo: '' } });
    const code = 'Responses.General.Missing_data';
    await expect(call).rejects.toMatchObject({ code, missing: ['pseudo', 'email'], data: undefined });
  });

  it('name an algorithm that has not changed', async () => {
    const owner = await account();
    const id = await newAlgo(owner);
    const params = { path: { id }, header: { 'If-None-Match': '"1"' } };
    const call = owner.client.call('getAlgo', { params });
    await expect(call).rejects.toMatchObject({ code: 'Client.Not_modified', status: 304 });
  });

  it('name a path where nothing is', async () => {
    const client = createClient({ url: server.url, prefixes: { algos: '/elsewhere', admin: '/elsewhere' } });
    const call = client.call('getAlgo', { params: { path: { id: 1 } } });
    await expect(call).rejects.toThrow(ApiError);
    await expect(call).rejects.toMatchObject({ code: 'Responses.General.Not_found', status: 404 });
    await expect(client.call('adminListMails')).rejects.toMatchObject({ status: 404 });
  });
});
