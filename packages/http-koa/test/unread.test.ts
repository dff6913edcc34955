import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createAlgo, newPerson } from './suite/people.ts';
import type { MemoryServer } from './support/memoryServer.ts';
import { exchange, halfSent, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

const MIB = 1_048_576;

describe('an answer', () => {
  const start = useServer();

  /** Requests whose answers do not fit in the kernel's buffers. The last one ends the connection. */
  async function largeAnswers({ api }: MemoryServer): Promise<string> {
    const owner = await newPerson(api);
    await createAlgo(api, owner, { sourceCode: ['x'.repeat(MIB / 2 - 4)] });
    const token = `Authorization: Bearer ${owner.token}`;
    const one = `GET /api/algos/1 HTTP/1.1\r\nHost: x\r\n${token}\r\n\r\n`;
    return one.repeat(30) + request('GET /healthz');
  }

  it('that its client does not read is ended in time', async () => {
    const server = await start({ listen: { answerTimeoutMs: 100 } });
    const text = await largeAnswers(server);
    const connected = once(server.listening.server, 'connection');
    const client = await halfSent(server.listening.address.port, text); // the client reads nothing
    const [socket] = (await connected) as [Socket];
    await once(socket, 'close');
    expect(socket.bytesWritten).toBeLessThan(30 * (MIB / 2));
    client.destroy();
  });

  it('is complete for a client that reads', async () => {
    const server = await start({ listen: { answerTimeoutMs: 500 } });
    const { statuses } = await exchange(server.listening.address.port, await largeAnswers(server));
    expect(statuses).toEqual(Array(31).fill(200));
  });

  it('that waits for a store is not ended', async () => {
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { listening } = await start({
      instead: ({ mailer }) => ({
        mailer: {
          health: () => {
            reached.resolve();
            return gate.promise;
          },
          send: (...mail) => mailer.send(...mail),
          sendDecoy: (kind) => mailer.sendDecoy(kind),
        },
      }),
    });
    const connected = once(listening.server, 'connection');
    const reply = exchange(listening.address.port, request('GET /readyz'));
    const [socket] = await connected;
    await reached.promise;
    listening.server.emit('timeout', socket); // as Node does when `answerTimeoutMs` has passed
    gate.resolve();
    expect((await reply).statuses).toEqual([200]);
  });

  it('that was read leaves an idle connection that ends in time', async () => {
    const { listening } = await start({ listen: { keepAliveTimeoutMs: 20 } });
    const { text } = await exchange(listening.address.port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(text).toContain('Connection: keep-alive');
  });
});
