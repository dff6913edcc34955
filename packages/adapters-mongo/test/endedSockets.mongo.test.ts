import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { UnavailableError } from '@algotheque/domain';
import { expect } from 'vitest';
import { describeMongo } from './support/describeMongo.ts';
import type { Scratch } from './support/mongoFixture.ts';
import { newAlgo, newSession, newUser } from './support/samples.ts';

const ROUNDS = 40;

/** Resolves when a socket of the driver has received its end. The socket is closed a little later. */
function endsOf({ proxy }: Scratch): { next(): Promise<void>; close(): void } {
  let ended = Promise.withResolvers<void>();
  const take = (message: unknown) => {
    const { socket } = message as { socket: Socket }; // as Node documents this channel
    socket.once('end', () => socket.remotePort === proxy.port && ended.resolve());
  };
  subscribe('net.client.socket', take);
  return {
    next() {
      ended = Promise.withResolvers<void>();
      return ended.promise;
    },
    close: () => unsubscribe('net.client.socket', take),
  };
}

describeMongo('a server that ends its sockets between two commands', ({ withScratch }) => {
  withScratch('fails no read, repeats no write, and is never reported as a bug', async (scratch) => {
    const { open, url, proxy, db } = scratch;
    const ends = endsOf(scratch);
    const { users, algos, sessionStore } = await open({ url: url({ maxPoolSize: '1' }) });
    const { id } = await users.insert(newUser());
    await algos.insert(newAlgo(1));
    const failures: [what: string, error: unknown][] = [];
    /** Begins the work after the driver's socket has received its end and before it is closed. */
    const atTheEnd = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      await users.findById(id);
      const ended = ends.next();
      expect(proxy.endConnections(), 'connections ended').toBe(1);
      await ended;
      await work().catch((error: unknown) => failures.push([what, error]));
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      await atTheEnd('insert', () => sessionStore.insert(newSession(`digest ${round}`)));
      await atTheEnd('find', () => sessionStore.find(`digest ${round}`));
      await atTheEnd('find by id', () => algos.findById(1));
      await atTheEnd('find by e-mail', () => users.findByEmail('nobody@example.org'));
      await atTheEnd('compare and set', () => algos.compareAndSet(1, 1, { nom: `round ${round}` }));
    }
    ends.close();
    // Commands that must not be done twice fail, because their outcome is unknown. All others were repeated.
    const refused = Array.from({ length: ROUNDS }, () => ['compare and set', expect.any(UnavailableError)]);
    expect(failures).toEqual(refused);
    expect(await db.collection('tokens').countDocuments()).toBe(ROUNDS);
    expect(await algos.findById(1)).toMatchObject({ version: 1 });
  });
});
