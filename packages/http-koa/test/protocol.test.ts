import { describe, expect, it } from 'vitest';
import { newPerson } from './suite/people.ts';
import { exchange, oneByOne, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

const LOGIN = 'POST /api/users/login';
const JSON_TYPE = 'Content-Type: application/json';

const TARGETS: readonly (readonly [string, number])[] = [
  ['GET http://elsewhere.example/healthz', 200],
  ['GET HTTPS://elsewhere.example:99999999/healthz?x', 200],
  ['GET http://[::1/healthz', 200],
  ['GET http://a%zz:x@y/healthz', 200],
  ['GET http://elsewhere.example', 200],
  ['GET http://elsewhere.example?/healthz', 200],
  ['OPTIONS *', 404],
  ['GET //healthz', 404],
  ['GET //[::1/healthz', 404],
  ['GET /healthz#fragment', 200],
  ['GET /healthz??', 200],
  ['GET /healthz;x', 404],
  ['GET /health%7A', 404],
  ['GET /api/../healthz', 404],
  ['GET /api/users/./1', 404],
  ['GET /api/users/..', 401],
  ['GET /api\\users\\1', 404],
  ['GET /api/users/confirm/a%2Fb', 400],
  ['GET /api/users/confirm/..', 400],
  ['GET /api/users/confirm/%00', 400],
  ['GET /api/users/%', 401],
  ['GET /%', 404],
  ['GET /__proto__', 404],
  ['GET /constructor', 404],
  ['TRACE /healthz', 405],
  ['PROPFIND /healthz', 405],
  ['TRACE /nothing', 404],
];

describe('targets', () => {
  const start = useServer();

  it.each(TARGETS)('%s is %i', async (line, status) => {
    const { listening, log } = await start();
    const reply = await exchange(listening.address.port, request(line));
    expect(reply.statuses).toEqual([status]);
    expect(reply.text).toContain('Content-Type: application/json; charset=utf-8');
    expect(log.map((record) => (JSON.parse(record) as { msg: string }).msg)).toEqual(['request']);
  });
});

describe('the protocol', () => {
  const start = useServer();
  const open = async () => (await start()).listening.address.port;

  it.each([
    'GET /healthz\r\n\r\n',
    'GET /healthz\r\nHost: x\r\n\r\n',
    'GET /healthz HTTP/0.9\r\nHost: x\r\n\r\n',
    'GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n',
  ])('refuses another protocol than HTTP/1.1 and HTTP/1.0: %j', async (text) => {
    expect((await exchange(await open(), text)).statuses).toEqual([400]);
  });

  it('takes no body for a request', async () => {
    const port = await open();
    const requests = [
      'GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nGET /',
      `${LOGIN} HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: 2\r\n\r\n{}`,
      'HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
      'DELETE /api/users/1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nGET\r\n0\r\n\r\n',
      request('GET /nothing'),
    ];
    expect(await oneByOne(port, requests)).toEqual([200, 400, 200, 401, 404]);
  });

  it('keeps the connection after a body that was refused unread', async () => {
    const port = await open();
    const large = 'x'.repeat(1_100_000);
    const refused = [
      `${LOGIN} HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: ${large.length}\r\n\r\n${large}`,
      `${LOGIN} HTTP/1.1\r\nHost: x\r\nContent-Length: ${large.length}\r\n\r\n${large}`,
      `POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: ${large.length}\r\n\r\n${large}`,
    ];
    const reply = await exchange(port, refused.join('') + request('GET /healthz'));
    expect(reply.statuses).toEqual([413, 415, 404, 200]);
    const chunks = `${large.length.toString(16)}\r\n${large}\r\n`.repeat(4);
    const chunked = ['POST /api/users/login', 'POST /api/users/confirm'].map(
      (line) => `${line} HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
    );
    expect((await exchange(port, chunked.join('') + request('GET /healthz'))).statuses).toEqual([413, 413, 200]);
  });

  it('serves HTTP/1.0, and closes unless it is asked not to', async () => {
    const port = await open();
    const reply = await exchange(port, 'GET /healthz HTTP/1.0\r\n\r\n');
    expect(reply.statuses).toEqual([200]);
    expect(reply.text).toContain('Connection: close');
    const kept = ['GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', 'GET /readyz HTTP/1.0\r\n\r\n'];
    expect(await oneByOne(port, kept)).toEqual([200, 200]);
  });

  it('sends 100 to a client that expects it, and ignores other expectations', async () => {
    const port = await open();
    const expecting = (what: string) => request(LOGIN, [JSON_TYPE, `Expect: ${what}`, 'Content-Length: 2'], '{}');
    expect((await exchange(port, expecting('100-continue'))).statuses).toEqual([100, 400]);
    const other = await exchange(port, expecting('something-else'));
    expect(other.statuses).toEqual([400]);
    expect(other.text).toContain('Responses.General.Missing_data');
  });

  it('stays HTTP/1.1 if an upgrade is offered, and is not a proxy', async () => {
    const port = await open();
    for (const protocol of ['websocket', 'h2c', 'TLS/1.0']) {
      const upgrade = `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`;
      expect((await exchange(port, upgrade)).statuses).toEqual([200]);
    }
    expect(await exchange(port, request('CONNECT elsewhere.example:443'))).toEqual({ text: '', statuses: [] });
  });

  it('accepts no transfer coding but chunked', async () => {
    const coded = request(LOGIN, [JSON_TYPE, 'Transfer-Encoding: gzip, chunked'], '2\r\n{}\r\n0\r\n\r\n');
    expect((await exchange(await open(), coded)).statuses).toEqual([415]);
  });

  it('ignores trailers', async () => {
    const server = await start();
    const trailer = '0\r\nAuthorization: Bearer x\r\nContent-Type: text/plain\r\n\r\n';
    const text = request('POST /api/algos', [JSON_TYPE, 'Transfer-Encoding: chunked'], `2\r\n{}\r\n${trailer}`);
    const reply = await exchange(server.listening.address.port, text);
    expect(reply.statuses).toEqual([401]);
    expect(reply.text).toContain('\r\nWWW-Authenticate: Bearer\r\n');
  });

  it('refuses two Authorization headers', async () => {
    const server = await start();
    const { token } = await newPerson(server.api);
    const { port } = server.listening.address;
    const headers = [`Authorization: Bearer ${token}`];
    expect((await exchange(port, request('GET /api/users/1', headers))).statuses).toEqual([200]);
    const twice = await exchange(port, request('GET /api/users/1', [...headers, ...headers]));
    expect(twice.statuses).toEqual([401]);
    expect(twice.text).toContain('WWW-Authenticate: Bearer error="invalid_token"');
  });
});
