import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type MongoStore, openMongoStore } from '@algotheque/adapters-mongo';
import { newAlgo, newPerson, PASSWORD, send } from '@algotheque/testing/httpClient';
import { describeMongo } from '@algotheque/testing/mongo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeScratch } from '../../../../test/support/scratchFolder.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';

const CLOCK = fileURLToPath(new URL('../children/clockApart.ts', import.meta.url));
const MINUTE = 60_000;
const APART = { '11 minutes': 11 * MINUTE, '1 hour': 60 * MINUTE, '31 days': 31 * 24 * 60 * MINUTE };
const CASES = Object.entries(APART).flatMap(([how, ms]) => [
  { name: `${how} ahead`, ms },
  { name: `${how} behind`, ms: -ms },
]);
const bytes = new TextEncoder().encode('{}');

describeMongo('a server whose machine has another clock than the others', ({ server }) => {
  let [scratch, right, store] = ['', null as ServerProcess | null, null as MongoStore | null];
  const start = (name: string, env = {}) =>
    startServer({
      ALGOTHEQUE_DATA_DIR: `${scratch}/${name}`,
      ALGOTHEQUE_STORE_URL: server().url('apart'),
      ALGOTHEQUE_FILES_URL: 'mongodb:',
      ALGOTHEQUE_SECRET: 'the same secret on every server of it',
      ...env,
    });
  beforeAll(async () => {
    scratch = makeScratch();
    right = await start('right');
    store = openMongoStore({ url: server().url('apart') });
  });
  afterAll(async () => {
    await store?.close();
    await right?.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  it.for(CASES)('$name: decides by the time of the database', async ({ name, ms }, { onTestFinished }) => {
    if (right === null || store === null) throw new Error('The server is not started');
    const staged = await store.contentStore.stage(bytes, null); // a creation whose commit is under way
    const ada = await newPerson(right.url, { email: `ada${ms}@example.org` });
    const { id } = await newAlgo(right.url, ada);
    const target = `/api/algos/${id}`;
    const share = { email: 'grace@example.org', droits: 'Read' };
    await send(right.url, `POST ${target}/shares`, { token: ada.token, json: share });
    const former = { nom: 'Sort', sourceCode: { n: 2 } };
    await send(right.url, `PUT ${target}`, { token: ada.token, json: former });
    const { id: binned } = await newAlgo(right.url, ada, { sourceCode: { n: 3 } });
    await send(right.url, `DELETE /api/algos/${binned}`, { token: ada.token });

    const apart = await start(name, { NODE_OPTIONS: `--import=${CLOCK}`, TEST_CLOCK_APART_MS: String(ms) });
    onTestFinished(async () => void (await apart.stop()));
    const at = (path: string) => send(apart.url, path, { token: ada.token });
    expect((await at(`GET ${target}`)).data).toMatchObject({ sourceCode: { n: 2 } });
    expect((await at(`GET ${target}/shares`)).data).toMatchObject({ waiting: [{ adresseMail: share.email }] });
    expect((await at('GET /api/algos/bin')).data).toMatchObject([{ id: binned }]);

    // Both give the same times, and accept each other's sessions.
    const { id: made } = await newAlgo(apart.url, ada, { sourceCode: { n: 4 } });
    const { data } = await send(right.url, `GET /api/algos/${made}`, { token: ada.token });
    expect(Math.abs((data as { dateCreation: number }).dateCreation - Date.now())).toBeLessThan(MINUTE);
    const login = await send(apart.url, 'POST /api/users/login', { json: { email: ada.email, password: PASSWORD } });
    const { token } = login.data as { token: string };
    expect((await send(right.url, `GET /api/algos/${made}`, { token })).status).toBe(200);
    expect((await send(right.url, `DELETE /api/algos/${made}`, { token })).status).toBe(200);
    expect((await send(apart.url, `POST /api/algos/bin/${made}/restore`, { token })).status).toBe(200);

    // Its start has finished what servers have left, and removed what has ended.
    expect(await apart.stop()).toBe(0);
    expect(await store.contentStore.read(0, staged)).toEqual(bytes);
    expect((await send(right.url, 'GET /api/algos/bin', { token: ada.token })).data).toMatchObject([{ id: binned }]);
  });
});
