import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/scratchFolder.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';

const PRELOAD = new URL('preload.ts', import.meta.url).href;

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

const ACCOUNT = { email: 'ada@example.org', password: 'analytical engine', pseudo: 'Ada Lovelace' };

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | null;
  readonly status: { readonly code: number };
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly unknown[];
}

describe('a server with an SDK of OpenTelemetry', () => {
  const dir = sharedFolder();
  let server: ServerProcess;
  let token = '';

  beforeAll(async () => {
    server = await startServer({
      ALGOTHEQUE_DATA_DIR: join(dir, 'data'),
      NODE_OPTIONS: `--import=${PRELOAD}`,
      TEST_SPANS: join(dir, 'spans'),
    });
    await call('POST /api/users/register', { body: ACCOUNT });
    const login = await call('POST /api/users/login', { body: ACCOUNT });
    token = String(/"token":"([^"]+)"/.exec(await login.text())?.[1]);
    const algo = { ownerId: 1, nom: 'Euclid', sourceCode: { secret: 'tokenlike' } };
    await call('POST /api/algos', { body: algo, token });
  });

  afterAll(async () => {
    await server.stop();
  });

  interface Call {
    readonly body?: unknown;
    readonly token?: string;
    readonly traceparent?: string;
  }

  function call(target: string, { body, token: sent = '', traceparent = '' }: Call): Promise<Response> {
    const [method = '', path = ''] = target.split(' ');
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${sent}`, traceparent };
    return fetch(server.url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }

  async function spans(): Promise<Span[]> {
    const lines = (await readFile(join(dir, 'spans'), 'utf8')).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Span); // as preload.ts writes it
  }

  const below = (all: readonly Span[], parent: string | null) => all.filter((span) => span.parent === parent);

  it('has a span for each use case of a request, below the span of its caller, and one for each call of a port', async () => {
    const answer = await call('GET /api/algos/1', { token, traceparent: `00-${TRACE}-${SPAN}-01` });
    expect(answer.status).toBe(200);
    const ofTrace = (await spans()).filter(({ traceId }) => traceId === TRACE);
    const useCases = below(ofTrace, SPAN);
    expect(useCases.map(({ name }) => name)).toEqual(['Authenticate', 'GetAlgo']);
    const calls = useCases.map(({ spanId }) => below(ofTrace, spanId).map(({ name }) => name));
    expect(calls).toEqual([
      ['sessionStore.find', 'users.findById'],
      ['algos.findById'], // the content is in memory
    ]);
    expect(ofTrace).toHaveLength(5);
    expect(ofTrace.every(({ status }) => status.code === 0)).toBe(true);
  });

  it('begins a trace for a request without one, and none for work in the background', async () => {
    const roots = below(await spans(), null);
    expect(new Set(roots.map(({ name }) => name))).toEqual(
      new Set(['RegisterUser', 'Login', 'Authenticate', 'CreateAlgo']),
    );
    const login = roots.find(({ name }) => name === 'Login');
    expect(below(await spans(), login?.spanId ?? null).map(({ name }) => name)).toContain('hasher.verify');
  });

  it('notes a refusal by its identifier, which is no error of the server', async () => {
    const traceparent = `00-${TRACE.replace('4', '5')}-${SPAN}-01`;
    await call('POST /api/users/login', { body: { ...ACCOUNT, password: 'something else' }, traceparent });
    const refused = below(await spans(), SPAN).at(-1);
    expect(refused).toMatchObject({
      name: 'Login',
      status: { code: 0 },
      attributes: { 'error.type': 'Responses.User.Invalid_credentials' },
    });
  });

  it('has nothing in its spans of what clients sent', async () => {
    const text = await readFile(join(dir, 'spans'), 'utf8');
    const sent = [...Object.values(ACCOUNT), 'Euclid', 'tokenlike', 'something else', token];
    for (const part of sent) expect(text).not.toContain(part);
    expect((await spans()).flatMap(({ events }) => events)).toEqual([]);
  });
});
