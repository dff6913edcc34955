import { appendFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { canMount, mountTmpfs } from '../../../test/support/tmpfs.ts';
import { newAlgo, newPerson, PASSWORD, type Person, send } from './support/client.ts';
import { scratchFolder } from './support/scratch.ts';
import { startServer } from './support/serverProcess.ts';

const isPossible = canMount();
if (!isPossible) console.warn('A full disk is not tested: this user may not mount a tmpfs');

const BIG = 'x'.repeat(400_000);

it.skipIf(!isPossible)(
  'on a full disk users read, log in, log out and delete, and save again when there is room',
  async () => {
    const disk = await mountTmpfs(await scratchFolder(), '48m');
    const dir = join(disk, 'data');
    mkdirSync(dir);
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
    const ada = await newPerson(server.url, 'ada@example.org');
    const idle = await newPerson(server.url, 'idle@example.org');
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
    expect(await call('POST /api/algos', create)).toBe(503);
    expect(
      await call(`PUT /api/algos/${algoIds[0]}`, { token: ada.token, json: { nom: 'More', sourceCode: [1] } }),
    ).toBe(503);
    expect(
      await call('POST /api/users/register', { json: { email: 'new@example.org', password: PASSWORD, pseudo: 'New' } }),
    ).toBe(503);

    expect(await call(`DELETE /api/users/${idle.id}`, { token: await tokenOf(logIn(idle)) })).toBe(200);
    const deleted = algoIds.splice(0, algoIds.length - 2);
    for (const id of deleted) expect(await call(`DELETE /api/algos/${id}`, { token: ada.token })).toBe(200);
    expect(await call('POST /api/algos', create)).toBe(201);
    expect(statSync(join(dir, 'reserve')).blocks * 512).toBe(8 * 1_024 * 1_024);
    for (const id of algoIds) expect(await call(`GET /api/algos/${id}`, { token: ada.token })).toBe(200);
    expect(await server.stop()).toBe(0);
  },
);

it.skipIf(!isPossible)('a server starts on a full disk, and deletions work', async () => {
  const disk = await mountTmpfs(await scratchFolder(), '48m');
  const dir = join(disk, 'data');
  mkdirSync(dir);
  const first = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
  const ada = await newPerson(first.url, 'ada@example.org');
  const id = await newAlgo(first.url, ada, [BIG]);
  await first.stop('SIGKILL');
  fillUp(disk);
  const second = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
  expect((await send(second.url, `GET /api/algos/${id}`, { token: ada.token })).status).toBe(200);
  expect((await send(second.url, `DELETE /api/algos/${id}`, { token: ada.token })).status).toBe(200);
  rmSync(join(disk, 'foreign'));
  await newAlgo(second.url, ada);
  expect(await second.stop()).toBe(0);
});

async function tokenOf(loggedIn: Promise<{ readonly data: unknown }>): Promise<string> {
  return ((await loggedIn).data as { token: string }).token;
}

/** Saves large algorithms until the server refuses them. */
async function saveUntilRefused(url: string, { id, token }: Person): Promise<number[]> {
  const saved: number[] = [];
  for (;;) {
    const json = { ownerId: id, nom: 'Large', sourceCode: [BIG] };
    const { status, data } = await send(url, 'POST /api/algos', { token, json });
    if (status === 201) saved.push((data as { id: number }).id);
    else {
      expect(status).toBe(503);
      return saved;
    }
  }
}

/** Changes the records as if no token had been used for two hours. */
function letAnHourPass(dir: string): void {
  const db = new DatabaseSync(join(dir, 'algotheque.db'), { timeout: 5_000 });
  db.exec('UPDATE tokens SET dateUtilisation = dateUtilisation - 7200000');
  db.close();
}

/** Another program writes until the disk is full. */
function fillUp(disk: string): void {
  const path = join(disk, 'foreign');
  writeFileSync(path, '');
  for (const size of [1_048_576, 65_536, 4_096]) {
    try {
      for (;;) appendFileSync(path, new Uint8Array(size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
}
