import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeMongo } from '../../../adapters-mongo/test/support/describeMongo.ts';
import { newAlgo, newPerson, PASSWORD, send, tally } from '../support/client.ts';
import { makeScratch } from '../support/scratch.ts';
import { runCommand, type ServerProcess, startServer } from '../support/serverProcess.ts';

const SECRET = 'the same secret on every server of it';

describeMongo('three servers on one database', ({ server }) => {
  let scratch = '';
  let servers: ServerProcess[] = [];

  const env = async (name: string, further: Record<string, string> = {}) => {
    const dataDir = join(scratch, name);
    await mkdir(dataDir);
    return {
      ALGOTHEQUE_DATA_DIR: dataDir,
      ALGOTHEQUE_STORE_URL: server().url('several'),
      ALGOTHEQUE_FILES_URL: 'mongodb:',
      ALGOTHEQUE_SECRET: SECRET,
      ALGOTHEQUE_LIMIT_REGISTER: '1000/1h', // all come from one address here
      ...further,
    };
  };
  const at = (index: number): string => servers[index]?.url ?? '';
  const everywhere = <Result>(work: (url: string, index: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(servers.map(({ url }, index) => work(url, index)));

  beforeAll(async () => {
    scratch = await makeScratch();
    servers = await Promise.all(['one', 'two', 'three'].map(async (name) => startServer(await env(name))));
  });
  afterAll(async () => {
    await Promise.all(servers.map((one) => one.stop()));
    await rm(scratch, { recursive: true, force: true });
  });

  it('takes a login of one on all, and a logout kills it on all', async () => {
    const ada = await newPerson(at(0), 'login@example.org');
    const read = () =>
      everywhere(async (url) => (await send(url, `GET /api/users/${ada.id}`, { token: ada.token })).status);
    expect(await read()).toEqual([200, 200, 200]);
    expect((await send(at(1), 'GET /api/users/logout', { token: ada.token })).status).toBe(200);
    expect(await read()).toEqual([401, 401, 401]);
  });

  it('ends the other sessions of a new password on all', async () => {
    const ada = await newPerson(at(0), 'password@example.org');
    const other = await newPerson(at(1), ada.email); // the same user, logged in again
    const json = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    expect((await send(at(2), `PUT /api/users/${ada.id}`, { token: ada.token, json })).status).toBe(200);
    const status = (token: string) =>
      everywhere(async (url) => (await send(url, `GET /api/users/${ada.id}`, { token })).status);
    expect(await status(other.token)).toEqual([401, 401, 401]);
    expect(await status(ada.token)).toEqual([200, 200, 200]);
  });

  it('gives one e-mail, registered on three at once, to one', async () => {
    const json = { email: 'once@example.org', password: PASSWORD, pseudo: 'Once' };
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, index) => send(at(index % 3), 'POST /api/users/register', { json })),
    );
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 1, 409: 14 });
  });

  it('lets one of three win that race with one If-Match, and shows its content on all', async () => {
    const ada = await newPerson(at(0), 'race@example.org');
    const id = await newAlgo(at(0), ada);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => {
        const sent = {
          token: ada.token,
          headers: { 'if-match': '"1"' },
          json: { nom: `Sort ${n}`, sourceCode: { n } },
        };
        return send(at(n % 3), `PUT /api/algos/${id}`, sent);
      }),
    );
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 412: 11 });
    const winner = replies.findIndex(({ status }) => status === 200);
    const read = await everywhere((url) => send(url, `GET /api/algos/${id}`, { token: ada.token }));
    for (const { data } of read) expect(data).toMatchObject({ nom: `Sort ${winner}`, sourceCode: { n: winner } });
  });

  it('never shows a mixture of two versions while all write', async () => {
    const ada = await newPerson(at(0), 'mixture@example.org');
    const id = await newAlgo(at(0), ada, { n: 0 });
    const write = (n: number) => {
      const json = { nom: `Sort ${n}`, sourceCode: { n } };
      return send(at(n % 3), `PUT /api/algos/${id}`, { token: ada.token, json });
    };
    const read = (n: number) => send(at(n % 3), `GET /api/algos/${id}`, { token: ada.token });
    const rounds = Array.from({ length: 30 }, (_, n) => Promise.all([write(n), read(n), read(n + 1)]));
    for (const [written, ...seen] of await Promise.all(rounds)) {
      expect(written.status).toBe(200);
      for (const { data } of seen) {
        const { nom, sourceCode } = data as { nom: string; sourceCode: { n: number } };
        if (nom !== 'Sort') expect(nom).toBe(`Sort ${sourceCode.n}`);
      }
    }
  });

  it('counts wrong logins together', async () => {
    const { email } = await newPerson(at(0), 'limits@example.org');
    const json = { email, password: 'not the password' };
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) => send(at(n % 3), 'POST /api/users/login', { json })),
    );
    expect(tally(replies.map(({ status }) => status))).toEqual({ 401: 10, 429: 20 });
  });

  it('refuses a server with another secret, and one that keeps content in files', async () => {
    const other = await runCommand(
      ['serve'],
      await env('four', { ALGOTHEQUE_SECRET: 'nothing like what the others have been given' }),
    );
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('ALGOTHEQUE_SECRET') });
    const files = await runCommand(['serve'], await env('five', { ALGOTHEQUE_FILES_URL: '' }));
    expect(files).toMatchObject({ code: 1, stderr: expect.stringContaining('ALGOTHEQUE_FILES_URL=mongodb:') });
    for (const { stderr } of [other, files]) expect(stderr).not.toContain('nothing like');
  });
});
