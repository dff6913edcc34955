import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newPerson, type Person } from '@algotheque/testing/httpClient';
import { describeMongo } from '@algotheque/testing/mongo';
import { expect, onTestFinished, vi } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { codesOf, examined } from '../doctor/support/examined.ts';
import { mongoAt } from '../migrate/support/places.ts';
import { snapshotOf } from '../migrate/support/snapshot.ts';
import { runCommand, startCommand, startServer } from '../support/serverProcess.ts';
import { factsOf } from './support/forged.ts';
import { algosIn, History } from './support/history.ts';

vi.setConfig({ testTimeout: 180_000 }); // several processes, one after the other, on a machine that may be busy

const WRITERS = 16;
type Env = Readonly<Record<string, string>>;
const WAIT = { timeout: 30_000, interval: 1 };

const filesIn = async (dir: string): Promise<number> =>
  (await readdir(dir, { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.json')).length;

/** Runs a command, and kills it when `isReached`. Resolves to its exit code; null when it was killed before its end. */
async function killedWhen(
  args: readonly string[],
  env: Env,
  isReached: () => Promise<boolean>,
): Promise<number | null> {
  const running = startCommand(args, env);
  let ended = false;
  void running.ended.then(() => {
    ended = true;
  });
  await vi.waitUntil(async () => ended || (await isReached()), WAIT);
  running.kill('SIGKILL');
  return (await running.ended).code;
}

/** Kills a backup as soon as there is something of it. */
async function killBackup(path: string, env: Env): Promise<void> {
  const isReached = async () => existsSync(`${path}.partial`);
  const code = await killedWhen(['backup', path], env, isReached);
  if (code === null) expect(existsSync(path)).toBe(false);
  else await rm(path); // it was faster than the kill
  await rm(`${path}.partial`, { force: true });
}

describeMongo(
  'a backup of SQLite under 16 writers',
  ({ withScratch, server }) => {
    withScratch(
      'that was killed twice, restored into a MongoDB with a folder by a restore that was killed too, has every record that was acknowledged',
      async ({ name, db }) => {
        const scratch = scratchFolder();
        const env = { ALGOTHEQUE_DATA_DIR: join(scratch, 'data'), ALGOTHEQUE_RATE_LIMITS: 'off' };
        const running = await startServer(env);
        onTestFinished(() => void running.stop('SIGKILL'));
        const emails = Array.from({ length: WRITERS }, (_, writer) => `writer${writer}@example.org`);
        const people: Person[] = []; // in turn: a busy machine refuses hashes that wait for more than five seconds
        for (const email of emails) people.push(await newPerson(running.url, { email }));
        const histories = people.map((person) => new History(running.url, person));
        await Promise.all(histories.map((history) => history.grows(6)));

        const path = join(scratch, 'backup');
        for (const _ of [1, 2]) await killBackup(path, env);
        const before = histories.map(({ length }) => length);
        expect(await runCommand(['backup', path], env)).toMatchObject({ code: 0 });
        const after = histories.map(({ length }) => length);
        await Promise.all(histories.map((history) => history.stop()));
        await running.stop();

        const url = server().url(name);
        const content = join(scratch, 'content');
        const restore = ['restore', path, '--to', url, '--to-files', `file:${content}`];
        const code = await killedWhen(restore, env, async () => (await filesIn(content)) >= 10);
        // The lock of an ended process expires after half a minute; the test does not wait for that.
        const lock = db.collection<{ _id: string; users: object[] }>('meta');
        await lock.updateOne({ _id: 'lease' }, { $set: { users: [] } });
        if (code === null) expect(await runCommand([...restore, '--begin-anew'], env)).toMatchObject({ code: 0 });
        else expect(code, 'it was faster than the kill').toBe(0);

        const snapshot = await snapshotOf(mongoAt(url, `file:${content}`));
        expect(snapshot['session']).toHaveLength(WRITERS);
        const { isOneMoment } = await factsOf(path);
        for (const [writer, history] of histories.entries()) {
          const range = { first: before[writer] ?? 0, last: (after[writer] ?? 0) + 1, isOneMoment };
          const found = algosIn(snapshot, history.owner);
          expect(history.allows(found, range), 'what was acknowledged before is in it').toBe(true);
        }
        const settings = { ALGOTHEQUE_STORE_URL: url, ALGOTHEQUE_FILES_URL: `file:${content}` };
        expect(codesOf(await examined(join(scratch, 'data'), { settings }))).toEqual([]);
      },
    );
  },
  'replicaSet',
);
