import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newAlgo, newPerson, PASSWORD, type Person, send } from '@algotheque/testing/httpClient';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { canMount, mountTmpfs } from '../../../test/support/tmpfs.ts';
import { heldOnSqlite } from './support/adapterSets/heldOnSqlite.ts';
import { BIG, expectRefused, fillUp, forGood, saveUntilRefused } from './support/fullDisk.ts';
import { startServer } from './support/serverProcess.ts';

const isPossible = canMount();
if (!isPossible) console.warn('A full disk is not tested: this user may not mount a tmpfs');

/** Beside the content in its folder. */
const OWN_NAMES = ['lock.db', 'owner-id'];

it.skipIf(!isPossible)(
  'on a full disk users read, log in, log out and delete, and save again when there is room',
  async () => {
    const disk = await mountTmpfs(scratchFolder(), '48m');
    const dir = join(disk, 'data');
    mkdirSync(dir);
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
    const ada = await newPerson(server.url);
    const idle = await newPerson(server.url);
    const algoIds = await saveUntilRefused(server.url, ada);
    expect(algoIds.length).toBeGreaterThan(40);
    letAnHourPass(dir);
    fillUp(disk);

    const call = async (target: string, sent = {}) => (await send(server.url, target, sent)).status;
    const logIn = async ({ email }: Person) =>
      send(server.url, 'POST /api/users/login', { json: { email, password: PASSWORD } });
    // The last use of each session is due to be recorded.
    for (const id of algoIds.slice(0, 3)) expect(await call(`GET /api/algos/${id}`, { token: ada.token })).toBe(200);
    expect(await call(`GET /api/users/${idle.id}`, { token: idle.token })).toBe(200);
    for (let round = 0; round < 20; round += 1) {
      const { status, data } = await logIn(idle);
      expect(status).toBe(200);
      const { token } = data as { token: string };
      expect(await call('GET /api/users/logout', { token })).toBe(200);
    }
    const create = { token: ada.token, json: { ownerId: ada.id, nom: 'More', sourceCode: [1] } };
    await expectRefused(server.url, 'POST /api/algos', create);
    const json = { nom: 'More', sourceCode: [1] };
    await expectRefused(server.url, `PUT /api/algos/${algoIds[0]}`, { token: ada.token, json });
    const user = { email: 'new@example.org', password: PASSWORD, pseudo: 'New' };
    await expectRefused(server.url, 'POST /api/users/register', { json: user });
    const ready = await send(server.url, 'GET /readyz');
    expect([ready.status, ready.data]).toEqual([503, { stores: ['records', 'content', 'mails'] }]);
    expect(await call('GET /healthz')).toBe(200);

    expect(await call(`DELETE /api/users/${idle.id}`, { token: await tokenOf(logIn(idle)) })).toBe(200);
    const deleted = algoIds.splice(0, algoIds.length - 2);
    for (const target of deleted.flatMap(forGood)) expect(await call(target, { token: ada.token })).toBe(200);
    // Files are removed behind the answers.
    await expect.poll(() => contentsIn(join(dir, 'algos')).length, { timeout: 15_000 }).toBe(algoIds.length);
    expect(await call('POST /api/algos', create)).toBe(201);
    expect(statSync(join(dir, 'reserve')).blocks * 512).toBe(8 * 1_024 * 1_024);
    for (const id of algoIds) expect(await call(`GET /api/algos/${id}`, { token: ada.token })).toBe(200);
    rmSync(join(disk, 'foreign'));
    expect(await call('POST /api/users/register', { json: user })).toBe(201);
    expect(await call('GET /readyz')).toBe(200);
    expect(await server.stop()).toBe(0);
    const { algos, published, unfinished } = await heldOnSqlite(dir);
    expect(published.size).toBe(algos.length);
    expect(algos.filter(({ id, ref }) => published.get(id)?.ref !== ref)).toEqual([]);
    expect(unfinished.filter((name) => !OWN_NAMES.includes(name))).toEqual([]);
  },
  120_000, // about 200 requests, one after the other, on a machine that may be busy
);

it.skipIf(!isPossible)('with content on another disk that is full, removals for good make room for saves', async () => {
  const [data, disk] = [join(scratchFolder(), 'data'), await mountTmpfs(scratchFolder(), '24m')];
  mkdirSync(data);
  const files = `file:${join(disk, 'algos')}`;
  const server = await startServer({ ALGOTHEQUE_DATA_DIR: data, ALGOTHEQUE_FILES_URL: files });
  const ada = await newPerson(server.url);
  const saved = await saveUntilRefused(server.url, ada);
  fillUp(disk);
  const create = { token: ada.token, json: { ownerId: ada.id, nom: 'More', sourceCode: [BIG] } };
  await expectRefused(server.url, 'POST /api/algos', create);
  const [first = 0] = saved;
  expect((await send(server.url, `GET /api/algos/${first}`, { token: ada.token })).status).toBe(200);
  await newPerson(server.url); // the disk of the records is not full
  for (const target of saved.splice(1).flatMap(forGood)) {
    expect((await send(server.url, target, { token: ada.token })).status).toBe(200);
  }
  rmSync(join(disk, 'foreign'));
  const { id } = await newAlgo(server.url, ada, { sourceCode: [BIG] });
  expect(await server.stop()).toBe(0);
  expect(contentsIn(join(disk, 'algos'))).toEqual([`${first}.json`, `${id}.json`]);
});

it.skipIf(!isPossible)('a server starts on a full disk, and deletions work', async () => {
  const disk = await mountTmpfs(scratchFolder(), '48m');
  const dir = join(disk, 'data');
  mkdirSync(dir);
  const first = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
  const ada = await newPerson(first.url);
  const { id } = await newAlgo(first.url, ada, { sourceCode: [BIG] });
  await first.stop('SIGKILL');
  fillUp(disk);
  const second = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
  expect((await send(second.url, `GET /api/algos/${id}`, { token: ada.token })).status).toBe(200);
  expect((await send(second.url, `DELETE /api/algos/${id}`, { token: ada.token })).status).toBe(200);
  rmSync(join(disk, 'foreign'));
  await newAlgo(second.url, ada);
  expect(await second.stop()).toBe(0);
});

const contentsIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => /^\d+\.json$/.test(name))
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));

async function tokenOf(loggedIn: Promise<{ readonly data: unknown }>): Promise<string> {
  return ((await loggedIn).data as { token: string }).token;
}

/** Changes the records as if no token had been used for two hours. */
function letAnHourPass(dir: string): void {
  const db = new DatabaseSync(join(dir, 'algotheque.db'), { timeout: 5_000 });
  db.exec('UPDATE tokens SET dateUtilisation = dateUtilisation - 7200000');
  db.close();
}
