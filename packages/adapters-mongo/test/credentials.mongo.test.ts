import { UnavailableError } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MongoAccessError, type MongoStore } from '../src/index.ts';
import { describeServers } from './support/describeMongo.ts';
import { type KeptServer, startKept } from './support/keptServer.ts';
import { newUser } from './support/samples.ts';
import { textOf } from './support/textOf.ts';

const PASSWORD = 'hunter2/é';
const ENCODED = encodeURIComponent(PASSWORD);
const SECRETS = [PASSWORD, ENCODED, 'hunter2', 'grace', 'wrong'];

/** Users of MongoDB, and their rights on database `x`. */
const USERS = {
  'grace-admin': [{ role: 'root', db: 'admin' }],
  'grace-writes': [{ role: 'readWrite', db: 'x' }],
  'grace-reads': [{ role: 'read', db: 'x' }],
  'grace-elsewhere': [{ role: 'readWrite', db: 'y' }],
} as const;

const as = (user: keyof typeof USERS) => `${user}:${ENCODED}@`;

const REFUSED: readonly [why: string, credentials: string, words: RegExp][] = [
  ['a wrong password', 'grace-writes:wrong@', /refuses user or password/],
  ['a user that is none', `grace-nobody:${ENCODED}@`, /refuses user or password/],
  ['a user who may read only', as('grace-reads'), /no right to; it needs readWrite/],
  ['a user of another database', as('grace-elsewhere'), /no right to; it needs readWrite/],
  ['no user', '', /no right to; it needs readWrite/],
];

describeServers('a MongoDB server with access control', (provider, mode) => {
  let server: KeptServer;
  let db: Db;

  beforeAll(async () => {
    server = await startKept(provider, mode);
    const admin = server.client().db('admin');
    for (const [createUser, roles] of Object.entries(USERS)) {
      await admin.command({ createUser, pwd: PASSWORD, roles: [...roles] });
    }
    await server.stop();
    await server.start({ auth: true });
    db = server.client(as('grace-admin')).db('x');
  });
  afterAll(() => server.close());

  const stored = async () => {
    const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
    return Promise.all(names.map(async (name) => [name, await db.collection(name).find().toArray()]));
  };

  it('serves a database user who may read and write', async () => {
    const store = server.open({ url: server.url(as('grace-writes')) });
    const user = await store.users.insert(newUser());
    expect(await store.users.findById(user.id)).toEqual(user);
    await store.users.health();
    await store.close();
  });

  it.each(REFUSED)(
    'refuses %s with a clear message without credentials, and nothing is written',
    async (_why, credentials, words) => {
      const problems: unknown[] = [];
      const before = await stored();
      const onProblem = (problem: unknown) => problems.push(problem);
      const store = server.open({ url: server.url(credentials), onProblem });
      const refused: unknown = await store.ready().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(MongoAccessError);
      expect((refused as Error).message).toMatch(words); // it is one
      const unavailable: unknown = await store.users.insert(newUser()).catch((error: unknown) => error);
      expect(unavailable).toBeInstanceOf(UnavailableError);
      expect((unavailable as Error).cause).toBeInstanceOf(MongoAccessError); // it is one
      await store.close();
      for (const secret of SECRETS)
        expect([refused, unavailable, ...problems].map(textOf).join()).not.toContain(secret);
      expect(store.location).not.toContain('grace');
      expect(await stored()).toEqual(before);
    },
  );

  it('answers 503 while the rights are missing, and serves again when they are back', async () => {
    const store: MongoStore = server.open({ url: server.url(as('grace-writes')) });
    await store.ready();
    const admin = server.client(as('grace-admin')).db('admin');
    const grant = async (roles: readonly object[]) => {
      await admin.command({ updateUser: 'grace-writes', roles: [...roles] });
      await server.stop(); // on some compatible servers a connection keeps the rights that it had at its login
      await server.start({ auth: true });
    };
    await grant([{ role: 'read', db: 'x' }]);
    const refused: unknown = await store.algos.nextId().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnavailableError);
    expect(textOf(refused)).toMatch(/counters\.next algo: the user of the URL has no right to/);
    for (const secret of SECRETS) expect(textOf(refused)).not.toContain(secret);
    await expect(store.users.health()).rejects.toThrow(UnavailableError); // though it answers reads
    await grant(USERS['grace-writes']);
    expect(await store.algos.nextId()).toBeGreaterThan(0);
  });
});
