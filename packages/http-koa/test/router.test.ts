import { IncomingMessage, METHODS, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { Step } from '../src/context.ts';
import { headerValues } from '../src/exchange/head.ts';
import { groupFinder } from '../src/groups.ts';
import type { State } from '../src/index.ts';
import { HttpError, TextRes } from '../src/responses.ts';
import { routerOf } from '../src/router.ts';

describe('a router of paths', () => {
  const patterns = [
    '/u/:id',
    '/u/login',
    '/u/:id/:part',
    '/u/recover/:token',
    '/u',
    '/w/:id',
    '/w/:id/rights',
    '/x/:a/b',
    '/x/a/:b',
  ];
  const app = new Koa<State>();
  const rows = [
    {
      methods: ['POST'],
      chain: [
        ({ state, params }) => {
          state.answer = new TextRes('text/plain', JSON.stringify([state.pattern, params]));
        },
      ] satisfies Step[],
    },
  ];
  app.use(async ({ state, response }, next) => {
    await next().catch((error: unknown) => {
      if (!(error instanceof HttpError)) throw error;
      state.answer = new TextRes('text/plain', JSON.stringify(`${error.code} of ${state.pattern}`));
    });
    if (state.answer instanceof TextRes) response.body = state.answer.body;
  });
  app.use(
    routerOf(
      patterns.map((pattern) => ({ pattern, rows })),
      { corsOrigins: [] },
    ).routes(),
  );
  const serve = app.callback();

  /** What the row of a path gets; null if no path takes the request. */
  async function found(path: string, method = 'POST'): Promise<unknown> {
    const request = Object.assign(new IncomingMessage(new Socket()), { url: path, method });
    const response = new ServerResponse(request);
    let text = '';
    response.end = (body?: unknown) => {
      text = String(body ?? '');
      return response;
    };
    await serve(request, response);
    return response.statusCode === 404 ? null : JSON.parse(text);
  }

  it('prefers the pattern with the fewest parameters, and lets a path end with one slash', async () => {
    expect(await found('/u/login')).toEqual(['/u/login', {}]);
    expect(await found('/u/login/')).toEqual(['/u/login', {}]);
    expect(await found('/u/7')).toEqual(['/u/:id', { id: '7' }]);
    expect(await found('/u/7/')).toEqual(['/u/:id', { id: '7' }]);
    expect(await found('/u/recover/x')).toEqual(['/u/recover/:token', { token: 'x' }]);
    expect(await found('/u/other/x')).toEqual(['/u/:id/:part', { id: 'other', part: 'x' }]);
    expect(await found('/u')).toEqual(['/u', {}]);
    expect(await found('/w/1/rights')).toEqual(['/w/:id/rights', { id: '1' }]);
  });

  it('prefers the first of two patterns with as many parameters', async () => {
    expect(await found('/x/a/b')).toEqual(['/x/:a/b', { a: 'a' }]);
  });

  it.each(METHODS.filter((method) => !['POST', 'OPTIONS', 'HEAD', 'CONNECT'].includes(method)))(
    'finds the same pattern by %s, which no row serves',
    async (method) => {
      expect(await found('/u/login', method)).toBe('Responses.General.Method_not_allowed of /u/login');
    },
  );

  it.each(['/', '/u//', '/u//7', '//u/7', '/U/7', '/w', '/w/', '/w//rights', '/w/1/Rights', '/u/1/2/3', '/%75/7'])(
    'finds nothing at "%s"',
    async (path) => {
      expect(await found(path)).toBe(null);
    },
  );

  it('decodes parameters, and leaves malformed ones as they are', async () => {
    expect(await found('/u/a%20b%2Fc')).toEqual(['/u/:id', { id: 'a b/c' }]);
    expect(await found('/u/%zz')).toEqual(['/u/:id', { id: '%zz' }]);
    expect(await found('/u/__proto__')).toEqual(['/u/:id', { id: '__proto__' }]);
  });

  it('finds nothing at a path of very many segments', async () => {
    expect(await found(`/u${'/'.repeat(100_000)}`)).toBe(null);
    expect(await found(`/u/7${'/x'.repeat(100_000)}`)).toBe(null);
  });
});

describe('the group of a path', () => {
  const groupOf = groupFinder({ users: '/api', algos: '/api/algos', folders: '/folders', admin: '/admin' });

  it('is that of the longest prefix', () => {
    const paths = [
      '/api',
      '/api/',
      '/api/7',
      '/api/algos',
      '/api/algos/7',
      '/api/algosx',
      '/apix',
      '/',
      '/api%2Falgos',
    ];
    expect(paths.map(groupOf)).toEqual(['users', 'users', 'users', 'algos', 'algos', 'users', 'root', 'root', 'root']);
  });
});

describe('the values of a header', () => {
  const rawHeaders = ['HOST', 'a', 'Accept', 'x', 'host', 'b', 'Hosts', 'c'];

  it('are those of every header of the name, in any case of letters', () => {
    const request = { rawHeaders } as IncomingMessage; // the table reads nothing else
    expect(headerValues(request, 'host')).toEqual(['a', 'b']);
    expect(headerValues(request, 'accept')).toEqual(['x']);
    expect(headerValues(request, 'authorization')).toEqual([]);
  });
});
