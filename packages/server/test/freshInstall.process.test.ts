import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { startServer } from './support/serverProcess.ts';

const NAMES = [
  'admin',
  'administrator',
  'root',
  'user',
  'test',
  'guest',
  'algotheque',
  'admin@localhost',
  'admin@example.org',
];
const PASSWORDS = ['admin', 'password', 'root', 'changeme', 'algotheque', '12345678', 'admin@localhost'];

it('a fresh install has no account and no session, and accepts no login', async () => {
  const dir = scratchFolder();
  const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir, ALGOTHEQUE_RATE_LIMITS: 'off' });
  const post = (path: string, body: object) =>
    fetch(`${server.url}/api/users/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const name of NAMES) {
    const email = name.includes('@') ? name : `${name}@algotheque`;
    for (const password of PASSWORDS)
      expect([name, (await post('login', { email, password })).status]).not.toEqual([name, 200]);
  }
  const ada = { email: 'ada@example.org', password: 'analytical engine', pseudo: 'Ada' };
  expect(await (await post('register', ada)).json()).toMatchObject({ data: { id: 1 } }); // the first user of the store
  await server.stop();
  const db = new DatabaseSync(join(dir, 'algotheque.db'), { readOnly: true });
  const count = (table: string) => db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows'];
  expect(['users', 'tokens', 'algos', 'folderTrees', 'deletions'].map(count)).toEqual([1, 0, 0, 0, 0]);
  db.close();
});
