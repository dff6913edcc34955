import { newAlgo, newPerson, PASSWORD, send } from '@algotheque/testing/httpClient';
import { describeServers, type MongoServer, openScratch, type Scratch } from '@algotheque/testing/mongo';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { unusedPort } from '../../../../test/support/unusedPort.ts';
import { startServer } from '../support/serverProcess.ts';

describeServers('a server that is started before its MongoDB', (provider, mode) => {
  let port = 0;
  let dbpath = '';
  let mongo: MongoServer | null = null;

  beforeEach(async () => {
    [port, dbpath] = [await unusedPort(), scratchFolder()];
  });
  afterEach(() => mongo?.stop());

  const startMongo = async () => {
    mongo = await provider.start({ mode, dbpath, port });
    return mongo;
  };
  const startEarly = async (database: string, query = '?serverSelectionTimeoutMS=500') =>
    startServer({
      ALGOTHEQUE_DATA_DIR: scratchFolder(),
      ALGOTHEQUE_STORE_URL: `mongodb://127.0.0.1:${port}/${database}${query}`,
      ALGOTHEQUE_FILES_URL: 'mongodb:',
    });

  it('answers 503 until it is available, and then serves', async () => {
    const server = await startEarly('late');
    const status = async (path: string) => (await send(server.url, `GET ${path}`)).status;
    const { stdout, stderr } = server.output();
    expect(stdout).toContain(`127.0.0.1:${port}/late cannot be reached yet`);
    expect(stderr).toContain(
      `MongoDB at 127.0.0.1:${port}/late cannot be reached yet; requests get 503 until it can\n`,
    );
    expect([await status('/readyz'), await status('/healthz')]).toEqual([503, 200]);
    const json = { email: 'early@example.org', password: PASSWORD, pseudo: 'Early' };
    const early = await send(server.url, 'POST /api/users/register', { json });
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);

    // Each try in the background writes one short line that names the unreachable store.
    const background = () => recordsOf(server.output().stdout).filter(({ where }) => where !== undefined);
    await expect.poll(() => background().length, { timeout: 15_000 }).toBeGreaterThan(2);
    for (const record of background()) {
      expect(record).toMatchObject({ level: 40, reason: expect.stringContaining(`127.0.0.1:${port}/late`) });
      expect(JSON.stringify(record).length).toBeLessThan(400);
    }

    await startMongo();
    await expect.poll(() => status('/readyz'), { timeout: 15_000 }).toBe(200);
    const person = await newPerson(server.url, { email: json.email });
    expect((await newAlgo(server.url, person)).id).toBeGreaterThan(0);
    expect(await server.stop()).toBe(0);
  });

  if (mode === 'standalone') return; // the rest is the same in both modes

  it('ends in order on SIGTERM while it is unavailable, well before an orchestrator kills it', async () => {
    const server = await startEarly('late', '');
    const askedAt = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - askedAt).toBeLessThan(10_000);
  });

  it.each([
    ['a newer schema', { _id: 'schema', version: 99 }, 'schema version 99'],
    ['another secret', { _id: 'secret', fingerprint: 'of other servers' }, 'ALGOTHEQUE_SECRET'],
    ['content elsewhere', { _id: 'files', owner: 'file:of-another' }, 'ALGOTHEQUE_FILES_URL'],
  ])('ends with a refusal when it finds %s, and overwrites nothing', async (_what, document, named) => {
    const seeded = await startMongo();
    const scratch = await openScratch(seeded);
    await seed(scratch, document);
    const before = await read(scratch, document);
    await seeded.stop();
    const server = await startEarly(scratch.name);
    await startMongo();
    expect(await server.ended).toBe(1);
    const { stderr } = server.output();
    expect(stderr).toMatch(/^algotheque: .+$/m);
    expect(stderr).toContain(named);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(await read(scratch, document)).toEqual(before);
    await scratch.close();
  });
});

interface LogRecord {
  readonly level: number;
  readonly where?: string;
}

/** The complete records of the log. */
const recordsOf = (log: string): LogRecord[] =>
  log
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

type Meta = { readonly _id: string; readonly [field: string]: unknown };

/** A database with an algorithm and one fact about itself. */
async function seed({ db }: Scratch, document: Meta): Promise<void> {
  await db.collection<Meta>('meta').insertOne(document);
  await db.collection<{ _id: number }>('algos').insertOne({ _id: 1 });
}

/** Everything that a start could overwrite. */
async function read({ db }: Scratch, { _id }: Meta) {
  const meta = await db.collection<Meta>('meta').findOne({ _id });
  return { meta, algos: await db.collection('algos').find().toArray() };
}
