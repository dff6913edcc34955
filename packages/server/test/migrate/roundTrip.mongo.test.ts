import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newAlgo, newPerson, PASSWORD, send } from '@algotheque/testing/httpClient';
import { describeMongo } from '@algotheque/testing/mongo';
import { expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { outboxReader } from '../support/outbox.ts';
import { runCommand, type ServerProcess, startServer } from '../support/serverProcess.ts';
import { mongoAt, sqliteIn } from './support/places.ts';
import { SOURCES } from './support/sampleStore.ts';
import { snapshotOf } from './support/snapshot.ts';

/** Six processes run one after the other, which takes long on a busy machine. */
const PATIENCE_MS = 90_000;

/** A server that ends with the test. */
async function start(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = await startServer(env);
  onTestFinished(() => void server.stop('SIGKILL'));
  return server;
}

/** Sets every field that can be set, and deletes an algorithm, so that its id is used up. */
async function session({ url }: ServerProcess) {
  const ada = await newPerson(url);
  const grace = await newPerson(url);
  const { token } = ada;
  const ids: number[] = [];
  for (const source of SOURCES) ids.push((await newAlgo(url, ada, { sourceCode: source })).id);
  const permsAlgorithme = [{ idUtilisateur: grace.id, droits: 'Read' }];
  await send(url, `PUT /api/algos/${ids[1]}`, { token, json: { nom: 'Shared', sourceCode: [1], permsAlgorithme } });
  const { id: last } = await newAlgo(url, ada);
  await send(url, `DELETE /api/algos/${last}`, { token });
  const profile = {
    currentPassword: PASSWORD,
    pseudo: 'Ada \u{1F469}\u200d\u{1F4BB}"',
    urlPfp: 'https://example.org/a.png',
  };
  await send(url, `PUT /api/users/${ada.id}`, { token, json: profile });
  await send(url, 'POST /api/users/recover', { json: { email: grace.email } });
  return { ada, grace, ids, last };
}

/** The data that the users can read: every byte of every algorithm, the lists, and Ada's account. */
async function seen({ url }: ServerProcess, { ada, grace, ids }: Awaited<ReturnType<typeof session>>) {
  const paths = [`users/${ada.id}`, `algos/byUserId/${ada.id}`, ...ids.map((id) => `algos/${id}`)];
  const get = async (path: string, token: string) => {
    const answer = await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
    return `${answer.status} ${answer.headers.get('etag')} ${await answer.text()}`;
  };
  const own = await Promise.all(paths.map((path) => get(path, ada.token)));
  const foreign = await Promise.all([`algos/${ids[0]}`, `algos/${ids[1]}`].map((path) => get(path, grace.token)));
  expect(own.every((answer) => answer.startsWith('200 '))).toBe(true);
  expect(foreign.map((answer) => answer.slice(0, 3))).toEqual(['404', '200']);
  return [...own, ...foreign.slice(1)];
}

describeMongo('a real store', ({ server, mode }) => {
  // In one mode the content is copied into the database, in the other from folder to folder.
  it(
    'is copied to MongoDB and back, with the same answers for its users',
    async () => {
      const scratch = scratchFolder();
      const [home, away, back] = ['home', 'away', 'back'].map((name) => join(scratch, name)) as [
        string,
        string,
        string,
      ];
      const url = server().url('roundTrip');
      const files = mode === 'standalone' ? `file:${away}/algos` : 'mongodb:';
      const first = await start({ ALGOTHEQUE_DATA_DIR: home });
      const people = await session(first);
      const before = await seen(first, people);
      const link = async (kind: string, to: string) =>
        (await outboxReader(join(home, 'outbox'))()).find((mail) => mail.kind === kind && mail.to === to)?.token;
      const args = ['--from', `sqlite:${home}/algotheque.db`, '--to', url, '--to-files', files];
      expect(await runCommand(['migrate', ...args], {})).toMatchObject({
        code: 1,
        stderr: `algotheque: The data folder ${home} is in use by process ${first.pid}\n`,
      });
      await first.stop();

      expect(await runCommand(['migrate', ...args], {})).toMatchObject({
        code: 0,
        stdout: '',
        stderr: expect.stringContaining('Done: both sides hold the same.'),
      });
      expect(await snapshotOf(mongoAt(url, files))).toEqual(await snapshotOf(sqliteIn(home)));
      const onMongo = {
        ALGOTHEQUE_STORE_URL: url,
        ALGOTHEQUE_FILES_URL: files,
        ALGOTHEQUE_DATA_DIR: away,
        ALGOTHEQUE_SECRET_FILE: join(home, 'secret'),
      };
      const second = await start(onMongo);
      expect(await seen(second, people), 'sessions, users and algorithms as they were').toEqual(before);
      const confirm = await link('confirm', people.ada.email);
      expect((await send(second.url, `GET /api/users/confirm/${confirm}`)).status).toBe(200);
      const late = await newPerson(second.url);
      expect(late.id).toBe(3);
      expect((await newAlgo(second.url, late)).id, 'an id that was used up').toBe(people.last + 1);
      const there = await seen(second, people);
      await second.stop();

      const returning = ['--from', url, '--from-files', files, '--to', `sqlite:${back}/algotheque.db`];
      expect(await runCommand(['migrate', ...returning], {})).toMatchObject({ code: 0 });
      expect(await snapshotOf(sqliteIn(back))).toEqual(await snapshotOf(mongoAt(url, files)));
      await copyFile(join(home, 'secret'), join(back, 'secret'));
      const third = await start({ ALGOTHEQUE_DATA_DIR: back });
      expect(await seen(third, people)).toEqual(there);
      const login = { json: { email: people.ada.email, password: PASSWORD } };
      expect((await send(third.url, 'POST /api/users/login', login)).status).toBe(200);
      const recover = await link('recover', people.grace.email);
      const reset = await send(third.url, `POST /api/users/recover/${recover}`, {
        json: { password: 'a new one, then' },
      });
      expect(reset.status).toBe(200);
      // Servers on MongoDB reserve ids in blocks; the unused ids of a block are a gap.
      expect((await newAlgo(third.url, late)).id, 'an id that was used up').toBeGreaterThan(people.last + 1);
      await third.stop();
    },
    PATIENCE_MS,
  );
});
