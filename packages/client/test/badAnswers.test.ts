import type { RequestListener } from 'node:http';
import { type ApiError, createClient, listAlgos, searchAlgos } from '@algotheque/client';
import { describe, expect, it } from 'vitest';
import { plainServer } from './support/plainServer.ts';

/** How `getOwnUser` fails at a server that answers so. */
async function failureAt(answer: RequestListener, maxAnswerBytes = 1000): Promise<unknown> {
  const client = createClient({ url: await plainServer(answer), token: 'kept', maxAnswerBytes });
  const failure: unknown = await client.call('getOwnUser').catch((error: unknown) => error);
  expect(client.token).toBe('kept');
  return failure;
}

const sends =
  (status: number, type: string, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'Content-Type': type, 'X-Request-Id': 'abc', 'Retry-After': '7' }).end(body);

describe('an answer that is none of the service', () => {
  const HTML = '<html><body>502 Bad Gateway</body></html>';

  it.each([
    [502, 'text/html', HTML],
    [200, 'text/html', HTML],
    [401, 'text/html', HTML],
    [200, 'application/json', ''],
    [200, 'application/json', '{"message":"Responses.User.Succ'],
    [200, 'application/json', 'null'],
    [200, 'application/json', '"Responses.User.Success.Found"'],
    [500, 'application/json', '{"message":"upstream connect error"}'],
    [500, 'application/json', '{"message":17}'],
    [400, 'application/json', '[]'],
  ])('%i %s %s', async (status, type, body) => {
    const error = await failureAt(sends(status, type, body));
    expect(error).toMatchObject({
      name: 'ApiError',
      code: 'Client.Not_understood',
      operation: 'getOwnUser',
      status,
      requestId: 'abc',
      retryAfter: 7,
    });
    expect((error as ApiError).message).toBe(
      `getOwnUser: Client.Not_understood, status ${status}, not an answer of the service, type ${type}`,
    );
  });

  it('with a text of its status in another script', async () => {
    const url = await plainServer(({ socket }) =>
      socket.end('HTTP/1.1 503 Недоступен\r\nRetry-After: 7\r\nContent-Length: 2\r\n\r\nno'),
    );
    const failure = createClient({ url }).call('getOwnUser');
    await expect(failure).rejects.toMatchObject({ code: 'Client.Not_understood', status: 503, retryAfter: 7 });
  });

  it('a page that would begin anew', async () => {
    const body = JSON.stringify({ status: 200, message: 'Responses.Algo.Success.Listed', data: [] });
    const url = await plainServer((_request, response) =>
      response.setHeader('Link', '</api/algos/byUserId/1?limit=100&after=5>; rel="next"').end(body),
    );
    const walk = async () => {
      for await (const _ of listAlgos(createClient({ url }), 1, { after: 5 }));
    };
    await expect(walk()).rejects.toMatchObject({ code: 'Client.Not_understood', operation: 'listAlgos' });
  });

  it.each(['after=x', 'limit=1'])('a next page of a search that is the same one: %s', async (query) => {
    const body = JSON.stringify({ status: 200, message: 'Responses.Algo.Success.Listed', data: [] });
    let count = 0;
    const url = await plainServer((_request, response) => {
      count += 1;
      response.setHeader('Link', `</api/algos?${query}>; rel="next"`).end(body);
    });
    const walk = async () => {
      for await (const _ of searchAlgos(createClient({ url }), { after: 'x' }));
    };
    await expect(walk()).rejects.toMatchObject({ code: 'Client.Not_understood', operation: 'searchAlgos' });
    expect(count).toBe(1);
  });
});

describe('an answer that names another server', () => {
  async function elsewhere(): Promise<{ readonly url: string; readonly asked: string[] }> {
    const asked: string[] = [];
    const url = await plainServer(({ url: path = '' }, response) => {
      asked.push(path);
      response.end('{}');
    });
    return { url, asked };
  }

  it('does not redirect a login', async () => {
    const other = await elsewhere();
    const url = await plainServer((_request, response) => response.writeHead(307, { Location: other.url }).end());
    const call = createClient({ url }).call('login', { body: { email: 'ada@example.org', password: 'secret' } });
    await expect(call).rejects.toMatchObject({ code: 'Client.Unreachable' });
    expect(other.asked).toEqual([]);
  });

  it('does not get the next page from there', async () => {
    const other = await elsewhere();
    const asked: string[] = [];
    const url = await plainServer(({ url: path = '' }, response) => {
      if (asked.push(path) === 1) response.setHeader('Link', `<${other.url}/api?after=5>; rel="next"`);
      response.end(JSON.stringify({ status: 200, message: 'Responses.Algo.Success.Listed', data: [] }));
    });
    for await (const _ of listAlgos(createClient({ url, token: 'kept' }), 1));
    expect(asked).toEqual(['/api/algos/byUserId/1?limit=100', '/api/algos/byUserId/1?limit=100&after=5']);
    expect(other.asked).toEqual([]);
  });
});

describe('an answer that does not come, or not to its end', () => {
  it('is longer than it may be', async () => {
    const endless: RequestListener = (_request, response) => {
      const write = (): void => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', write);
      };
      write();
    };
    expect(await failureAt(endless)).toMatchObject({ code: 'Client.Too_large', status: 200 });
    const long = await failureAt(sends(503, 'text/html', 'x'.repeat(1001)));
    expect(long).toMatchObject({ code: 'Client.Too_large', status: 503 });
    expect(await failureAt(sends(503, 'text/html', 'x'.repeat(1000)))).toMatchObject({ code: 'Client.Not_understood' });
  });

  it('is cut off', async () => {
    const cut: RequestListener = (_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('{"message":', () => response.destroy());
    };
    expect(await failureAt(cut)).toMatchObject({ code: 'Client.Cut_off', status: 200 });
  });

  it('does not come', async () => {
    const error = await failureAt((request) => request.socket.destroy());
    expect(error).toMatchObject({ code: 'Client.Unreachable', status: null, requestId: null, retryAfter: null });
    expect((error as ApiError).cause).toBeInstanceOf(TypeError);
  });

  it('is no longer wanted', async () => {
    const leaving = new AbortController();
    const url = await plainServer(() => leaving.abort());
    const call = createClient({ url }).call('alive', { signal: leaving.signal });
    await expect(call).rejects.toMatchObject({ code: 'Client.Aborted', status: null });
  });

  it('is no longer wanted while it comes', async () => {
    const leaving = new AbortController();
    const url = await plainServer((_request, response) => response.write('{'));
    const client = createClient({
      url,
      async fetch(request) {
        const response = await fetch(request);
        leaving.abort(new DOMException('too late', 'TimeoutError')); // as AbortSignal.timeout does
        return response;
      },
    });
    const call = client.call('alive', { signal: leaving.signal });
    await expect(call).rejects.toMatchObject({ code: 'Client.Timed_out', status: 200 });
  });
});

it('a mistake of the caller is no failure of the service', async () => {
  expect(() => createClient({ url: 'no address' })).toThrow(TypeError);
  const client = createClient({ url: 'http://127.0.0.1:1' });
  const body = { email: 'ada@example.org', password: 1n as unknown as string }; // as a caller without a compiler
  await expect(client.call('login', { body })).rejects.toThrow(/BigInt/);
});
