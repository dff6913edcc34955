import { UnavailableError } from '@algotheque/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeServers } from './support/describeMongo.ts';
import { type KeptServer, startKept } from './support/keptServer.ts';
import { type Load, startLoad } from './support/load.ts';
import { newUser } from './support/samples.ts';

/** The longest time of a call: the waits that the URLs below set, and more for a busy machine. */
const SOON_MS = 10_000;

describeServers('a MongoDB server that fails', (provider, mode) => {
  let server: KeptServer;

  beforeEach(async () => {
    server = await startKept(provider, mode);
  });
  afterEach(() => server.close());

  /** Every acknowledged write is there, nothing is there twice, and nothing else is there. */
  async function expectKept(load: Load): Promise<void> {
    const db = server.client().db('x');
    const users = await db.collection('users').find().toArray();
    expect(new Set(users.map(({ adresseMail }) => adresseMail)).size, 'e-mails').toBe(users.length);
    const idOf = new Map(users.map(({ _id, adresseMail }) => [adresseMail, _id as unknown]));
    for (const { id, adresseMail } of load.users) expect(idOf.get(adresseMail), adresseMail).toBe(id);
    for (const adresseMail of idOf.keys()) expect(load.tried).toContain(adresseMail);

    const algos = await db.collection('algos').find().toArray();
    expect(new Set(algos.map(({ ref }) => ref)).size, 'contents').toBe(algos.length);
    const store = server.open();
    for (const { id, ref, content } of load.algos) {
      expect(await store.algos.findById(id)).toMatchObject({ ref, version: 1 });
      expect(new TextDecoder().decode((await store.contentStore.read(id, ref)) ?? undefined)).toBe(content);
    }
    for (const digest of load.digests) expect(await store.sessionStore.find(digest)).not.toBeNull();
    for (const problem of load.problems) expect(problem).toBeInstanceOf(UnavailableError);
  }

  it('is waited for by a store that started before it', async () => {
    await server.stop();
    const store = server.open({ url: server.url('', { serverSelectionTimeoutMS: '200' }) });
    const began = Date.now();
    await expect(store.users.findById(1)).rejects.toThrow(UnavailableError);
    await expect(store.ready()).rejects.toThrow(UnavailableError);
    expect(Date.now() - began).toBeLessThan(SOON_MS);
    const patient = server.open({ url: server.url('', { serverSelectionTimeoutMS: '10000' }) });
    const waiting = patient.users.insert(newUser());
    await server.start();
    expect(await waiting, 'before it gives up').toMatchObject({ id: 1 });
    expect(await store.users.findById(1), 'after it gave up').toMatchObject({ id: 1 });
  });

  it('loses no write and repeats no write when it is stopped and started under load', async () => {
    const load = startLoad(server.open());
    await load.progress(30);
    await server.stop();
    await server.start();
    await load.progress(30);
    await load.end();
    await expectKept(load);
  });

  it('loses no write and repeats no write when it is killed under load', async () => {
    const load = startLoad(server.open());
    for (let round = 0; round < 2; round += 1) {
      await load.progress(30);
      await server.kill();
      await server.start();
    }
    await load.progress(30);
    await load.end();
    await expectKept(load);
  });

  it('is unavailable within seconds while it hangs, and serves when it continues', async () => {
    const url = server.url('', { socketTimeoutMS: '1500', serverSelectionTimeoutMS: '2000' });
    const store = server.open({ url });
    const user = await store.users.insert(newUser());
    await server.hang();
    const began = Date.now();
    const hanging = [
      store.users.insert(newUser({ adresseMail: 'b@example.org' })),
      store.users.findById(user.id),
      store.algos.nextId(),
      store.limiter.hit('key', { limit: 1, windowMs: 1 }, began),
      store.contentStore.stage(new Uint8Array(), null),
      store.users.health(),
      server.open({ url }).ready(),
    ];
    const ended = await Promise.all(hanging.map((each) => each.catch((error: unknown) => error)));
    expect(ended).toEqual(ended.map(() => expect.any(UnavailableError)));
    expect(Date.now() - began).toBeLessThan(SOON_MS);
    server.goOn();
    expect(await store.users.findById(user.id)).toEqual(user);
    expect(await server.client().db('x').collection('users').countDocuments()).toBeLessThanOrEqual(2);
  });
});
