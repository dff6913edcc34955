import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { closed, exchange, halfSent, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';
import { withMethods } from './support/withMethods.ts';

const HEAD = 'POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';

describe('draining', () => {
  const start = useServer();

  /** A server whose mailer waits until the test releases it. */
  async function withSlowMailer() {
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const server = await start({
      instead: ({ mailer }) => ({
        mailer: withMethods(mailer, {
          send: async (...mail) => {
            reached.resolve();
            await gate.promise;
            return mailer.send(...mail);
          },
        }),
      }),
    });
    return { ...server, reached: reached.promise, goOn: gate.resolve };
  }
  const account = (email: string) => ({ json: { email, password: 'long enough', pseudo: 'Ada' } });

  it('lets a running request finish, and announces the end of the connection', async () => {
    const { api, listening, reached, goOn } = await withSlowMailer();
    const reply = api.call('POST /api/users/register', account('ada@example.org'));
    await reached;
    const drained = listening.drain();
    goOn();
    expect((await reply).status).toBe(201);
    expect((await reply).headers.get('Connection')).toBe('close');
    await drained;
  });

  it('waits for the work of a request whose client has disconnected', async () => {
    const { listening, ports, reached, goOn, log } = await withSlowMailer();
    const body = JSON.stringify(account('ada@example.org').json);
    const head = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const socket = await halfSent(listening.address.port, request('POST /api/users/register', head, body));
    await reached;
    socket.resetAndDestroy();
    const drained = listening.drain();
    let isDrained = false;
    void drained.then(() => {
      isDrained = true;
    });
    await closed(socket);
    for (let turns = 50; turns > 0; turns -= 1) await turn();
    expect(isDrained).toBe(false);
    goOn();
    await drained;
    expect(ports.mailer.sent).toHaveLength(1);
    expect(log.join()).toContain('"route":"/api/users/register","status":201');
  });

  it('accepts no new connection and closes idle ones, also with a partial request', async () => {
    const { listening } = await start();
    const { port } = listening.address;
    const idle = [await halfSent(port, ''), await halfSent(port, 'GET /heal')];
    await listening.drain();
    await Promise.all(idle.map(closed));
    expect(await exchange(port, request('GET /healthz'))).toEqual({ text: '', statuses: [] });
    await listening.drain();
  });

  it('closes connections that do not finish in time', async () => {
    const { listening } = await start({ listen: { requestTimeoutMs: 30 } });
    const read = once(listening.server, 'request');
    const socket = await halfSent(listening.address.port, HEAD);
    await read;
    await listening.drain();
    await closed(socket);
    expect(listening.server.listening).toBe(false);
  });

  it('fails to listen on a taken port', async () => {
    const { listening } = await start();
    await expect(start({ listen: { port: listening.address.port } })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
