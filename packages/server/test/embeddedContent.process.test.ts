import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openFileStore } from '@algotheque/adapters-fs';
import { expect, it } from 'vitest';
import { openLocal } from '../src/index.ts';
import { sqliteIn } from './migrate/support/places.ts';
import { sampleStore } from './migrate/support/sampleStore.ts';
import { snapshotOf } from './migrate/support/snapshot.ts';
import { newAlgo, newPerson, send } from './support/client.ts';
import { scratchFolder } from './support/scratch.ts';
import { startServer } from './support/serverProcess.ts';

it('content of a server that was killed right after its answers is complete, and each file is where the record says', async () => {
  const dir = await scratchFolder();
  const env = { ALGOTHEQUE_DATA_DIR: dir };
  const server = await startServer(env);
  const ada = await newPerson(server.url, 'ada@example.org');
  const ids: number[] = [];
  for (let n = 0; n < 10; n += 1) ids.push(await newAlgo(server.url, ada, { n }));
  const [gone = 0, changed = 0, deleted = 0] = ids;
  const json = { nom: 'Changed', sourceCode: { n: 'changed' } };
  await send(server.url, `PUT /api/algos/${changed}`, { token: ada.token, json });
  for (const target of [`algos/${deleted}`, `algos/${gone}`, `algos/bin/${gone}`])
    expect((await send(server.url, `DELETE /api/${target}`, { token: ada.token })).status).toBe(200);
  await server.stop('SIGKILL');
  const algos = join(dir, 'algos');
  const filesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.json'));
  const namesOf = (some: readonly number[]) => some.map((id) => `${id}.json`);
  expect(filesIn(algos).sort()).toEqual(namesOf(ids.filter((id) => id !== gone && id !== deleted)).sort());
  expect(filesIn(join(algos, 'bin'))).toEqual(namesOf([deleted]));
  expect(readFileSync(join(algos, `${changed}.json`), 'utf8')).toBe('{"n":"changed"}');

  const next = await startServer(env);
  for (const [n, id] of ids.entries()) {
    const { status, data } = await send(next.url, `GET /api/algos/${id}`, { token: ada.token });
    if (id === gone || id === deleted) expect(status).toBe(404);
    else expect(data).toMatchObject({ sourceCode: { n: id === changed ? 'changed' : n } });
  }
  expect(await next.stop()).toBe(0);
  expect(readdirSync(join(dir, 'algos/staging'))).toEqual([]);
});

it('what a power loss has brought back in staging/ does not replace a complete file', async () => {
  const dir = await scratchFolder();
  const first = await openLocal({ dataDir: dir });
  const { id: ownerId } = await first.service.registerUser(ADA);
  const caller = await first.service.authenticate((await first.service.login(ADA)).token);
  const { algo } = await first.service.createAlgo({ ownerId, nom: 'Sort', sourceCode: { n: 1 } }, caller);
  await first.close();
  writeFileSync(join(dir, 'algos/staging', refOf(dir, algo.id)), '{"n"');
  const next = await openLocal({ dataDir: dir });
  expect((await next.service.getAlgo({ id: algo.id }, caller)).source?.text()).toBe('{"n":1}');
  await next.close();
  expect(readdirSync(join(dir, 'algos/staging'))).toEqual([]);
});

const ADA = { email: 'ada@example.org', password: 'correct horse', pseudo: 'Ada' };

function refOf(dataDir: string, id: number): string {
  const db = new DatabaseSync(join(dataDir, 'algotheque.db'), { readOnly: true });
  try {
    return String(db.prepare('SELECT ref FROM algos WHERE id = ?').get(id)?.['ref']);
  } finally {
    db.close();
  }
}

it('what is left in staging/ is published when a record names it, and removed when none does', async () => {
  const { dataDir } = await sampleStore(join(await scratchFolder(), 'data'));
  const algos = join(dataDir, 'algos');
  const before = await snapshotOf(sqliteIn(dataDir));
  const files = await openFileStore(algos);
  const unnamed = await files.stage(new TextEncoder().encode('[]'), null);
  renameSync(join(algos, '2.json'), join(algos, 'staging', refOf(dataDir, 2)));
  await (await openLocal({ dataDir })).close();
  expect(readdirSync(join(algos, 'staging'))).toEqual([]);
  expect(await snapshotOf(sqliteIn(dataDir))).toEqual(before);
  expect(await files.read(9, unnamed)).toBeNull();
});
