import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { backlog } from './support/backlog.ts';
import { closed, exchange, halfSent } from './support/raw.ts';
import { useServer } from './support/useServer.ts';
import { withMethods } from './support/withMethods.ts';

const PROBE = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n';
const ALIVE = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const GRACE_MS = 1_000;

describe('a server that stops', () => {
  const start = useServer();

  /** A server whose clock the test advances, and whose `/readyz` waits for the gate. */
  async function withClock(stopTimeoutMs = 60_000) {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const asleep: { readonly ms: number; readonly wake: () => void }[] = [];
    const clock = {
      sleep: (ms: number) => new Promise<void>((wake) => void asleep.push({ ms, wake })),
    };
    const server = await start({
      listen: { stopGraceMs: GRACE_MS, stopTimeoutMs, clock },
      instead: ({ mailer }) => ({
        mailer: withMethods(mailer, {
          health: () => {
            reached.resolve();
            return gate.promise;
          },
        }),
      }),
    });
    /** Advances the clock until the server is drained. */
    const passed = async (drained: Promise<void>) => {
      let isOver = false;
      void drained.then(() => {
        isOver = true;
      });
      while (!isOver) {
        for (const { wake } of asleep.splice(0)) wake();
        await new Promise(setImmediate);
      }
    };
    /** Advances the clock until the listener is closed, and not further. */
    const unbound = async () => {
      while (server.listening.server.listening) {
        for (const { wake } of asleep.splice(0)) wake();
        await new Promise(setImmediate);
      }
    };
    return {
      ...server,
      port: server.listening.address.port,
      asleep,
      passed,
      unbound,
      reached: reached.promise,
      goOn: gate.resolve,
    };
  }

  it('accepts everything during the grace period, and announces with each answer the end of the connection', async () => {
    const { port, listening, asleep, passed } = await withClock();
    const idle = await halfSent(port, ALIVE);
    await once(idle, 'data');
    const drained = listening.drain();
    expect(asleep.map(({ ms }) => ms)).toEqual([GRACE_MS]);
    const onNew = await exchange(port, ALIVE);
    expect([onNew.statuses, onNew.text.includes('\r\nConnection: close\r\n')]).toEqual([[200], true]);
    idle.write(ALIVE);
    const [answer] = (await once(idle, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nConnection: close\r\n/);
    await closed(idle);
    expect(listening.server.listening).toBe(true);
    await passed(drained);
    expect(listening.server.listening).toBe(false);
  });

  it('answers requests that arrive on idle connections when the grace period ends, and closes the others', async () => {
    const { port, listening, asleep, passed } = await withClock();
    const clients = await Promise.all([halfSent(port, ALIVE), halfSent(port, ALIVE), halfSent(port, '')]);
    const [busy, idle, silent] = clients;
    await Promise.all([once(busy, 'data'), once(idle, 'data')]);
    const drained = listening.drain();
    for (const { wake } of asleep.splice(0)) wake();
    busy.write(ALIVE);
    const answered = once(busy, 'data');
    await passed(drained);
    expect(String((await answered)[0])).toContain('\r\nConnection: close\r\n');
    await Promise.all([idle, silent].map(closed));
  });

  it('answers the first request of a connection that arrives soon after the listener closed', async () => {
    const { port, listening, asleep, passed, unbound } = await withClock();
    const client = await halfSent(port, '');
    const drained = listening.drain();
    await unbound();
    expect(asleep.map(({ ms }) => ms)).toEqual([100]);
    const text = readToEnd(client);
    client.write(ALIVE);
    expect(await text).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nConnection: close\r\n/);
    await passed(drained);
  });

  it('closes an idle connection that the client does not end', async () => {
    const { port, listening, passed } = await withClock();
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    await once(listening.server, 'connection');
    await passed(listening.drain());
    client.destroy();
  });

  it('answers the first of two requests that come at once while it stops', async () => {
    const { port, listening, passed, reached, goOn } = await withClock();
    const drained = listening.drain();
    const reply = exchange(port, PROBE + ALIVE);
    await reached;
    goOn();
    expect((await reply).statuses).toEqual([200]);
    await passed(drained);
  });

  it('answers connections that the kernel has accepted when it closes', async () => {
    const { listening } = await start(); // without a grace
    const replies = await backlog(listening.address.port, 50, ALIVE);
    await listening.drain();
    for (const reply of await replies()) expect(reply).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nConnection: close\r\n/);
  });

  it('waits 25 times at most for a moment without new connections, and then closes the listener', async () => {
    const { port, listening, asleep, passed } = await withClock();
    const drained = listening.drain();
    for (const { wake } of asleep.splice(0)) wake();
    let rounds = 0;
    for (;;) {
      while (asleep.length === 0) await new Promise(setImmediate);
      if (asleep.some(({ ms }) => ms !== 10) || rounds > 30) break;
      rounds += 1;
      const accepted = once(listening.server, 'connection');
      connect(port, '127.0.0.1').on('error', () => {});
      await accepted;
      for (const { wake } of asleep.splice(0)) wake();
    }
    expect([rounds, listening.server.listening]).toEqual([25, false]);
    await passed(drained);
  });

  it('starts no request between the end of the grace period and the end of listening', async () => {
    const { port, listening, asleep, passed, log } = await withClock();
    const drained = listening.drain();
    for (const { wake } of asleep.splice(0)) wake();
    const reply = exchange(port, ALIVE);
    await once(listening.server, 'request');
    await new Promise(setImmediate);
    expect([log.length, listening.server.listening]).toEqual([0, true]);
    await passed(drained);
    expect((await reply).statuses).toEqual([200]);
  });

  it('answers 503 to requests that still wait at the end', async () => {
    const gate = Promise.withResolvers<void>();
    const { listening } = await start({
      listen: { stopTimeoutMs: 50 },
      instead: ({ mailer }) => ({
        mailer: withMethods(mailer, {
          health: () => gate.promise,
        }),
      }),
    });
    const reply = exchange(listening.address.port, PROBE);
    await once(listening.server, 'request');
    await listening.drain();
    const { statuses, text } = await reply;
    expect([statuses, text.includes('\r\nRetry-After: 1\r\n')]).toEqual([[503], true]);
    gate.resolve();
  });
});

/** All bytes that come on a connection until it is closed. */
async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await closed(socket);
  return Buffer.concat(chunks).toString();
}
