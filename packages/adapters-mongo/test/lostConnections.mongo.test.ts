import { UnavailableError } from '@algotheque/domain';
import { MongoClient } from 'mongodb';
import { expect, onTestFinished, vi } from 'vitest';
import { Clients } from '../src/connection/clients.ts';
import { type Commands, commandsOn } from '../src/connection/commands.ts';
import { parseUrl } from '../src/connection/url.ts';
import { describeMongo } from './support/describeMongo.ts';
import { type EndedMoments, endedMoments } from './support/endedMoments.ts';
import type { Scratch } from './support/mongoFixture.ts';
import { newAlgo, newSession, newUser } from './support/samples.ts';

const POOL_SIZE = 4;
const OPTIONS = { maxPoolSize: String(POOL_SIZE) };
/** The deadline of the tests' URL. */
const DEADLINE_MS = parseUrl('mongodb://localhost?serverSelectionTimeoutMS=1000&socketTimeoutMS=20000').operationMs;

/** The test decides when deadlines pass. The waits of the driver and its sockets are not changed. */
function stopDeadlines(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Commands without a store, the number of clients that were made, and a replacement for the next client. */
function commandsOf({ url, problems }: Scratch) {
  const target = parseUrl(url(OPTIONS));
  const state = { clients: 1, newClient: target.newClient };
  const newClient = () => {
    state.clients += 1;
    return state.newClient();
  };
  const clients = new Clients({ ...target, newClient }, (problem) => problems.push(problem));
  onTestFinished(() => clients.close());
  return {
    clients,
    commands: commandsOn(clients, target),
    state,
    newClient: target.newClient,
    firstClose: vi.spyOn(target.client, 'close'),
  };
}

const ping = (commands: Commands) => commands.run('ping', (db) => db.command({ ping: 1 }));

/** Loses this many connections, each by one command; resolves to the results of these commands. */
async function lose(
  count: number,
  { commands, moments }: { commands: Commands; moments: EndedMoments },
): Promise<readonly Promise<unknown>[]> {
  const lost: Promise<unknown>[] = [];
  for (let begun = 0; begun < count; begun += 1) {
    await ping(commands);
    await moments.next();
    lost.push(expect(ping(commands)).rejects.toMatchObject({ reason: expect.stringContaining('ping: no answer') }));
  }
  return lost;
}

describeMongo('connections that the driver does not give back', ({ withScratch }) => {
  withScratch('do not stop a store, whichever command lost each of them', async (scratch) => {
    const moments = endedMoments(scratch.proxy);
    stopDeadlines();
    const store = await scratch.open({ url: scratch.url(OPTIONS) });
    const { users, algos, sessionStore } = store;
    const { id } = await users.insert(newUser());
    await algos.insert(newAlgo(1));
    const works: readonly (() => Promise<unknown>)[] = [
      () => users.findById(id),
      () => users.existing([id]),
      () => users.insert(newUser({ adresseMail: 'late@example.org' })),
      () => algos.compareAndSet(1, 1, { nom: 'late' }),
      () => sessionStore.insert(newSession('late')),
      () => sessionStore.delete('late'),
    ];
    const refusals: unknown[] = [];
    for (let round = 0; round < 2; round += 1) {
      for (const work of works) {
        expect(await users.findById(id)).toMatchObject({ id });
        await moments.next();
        const lost = work().catch((error: unknown) => refusals.push(error));
        await vi.advanceTimersByTimeAsync(DEADLINE_MS);
        await lost;
      }
    }
    // On a lost connection no command gets an answer. If one of these had succeeded, its connection would not be lost.
    expect(refusals).toHaveLength(3 * POOL_SIZE);
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(UnavailableError);
      expect((refusal as UnavailableError).reason).toMatch(/^MongoDB at 127.0.0.1:\d+\/test_\w+, \w+\..+: no answer/);
    }
    expect(await algos.compareAndSet(1, 1, { nom: 'in time' })).toMatchObject({ nom: 'in time', version: 2 });
    await store.close();
    await moments.allClosed();
    expect(scratch.problems).toEqual([]);
  });

  withScratch('are replaced when all are lost within one deadline', async (scratch) => {
    const moments = endedMoments(scratch.proxy);
    const { commands, state, clients } = commandsOf(scratch);
    stopDeadlines();
    await clients.connect();
    const lost = await lose(POOL_SIZE, { commands, moments });
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    await Promise.all(lost);
    await Promise.all([ping(commands), ping(commands), ping(commands)]);
    expect(state.clients).toBe(2);
  });

  withScratch('fail no other command, and replace no client before half of them are lost', async (scratch) => {
    const moments = endedMoments(scratch.proxy);
    const { commands, state, clients, firstClose } = commandsOf(scratch);
    stopDeadlines();
    await clients.connect();
    const lost = await lose(POOL_SIZE / 2, { commands, moments });
    await vi.advanceTimersByTimeAsync(DEADLINE_MS / 2);
    const answer = Promise.withResolvers<void>();
    const busy = [1, 2].map(() =>
      commands.run('busy', async (db) => {
        await db.command({ ping: 1 });
        await answer.promise;
        return db.command({ ping: 1 });
      }),
    );
    await ping(commands);
    expect(state.clients).toBe(1);
    await vi.advanceTimersByTimeAsync(DEADLINE_MS / 2);
    await Promise.all(lost);
    await ping(commands);
    expect(state.clients).toBe(2);
    expect(firstClose).not.toHaveBeenCalled();
    answer.resolve();
    await expect(Promise.all(busy)).resolves.toMatchObject([{ ok: 1 }, { ok: 1 }]);
    expect(firstClose).toHaveBeenCalledOnce();
  });

  withScratch('are replaced only by a client that can connect', async (scratch) => {
    const moments = endedMoments(scratch.proxy);
    const { commands, state, clients, newClient } = commandsOf(scratch);
    stopDeadlines();
    await clients.connect();
    const lost = await lose(POOL_SIZE / 2, { commands, moments });
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    await Promise.all(lost);
    state.newClient = () => new MongoClient('mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=1');
    await expect(Promise.all([ping(commands), ping(commands)])).rejects.toThrow(UnavailableError);
    expect(state.clients).toBe(2);
    state.newClient = newClient;
    expect(await ping(commands)).toMatchObject({ ok: 1 });
    expect(state.clients).toBe(3);
  });
});
