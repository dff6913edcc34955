import { rm } from 'node:fs/promises';
import { describeMongo } from '@algotheque/testing/mongo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runIn } from '../cli/runIn.ts';
import { newPerson, PASSWORD, type Person, send } from '../support/client.ts';
import { makeScratch } from '../support/scratch.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';

describeMongo('three servers on one database', ({ server }) => {
  let scratch = '';
  let servers: readonly ServerProcess[] = [];
  /** The settings of a server, with a data folder of its own. */
  const envOf = (name: string) => ({
    ALGOTHEQUE_DATA_DIR: `${scratch}/${name}`,
    ALGOTHEQUE_STORE_URL: server().url('several'),
    ALGOTHEQUE_FILES_URL: 'mongodb:',
    ALGOTHEQUE_SECRET: 'the same secret on every server of it',
  });
  beforeAll(async () => {
    scratch = await makeScratch();
    servers = await Promise.all(['one', 'two', 'three'].map((name) => startServer(envOf(name))));
  });
  afterAll(async () => {
    await Promise.all(servers.map((one) => one.stop()));
    await rm(scratch, { recursive: true, force: true });
  });
  const at = (index: number): string => servers[index]?.url ?? '';
  /** The answer of each server to a read with this session. */
  const readsOf = ({ id, token }: Person): Promise<number[]> =>
    Promise.all(servers.map(async ({ url }) => (await send(url, `GET /api/users/${id}`, { token })).status));

  it('accept a login of one on all, and a logout ends it on all', async () => {
    const ada = await newPerson(at(0), 'login@example.org');
    expect(await readsOf(ada)).toEqual([200, 200, 200]);
    expect((await send(at(1), 'GET /api/users/logout', { token: ada.token })).status).toBe(200);
    expect(await readsOf(ada)).toEqual([401, 401, 401]);
  });

  it('refuse the sessions and logins of a user whom the command line disables meanwhile', async () => {
    const ada = await newPerson(at(0), 'disabled@example.org');
    expect(await readsOf(ada)).toEqual([200, 200, 200]);
    const env = { ALGOTHEQUE_STORE_URL: server().url('several'), ALGOTHEQUE_FILES_URL: 'mongodb:' };
    const disabled = await runIn(['user', 'disable', ada.email, '--json'], { env });
    expect(disabled).toMatchObject({ code: 0, stderr: expect.stringContaining('"action":"user.disabled"') });
    expect(await readsOf(ada)).toEqual([401, 401, 401]);
    const login = () => send(at(1), 'POST /api/users/login', { json: { email: ada.email, password: PASSWORD } });
    expect(await login()).toMatchObject({ status: 401, message: 'User.Invalid_credentials' });
    expect(await runIn(['user', 'enable', String(ada.id)], { env })).toMatchObject({ code: 0 });
    expect((await login()).status).toBe(200);
    expect(await readsOf(ada)).toEqual([401, 401, 401]);
    expect(await runIn(['user', 'delete', String(ada.id), '--yes'], { env })).toMatchObject({ code: 0 });
    expect((await login()).status).toBe(401);
  });

  it('refuse a server with another secret, and one that keeps content in files', async () => {
    const secret = { ALGOTHEQUE_SECRET: 'nothing like what the others have been given' };
    const other = await runIn(['serve'], { env: { ...envOf('four'), ...secret } });
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('ALGOTHEQUE_SECRET') });
    const files = await runIn(['serve'], { env: { ...envOf('five'), ALGOTHEQUE_FILES_URL: '' } });
    expect(files).toMatchObject({ code: 1, stderr: expect.stringContaining('ALGOTHEQUE_FILES_URL=mongodb:') });
    for (const { stderr } of [other, files]) expect(stderr).not.toContain('nothing like');
  });
});
