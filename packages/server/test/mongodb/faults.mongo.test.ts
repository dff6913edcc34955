import { rm } from 'node:fs/promises';
import { newAlgo, newPerson, send } from '@algotheque/testing/httpClient';
import { describeServers, type MongoServer } from '@algotheque/testing/mongo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeScratch } from '../../../../test/support/scratchFolder.ts';
import { unusedPort } from '../../../../test/support/unusedPort.ts';
import { callEveryRoute } from '../support/everyRoute.ts';
import type { Outcome } from '../support/outcome.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';

/** How long one command may be without an answer of MongoDB, in milliseconds: the sum of the URL's defaults, and some more. */
const PATIENCE_MS = 6_000;

/** These requests wait twice: first for a limit, which refuses nobody when it cannot be counted, and then for the users. */
const WAIT_TWICE = /^POST \/api\/users\/(register|confirm|recover)$/;

function expectUnavailable({ target, status, retryAfter, ms }: Outcome): void {
  expect([target, status, retryAfter]).toEqual([target, 503, expect.stringMatching(/^[1-9]\d*$/)]);
  expect(ms, target).toBeLessThan(WAIT_TWICE.test(target) ? 2 * PATIENCE_MS : PATIENCE_MS);
}

interface Fault {
  readonly what: string;
  fail(mongo: MongoServer): Promise<unknown>;
  recover(mongo: MongoServer, again: () => Promise<unknown>): Promise<unknown>;
}

const signal = async (mongo: MongoServer, name: NodeJS.Signals) => process.kill(mongo.pid ?? 0, name);

const FAULTS: readonly Fault[] = [
  { what: 'is stopped and started again', fail: (mongo) => mongo.stop(), recover: (_gone, again) => again() },
  {
    what: 'is killed and started again',
    async fail(mongo) {
      await signal(mongo, 'SIGKILL');
      await mongo.stop();
    },
    recover: (_gone, again) => again(),
  },
  {
    what: 'hangs and goes on',
    fail: (mongo) => signal(mongo, 'SIGSTOP'),
    recover: (mongo) => signal(mongo, 'SIGCONT'),
  },
];

describeServers('a server whose MongoDB becomes unavailable', (provider, mode) => {
  let folders: readonly [dbpath: string, dataDir: string] = ['', ''];
  let mongo: MongoServer | null = null;
  let server: ServerProcess | null = null;

  const started = async (port: number) => {
    mongo = await provider.start({ mode, dbpath: folders[0], port });
    return mongo;
  };
  const url = () => server?.url ?? '';
  const status = async (path: string) => (await send(url(), `GET ${path}`)).status;

  beforeAll(async () => {
    folders = [makeScratch(), makeScratch()];
    server = await startServer({
      ALGOTHEQUE_DATA_DIR: folders[1],
      ALGOTHEQUE_STORE_URL: (await started(await unusedPort())).url('faults'),
      ALGOTHEQUE_FILES_URL: 'mongodb:',
    });
  });
  afterAll(async () => {
    await server?.stop();
    await mongo?.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  // Stopping and killing a server have the same effect in both modes, so each is tested in one mode.
  const faults = mode === 'standalone' ? FAULTS.slice(1) : FAULTS;

  it.each(faults)(
    '$what: every route is unavailable meanwhile, and serves afterwards',
    async ({ what, fail, recover }) => {
      if (mongo === null) throw new Error('MongoDB is not started');
      const { port } = mongo;
      const owner = await newPerson(url(), { email: `${what.replaceAll(' ', '-')}@example.org` });
      const { id: algoId } = await newAlgo(url(), owner);

      await fail(mongo);
      const replies = callEveryRoute(url(), owner, algoId);
      await expect.poll(() => status('/readyz'), { timeout: PATIENCE_MS }).toBe(503);
      expect(await status('/healthz')).toBe(200);
      for (const reply of await replies) expectUnavailable(reply);
      const reason = `"reason":"MongoDB at 127.0.0.1:${port}/faults`; // of a route; that of the readiness has each store
      await expect.poll(() => server?.output().stdout, { timeout: PATIENCE_MS }).toContain(reason);
      await recover(mongo, () => started(port));
      await expect.poll(() => status('/readyz'), { timeout: 15_000 }).toBe(200);
      expect((await send(url(), `GET /api/algos/${algoId}`, { token: owner.token })).status).toBe(200);
      const internalErrors = (server?.output().stdout ?? '')
        .split('\n')
        .filter((line) => line.startsWith('{"level":50'));
      expect(internalErrors).toEqual([]);
    },
  );
});
