import { describe, expect, it } from 'vitest';
import { answersOf, documentText, openApiDocument } from '../generate/index.ts';
import { DEFAULT_PREFIXES } from '../src/groups.ts';
import { ROUTES } from '../src/index.ts';
import { openApiText } from '../src/openapi.ts';
import { patternOf } from '../src/router.ts';
import { statusAndMessage } from './suite/api.ts';
import { useServer } from './support/useServer.ts';

const prefixes = { users: '/v1/people', algos: '/v1/algorithms', folders: '/v1/folders', admin: '/v1/admin' };

describe('GET /openapi.json', () => {
  const start = useServer();

  it('describes the routes where they are mounted', async () => {
    const { api } = await start({ http: { prefixes } });
    const reply = await api.call('GET /openapi.json');
    expect([reply.status, reply.headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(reply.text).toBe(openApiText(prefixes));
    const { paths } = reply.body as { readonly paths: object };
    expect(Object.keys(paths)).toContain('/v1/people/login');
    expect(Object.keys(paths)).toContain('/v1/algorithms');
    expect(reply.text).not.toContain(DEFAULT_PREFIXES.users);
  });

  it.each([
    DEFAULT_PREFIXES,
    prefixes,
    { ...DEFAULT_PREFIXES, users: DEFAULT_PREFIXES.algos, algos: DEFAULT_PREFIXES.users },
    { users: '/u', algos: '/u/a', folders: '/u/a/f', admin: '/u/a/x' },
  ])('has the paths of all routes at %o, and all else as it was made', (mounted) => {
    const text = openApiText(mounted);
    const { paths }: { readonly paths: object } = JSON.parse(text);
    const patterns = ROUTES.map((route) => patternOf(route, { prefixes: mounted }).replace(/:(\w+)/g, '{$1}'));
    expect(Object.keys(paths)).toEqual([...new Set(patterns)]);
    const marked = (whole: string, { users, algos, folders, admin }: typeof prefixes) =>
      whole.replaceAll(
        new RegExp(`(?<=["<])(${folders}|${admin}|${algos}|${users})(?=[/"])`, 'g'),
        (one) => ({ [users]: '@u', [algos]: '@a', [folders]: '@f', [admin]: '@x' })[one] ?? one,
      );
    expect(marked(text, mounted)).toBe(marked(documentText(), DEFAULT_PREFIXES));
  });

  it('is kept by a client until it changes', async () => {
    const { api } = await start();
    const first = await api.call('GET /openapi.json');
    const tag = first.headers.get('ETag') ?? '';
    expect(first.headers.get('Cache-Control')).toBe('no-cache');
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const reply = await api.call('GET /openapi.json', { headers: { 'If-None-Match': known } });
      expect([reply.status, reply.text, reply.headers.get('ETag')]).toEqual([304, '', tag]);
    }
    expect((await api.call('GET /openapi.json', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    const moved = await start({ http: { prefixes } });
    expect((await moved.api.call('GET /openapi.json')).headers.get('ETag')).not.toBe(tag);
  });

  it('accepts GET and HEAD only', async () => {
    const { api } = await start();
    const head = await api.call('HEAD /openapi.json');
    expect([head.status, head.text]).toEqual([200, '']);
    const options = await api.call('OPTIONS /openapi.json');
    expect([options.status, options.headers.get('Allow')]).toEqual([204, 'GET, HEAD']);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const reply = await api.call(`${method} /openapi.json`);
      expect(`${statusAndMessage(reply)}, ${reply.headers.get('Allow')}`).toBe(
        '405 General.Method_not_allowed, GET, HEAD',
      );
    }
  });

  it('may be read by pages of the origins that may call the routes, and by no others', async () => {
    const { api } = await start({ http: { corsOrigins: ['https://app.example.org'] } });
    const allowed = async (Origin: string) =>
      (await api.call('GET /openapi.json', { headers: { Origin } })).headers.get('Access-Control-Allow-Origin');
    expect(await allowed('https://app.example.org')).toBe('https://app.example.org');
    expect(await allowed('https://example.org')).toBeNull();
  });

  it('is not there with `docs: false`', async () => {
    const { api } = await start({ http: { docs: false } });
    expect(statusAndMessage(await api.call('GET /openapi.json'))).toBe('404 General.Not_found');
  });
});

interface Described {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly responses: Readonly<Record<string, unknown>>;
}

describe('the description', () => {
  const { paths, components } = openApiDocument() as {
    readonly components: { readonly responses: Readonly<Record<string, unknown>> };
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const REF = '#/components/responses/';
  const referred = (response: unknown): unknown => {
    const ref: unknown = Reflect.get(Object(response), '$ref');
    return typeof ref === 'string' ? components.responses[ref.slice(REF.length)] : response;
  };
  const operationOf = (id: string) => operations.filter(({ operationId }) => operationId === id);

  it('has no answer twice', () => {
    const written = operations.flatMap(({ responses }) => Object.values(responses)).map((one) => JSON.stringify(one));
    const whole = [
      ...written.filter((one) => !one.includes(REF)),
      ...Object.values(components.responses).map((one) => JSON.stringify(one)),
    ];
    expect(new Set(whole).size).toBe(whole.length);
    expect(written.length).toBeGreaterThan(2 * whole.length);
  });

  it('says of each parameter and each field what it is', () => {
    const without: string[] = [];
    const walk = (one: unknown, name: string): void => {
      if (typeof one !== 'object' || one === null) return;
      const { properties, parameters, ...rest } = one as Readonly<Record<string, unknown>>;
      const named = [
        ...Object.entries(Object(properties)).filter(([field]) => !['status', 'message', 'data'].includes(field)),
        ...(Array.isArray(parameters) ? parameters.map((part) => [Object(part).name, part] as const) : []),
      ];
      for (const [part, schema] of named) if (!Object(schema).description) without.push(`${name} ${part}`);
      walk(properties, name);
      for (const [key, value] of Object.entries(rest))
        walk(value, String(Object(value).operationId ?? `${name} ${key}`));
    };
    walk({ paths, components }, '');
    expect(without).toEqual([]);
  });

  it('has each route once, and no other operation', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(ROUTES.map(({ id }) => id).sort());
    expect(new Set(ROUTES.map(({ id }) => id)).size).toBe(ROUTES.length);
  });

  it.each(ROUTES.map((route) => [route.id, route] as const))(
    '%s: has every status with its identifiers',
    (id, route) => {
      const [found] = operationOf(id);
      const stated = Object.entries(found?.responses ?? {}).flatMap(([status, response]) => {
        const ids = [...JSON.stringify(referred(response)).matchAll(/"enum":\[("Responses[^\]]*)\]/g)].flatMap(
          ([, list = '']) => list.split(',').map((one) => JSON.parse(one)),
        );
        if (JSON.stringify(response).includes('application/zip'))
          return [`${status} ${ROUTES.find((one) => one.id === id)?.success.message}`];
        return ids.length === 0 ? [`${status} null`] : ids.map((message) => `${status} ${message}`);
      });
      expect(stated.sort()).toEqual(
        answersOf(route)
          .map(({ status, message }) => `${status} ${message}`)
          .sort(),
      );
      expect(found?.security).toEqual(route.auth ? [{ token: [] }] : []);
    },
  );
});
