import { describe, expect, it } from 'vitest';
import { newPerson } from './suite/people.ts';
import { closed, exchange, halfSent, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

const LOGIN = 'POST /api/users/login';
const RESEND = 'POST /api/users/confirm';
const JSON_TYPE = 'Content-Type: application/json';
const HEAD = `${LOGIN} HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\n`;

/** Beginnings of requests, each cut off at another place. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['a request line', 'GET /heal'],
  ['headers', HEAD],
  ['a header', `${HEAD}Content-Len`],
  ['a body', `${HEAD}Content-Length: 20\r\n\r\n{"ema`],
  ['a body without a byte', `${HEAD}Content-Length: 20\r\n\r\n`],
  ['a chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\n20\r\n{"ema`],
  ['chunks without an end', `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`],
  [
    'a form',
    `${RESEND} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\nema`,
  ],
];

interface LogRecord {
  readonly level: number;
  readonly aborted?: true;
}

const WARN = 40;

describe('clients that stop half-way', () => {
  const start = useServer();
  const recordsOf = (log: readonly string[]) => log.map((line) => JSON.parse(line) as LogRecord);
  const problemsOf = (log: readonly string[]) => recordsOf(log).filter(({ level }) => level >= WARN);

  it('get a 408 in time', async () => {
    const server = await start({ listen: { headersTimeoutMs: 100, requestTimeoutMs: 100 } });
    const { port } = server.listening.address;
    const replies = await Promise.all(BEGINNINGS.map(([, text]) => exchange(port, text)));
    expect(replies.map(({ statuses }) => statuses)).toEqual(BEGINNINGS.map(() => [408]));
    for (const { text } of replies) expect(text).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\n/);
    expect(problemsOf(server.log)).toEqual([]);
  });

  it.each(BEGINNINGS)('get a 400 when they end: %s', async (_what, text) => {
    const server = await start();
    const reply = await exchange(server.listening.address.port, text, { thenEnd: true });
    expect(reply.statuses).toEqual([400]);
    expect(problemsOf(server.log)).toEqual([]);
  });

  it.each(BEGINNINGS)('leave nothing behind when they disappear: %s', async (_what, text) => {
    const { listening, log, api } = await start();
    const socket = await halfSent(listening.address.port, text);
    await api.call('GET /healthz'); // now the server has read the beginning
    socket.resetAndDestroy();
    await listening.drain();
    expect(problemsOf(log)).toEqual([]);
    // A request with complete headers has its line in the log.
    expect(recordsOf(log).filter(({ aborted }) => aborted)).toHaveLength(text.includes('\r\n\r\n') ? 1 : 0);
  });

  it('have 30 seconds for headers and two minutes for all, by default', async () => {
    const { server } = (await start()).listening;
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server;
    expect([headersTimeout, requestTimeout, keepAliveTimeout, timeout]).toEqual([30_000, 120_000, 65_000, 120_000]);
  });

  it('change nothing: a partial body creates no algorithm', async () => {
    const { listening, api } = await start();
    const { id, token } = await newPerson(api);
    const complete = JSON.stringify({ ownerId: id, nom: 'Sort', sourceCode: {} });
    const headers = [`Authorization: Bearer ${token}`, JSON_TYPE, `Content-Length: ${complete.length + 1}`];
    const reply = await exchange(listening.address.port, request('POST /api/algos', headers, complete), {
      thenEnd: true,
    });
    expect(reply.statuses).toEqual([400]);
    expect((await api.call(`GET /api/algos/byUserId/${id}`, { token })).body).toMatchObject({ data: [] });
  });

  it('do not block others, in any number', async () => {
    const { listening, api } = await start();
    const beginnings = Array.from({ length: 500 }, (_, index) => BEGINNINGS[index % BEGINNINGS.length]?.[1] ?? '');
    const sockets = await Promise.all(beginnings.map((text) => halfSent(listening.address.port, text)));
    const { id, token } = await newPerson(api);
    expect((await api.call(`GET /api/users/${id}`, { token })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await Promise.all(sockets.map(closed));
  });
});
