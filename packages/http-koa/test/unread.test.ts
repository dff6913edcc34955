import { once } from 'node:events';
import type { Socket } from 'node:net';
import { DEFAULT_SOURCE_BOUNDS, defaultValidator } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { createAlgo, newPerson } from './suite/people.ts';
import { closed, exchange, halfSent, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';
import { withMethods } from './support/withMethods.ts';

const SIZE = 16 * 1_048_576;

describe('an answer', () => {
  const start = useServer();

  /** A server, and a request whose answer does not fit in the kernel's buffers. */
  async function withLargeAnswer(answerTimeoutMs: number) {
    const server = await start({
      listen: { answerTimeoutMs },
      http: { maxBodyBytes: 2 * SIZE, maxHeldBytes: 4 * SIZE },
      instead: () => ({ validator: defaultValidator({ ...DEFAULT_SOURCE_BOUNDS, maxBytes: 2 * SIZE }) }),
    });
    const owner = await newPerson(server.api);
    await createAlgo(server.api, owner, { sourceCode: ['x'.repeat(SIZE)] });
    return { ...server, text: request('GET /api/algos/1', [`Authorization: Bearer ${owner.token}`]) };
  }

  it('that its client does not read is ended in time', async () => {
    const { listening, text } = await withLargeAnswer(1_000);
    const connected = once(listening.server, 'connection');
    const client = await halfSent(listening.address.port, text); // the client reads nothing
    const [socket] = (await connected) as [Socket];
    await once(socket, 'close');
    expect(listening.server.listening).toBe(true);
    client.resume();
    await closed(client);
    expect(client.bytesRead).toBeLessThan(SIZE);
  });

  it('is complete for a client that reads', async () => {
    const { listening, text } = await withLargeAnswer(5_000);
    const reply = await exchange(listening.address.port, text);
    expect([reply.statuses, reply.text.endsWith('"]}}')]).toEqual([[200], true]);
  });

  it('that waits for a store is not ended', async () => {
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { listening } = await start({
      instead: ({ mailer }) => ({
        mailer: withMethods(mailer, {
          health: () => {
            reached.resolve();
            return gate.promise;
          },
        }),
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
