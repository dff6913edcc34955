import { rm } from 'node:fs/promises';
import { describeServers, type MongoServer, openScratch, type Scratch } from '@algotheque/testing/mongo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runIn } from '../cli/runIn.ts';
import { makeScratch, scratchFolder } from '../support/scratch.ts';

const SECRETS = ['hunter2', 'grace', 'reader'];

describeServers('algotheque serve refuses a MongoDB', (provider, mode) => {
  let dbpath = '';
  let mongo: MongoServer | null = null;
  let scratch: Scratch | null = null;

  beforeAll(async () => {
    dbpath = await makeScratch();
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
    const env = { PORT: '0', ALGOTHEQUE_DATA_DIR: await scratchFolder(), ALGOTHEQUE_STORE_URL: url };
    const { code, stdout, stderr } = await runIn(['serve'], { env });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^algotheque: /);
    expect(stderr).not.toMatch(/\n\s+at /); // no stack
    for (const secret of SECRETS) expect(stderr).not.toContain(secret);
    return stderr;
  }

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
});

/** The server, with URLs that have the name of a user. */
const asUser = (server: MongoServer, user: string): MongoServer => ({
  ...server,
  url: (database, options) =>
    server.url(database, { authSource: 'admin', ...options }).replace('mongodb://', `mongodb://${user}@`),
});
