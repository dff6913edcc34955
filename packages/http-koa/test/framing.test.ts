import { describe, expect, it } from 'vitest';
import { exchange, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

const LOGIN = 'POST /api/users/login';
const JSON_TYPE = 'Content-Type: application/json';
const CHUNKS = '2\r\n{}\r\n0\r\n\r\n';

/** Requests whose end, or the end of whose headers, two programs may see at different places. */
const AMBIGUOUS: readonly (readonly [string, string])[] = [
  ['two lengths', request(LOGIN, [JSON_TYPE, 'Content-Length: 2', 'Content-Length: 3'], '{}x')],
  ['one length twice', request(LOGIN, [JSON_TYPE, 'Content-Length: 2', 'Content-Length: 2'], '{}')],
  ['a list of lengths', request(LOGIN, [JSON_TYPE, 'Content-Length: 2, 2'], '{}')],
  ['a length with a sign', request(LOGIN, [JSON_TYPE, 'Content-Length: +2'], '{}')],
  ['a negative length', request(LOGIN, [JSON_TYPE, 'Content-Length: -1'])],
  ['a length of 26 digits', request(LOGIN, [JSON_TYPE, `Content-Length: ${'9'.repeat(26)}`])],
  ['a length and chunks', request(LOGIN, [JSON_TYPE, 'Content-Length: 2', 'Transfer-Encoding: chunked'], CHUNKS)],
  ['chunks and a length', request(LOGIN, [JSON_TYPE, 'Transfer-Encoding: chunked', 'Content-Length: 2'], CHUNKS)],
  ['chunked, but not at last', request(LOGIN, [JSON_TYPE, 'Transfer-Encoding: chunked, identity'], CHUNKS)],
  ['chunked twice', request(LOGIN, [JSON_TYPE, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], CHUNKS)],
  ['another coding', request(LOGIN, [JSON_TYPE, 'Transfer-Encoding: xchunked'], CHUNKS)],
  ['a chunk without a length', request(LOGIN, [JSON_TYPE, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n')],
  ['a chunk longer than it says', request(LOGIN, [JSON_TYPE, 'Transfer-Encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n')],
  ['a blank before the colon', request(LOGIN, [JSON_TYPE, 'Transfer-Encoding : chunked'], CHUNKS)],
  ['a folded header', request('GET /healthz', ['A: b\r\n c'])],
  ['line feeds alone', 'GET /healthz HTTP/1.1\nHost: x\nConnection: close\n\n'],
  ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two hosts', request('GET /healthz', ['Host: other'])],
  ['two hosts in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n'],
  [
    'chunks in HTTP/1.0',
    `${LOGIN} HTTP/1.0\r\nConnection: keep-alive\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
  ],
];

const NO_REQUESTS: readonly (readonly [string, string])[] = [
  ['a method that there is not', request('FOO /healthz')],
  ['a method in small letters', request('get /healthz')],
  ['a path without a slash', request('GET healthz')],
  ['NUL in a path', request('GET /health\0z')],
  ['a tab in a path', request('GET /health\tz')],
  ['bytes beyond ASCII in a path', request('GET /api/users/confirm/\xff\xfe')],
  ['NUL in a header', request('GET /healthz', ['A: b\0c'])],
  ['a control character in a header', request('GET /healthz', ['A: b\x0bc'])],
  ['a scheme without an authority', request('GET javascript:alert')],
  ['a version to come', 'GET /healthz HTTP/3.0\r\nHost: x\r\n\r\n'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
];

describe('broken HTTP', () => {
  const start = useServer();

  it.each([...AMBIGUOUS, ...NO_REQUESTS])(
    '%s gets one 400 without a body, and the connection ends',
    async (_what, text) => {
      const server = await start();
      const { port } = server.listening.address;
      // The text after it is never treated as another request.
      const reply = await exchange(port, `${text}GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(reply.statuses).toEqual([400]);
      expect(reply.text).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\n/);
      expect(reply.text).toContain('\r\nConnection: close\r\n');
      expect(reply.text).toContain("\r\nContent-Security-Policy: default-src 'none'; ");
      expect(reply.text).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
      expect(reply.text).toMatch(/\r\nContent-Length: 0\r\n(?:.+\r\n)*\r\n$/);
      expect((await server.api.call('GET /healthz')).status).toBe(200);
      expect(server.log.join()).not.toMatch(/internal error|not delivered|\/readyz/);
    },
  );

  it('is 431 with headers or a path beyond 16 KiB', async () => {
    const { listening, api } = await start();
    const { port } = listening.address;
    const large = 'a'.repeat(20_000);
    const bombs = [
      request(`GET /${large}`),
      request('GET /healthz', [`A: ${large}`]),
      request('GET /healthz', Array(4_000).fill('a:b')),
    ];
    for (const bomb of bombs) expect((await exchange(port, bomb)).statuses).toEqual([431]);
    expect((await exchange(port, request(`GET /${'a'.repeat(15_000)}`))).statuses).toEqual([404]);
    // If the server has not read all bytes, the answer may be lost when the connection is closed.
    const flood = await exchange(port, request('GET /healthz', Array(500_000).fill('a:b')));
    expect([[], [431]]).toContainEqual(flood.statuses);
    expect((await api.call('GET /healthz')).status).toBe(200);
  });
});
