import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newAlgo, newPerson, send } from '@algotheque/testing/httpClient';
import { describe, expect, it } from 'vitest';
import { buildFaults, noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { startServer } from './support/serverProcess.ts';

const EIO = 5;
const reason = noFaults();
if (reason !== null) console.warn(`A broken store file is not tested: ${reason}`);

it.skipIf(reason !== null)(
  'a write-ahead log that cannot be synced ends the server, and the next start serves',
  async () => {
    const dir = scratchFolder();
    const faults = buildFaults();
    const env = { ALGOTHEQUE_DATA_DIR: dir };
    const server = await startServer({ ...env, ...faults.env });
    const ada = await newPerson(server.url);
    const { id } = await newAlgo(server.url, ada, { sourceCode: { n: 1 } });
    faults.set({ call: 'fsync', path: '.db-wal', errno: EIO });
    const json = { nom: 'Changed', sourceCode: { n: 2 } };
    expect((await send(server.url, `PUT /api/algos/${id}`, { token: ada.token, json })).status).toBe(503);
    expect(await server.ended).toBe(1);
    const lines = server.output().stderr.split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(/^algotheque: The store file \S+ could not be opened again .*: EIO: i\/o error, fsync$/),
    );
    expect(server.output().stderr).not.toContain('    at ');

    const next = await startServer(env);
    const read = await send(next.url, `GET /api/algos/${id}`, { token: ada.token });
    expect(read.status).toBe(200);
    const { nom, sourceCode } = read.data as { nom: string; sourceCode: unknown };
    expect([{ n: 1 }, { n: 2 }][nom === 'Changed' ? 1 : 0]).toEqual(sourceCode);
    await next.stop();
  },
);

it.skipIf(reason !== null)('a database file that cannot be checked is 503, never 500', async () => {
  const faults = buildFaults();
  const server = await startServer({ ALGOTHEQUE_DATA_DIR: scratchFolder(), ...faults.env });
  const ada = await newPerson(server.url);
  faults.set({ call: 'stat', path: 'algotheque.db$', errno: EIO });
  const json = { ownerId: ada.id, nom: 'Sort', sourceCode: {} };
  expect((await send(server.url, 'POST /api/algos', { token: ada.token, json })).status).toBe(503);
  expect((await send(server.url, 'GET /readyz')).status).toBe(503);
  expect(faults.hits().length).toBeGreaterThan(0);
  faults.set();
  expect((await send(server.url, 'POST /api/algos', { token: ada.token, json })).status).toBe(201);
  await server.stop();
});

describe.skipIf(reason !== null)('a file of content that cannot be made durable', () => {
  it('refuses the change, and the next one is made', async () => {
    const [dir, faults] = [scratchFolder(), buildFaults()];
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir, ...faults.env });
    const ada = await newPerson(server.url);
    faults.set({ call: 'fsync', path: '/algos/staging', count: 1, errno: EIO });
    const json = { ownerId: ada.id, nom: 'Sort', sourceCode: { n: 1 } };
    expect((await send(server.url, 'POST /api/algos', { token: ada.token, json })).status).toBe(503);
    expect(faults.hits()).toHaveLength(1);
    const { id } = await newAlgo(server.url, ada, { sourceCode: { n: 1 } });
    expect(readFileSync(join(dir, `algos/${id}.json`), 'utf8')).toBe('{"n":1}');
    await server.stop();
  });
});
