import { rm } from 'node:fs/promises';
import { describeServers, type MongoServer, openScratch, type Scratch } from '@algotheque/testing/mongo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeScratch, scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { unusedPort } from '../../../../test/support/unusedPort.ts';
import { openLocal } from '../../src/openLocal.ts';
import { StartError } from '../../src/startError.ts';
import { runIn } from '../cli/runIn.ts';
import { startServer } from '../support/serverProcess.ts';

const DATABASE = 'late';
const SECRETS = ['hunter2', 'grace', 'reader'];

describeServers('algotheque serve refuses a MongoDB', (provider, mode) => {
  let dbpath = '';
  let mongo: MongoServer | null = null;
  let scratch: Scratch | null = null;

  beforeAll(async () => {
    dbpath = makeScratch();
    const open = await provider.start({ mode, dbpath });
    const users = await openScratch(open);
    const admin = users.db.admin();
    await admin.command({ createUser: 'root', pwd: 'root', roles: ['root'] });
    await admin.command({ createUser: 'reader', pwd: 'hunter2', roles: ['readAnyDatabase'] });
    await users.close();
    await open.stop();
    mongo = await provider.start({ mode, dbpath, auth: true });
    scratch = await openScratch(asUser(mongo, 'root:root'));
  });
  afterAll(async () => {
    await scratch?.close();
    await mongo?.stop();
    await rm(dbpath, { recursive: true, force: true });
  });

  const given = () => {
    if (mongo === null || scratch === null) throw new Error('MongoDB is not started');
    const { db, name } = scratch;
    const server = mongo;
    return { db, place: `127.0.0.1:${mongo.port}/${name}`, urlFor: (user: string) => asUser(server, user).url(name) };
  };

  /** Starts a server that must end at once; resolves to its output. */
  async function refusal(url: string): Promise<string> {
    const env = { PORT: '0', ALGOTHEQUE_DATA_DIR: scratchFolder(), ALGOTHEQUE_STORE_URL: url };
    const { code, stdout, stderr } = await runIn(['serve'], { env });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^algotheque: /);
    expect(stderr).not.toMatch(/\n\s+at /); // no stack
    for (const secret of SECRETS) expect(stderr).not.toContain(secret);
    return stderr;
  }

  it('of a newer release, and overwrites nothing', async () => {
    const { db, urlFor } = given();
    const meta = db.collection<{ _id: string; version: number }>('meta');
    await meta.insertOne({ _id: 'schema', version: 99 });
    const message = await refusal(urlFor('root:root'));
    expect(message).toMatch(/schema version 99[\s\S]*Nothing was changed/);
    expect(await meta.find().toArray()).toEqual([{ _id: 'schema', version: 99 }]);
    expect((await db.listCollections().toArray()).map(({ name }) => name)).toEqual(['meta']);
    await db.dropDatabase();
  });

  if (mode === 'standalone') return; // the rest is the same in both modes

  it('with another password', async () => {
    const { place, urlFor } = given();
    const message = await refusal(urlFor('reader:grace'));
    expect(message).toContain(place);
    expect(message).toContain('refuses user or password');
  });

  it('if its user may only read, and says what is needed', async () => {
    const { db, place, urlFor } = given();
    const message = await refusal(urlFor('reader:hunter2'));
    expect(message).toContain(place);
    expect(message).toContain('readWrite');
    expect(await db.listCollections().toArray()).toEqual([]);
  });

  it('as soon as it can be reached, and until then reports what it waits for', async () => {
    const port = await unusedPort();
    const env = {
      ALGOTHEQUE_DATA_DIR: scratchFolder(),
      ALGOTHEQUE_STORE_URL: `mongodb://reader:hunter2@127.0.0.1:${port}/${DATABASE}?serverSelectionTimeoutMS=300`,
    };
    const server = await startServer(env);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect(server.output().stdout).toContain(`127.0.0.1:${port}/${DATABASE} cannot be reached yet`);
    const late = await provider.start({ mode, dbpath: scratchFolder(), port, auth: true });
    expect(await server.ended).toBe(1);
    expect(server.output().stderr).toContain('refuses user or password');
    for (const secret of SECRETS) expect(Object.values(server.output()).join('')).not.toContain(secret);
    await late.stop();
  });

  it('at a URL that cannot be used, and names the setting', async () => {
    expect(await refusal('mongodb://reader:hunter2@127.0.0.1/x?w=0')).toContain('ALGOTHEQUE_STORE_URL');
  });

  it.each([
    'mongodb://reader:hunter2@',
    'mongodb://reader:hunter2@127.0.0.1:port/x',
    'mongodb://reader:hunter2%@127.0.0.1/x',
    'mongodb://reader:hunter2@127.0.0.1/a.b',
    'mongodb://reader:hunter2@127.0.0.1/x?unknown=hunter2',
  ])('at %s, also for embedders', async (url) => {
    const opened = openLocal({ dataDir: scratchFolder(), settings: { ALGOTHEQUE_STORE_URL: url } });
    const { message } = await opened.then(() => new Error('nothing was wrong'), asError);
    expect(message).toContain('ALGOTHEQUE_STORE_URL');
    for (const secret of SECRETS) expect(message).not.toContain(secret);
  });
});

/** The server, with URLs that have the name of a user. */
const asUser = (server: MongoServer, user: string): MongoServer => ({
  ...server,
  url: (database, options) =>
    server.url(database, { authSource: 'admin', ...options }).replace('mongodb://', `mongodb://${user}@`),
});

function asError(error: unknown): StartError {
  if (error instanceof StartError) return error;
  throw error;
}
