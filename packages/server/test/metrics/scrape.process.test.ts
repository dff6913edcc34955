import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { exchange, request } from '@algotheque/testing/httpRaw';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/scratchFolder.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';

const OPERATIONS = new URL('../../../../docs/operations.md', import.meta.url);

/** What no label may have: it is in paths, bodies, headers and methods of the requests below. */
const SENT = ['tokenlike', 'ada@', 'Ada', 'Euclid', 'PURGE', '192.0.2.7'];

const ACCOUNT = { email: 'ada@example.org', password: 'analytical engine', pseudo: 'Ada' };

/** The samples of a text: the value by name and labels, as they are written there. */
function samplesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** The metrics that a text declares: `name type`. */
const declaredIn = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`).sort();

async function use(url: string): Promise<void> {
  const send = (path: string, method: string, body?: unknown, token = '') =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.7', Authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  await send('/api/users/register', 'POST', ACCOUNT);
  await send('/api/users/register', 'POST', ACCOUNT);
  const { data } = JSON.parse(await (await send('/api/users/login', 'POST', ACCOUNT)).text()) as {
    data: { token: string; utilisateur: { id: number } };
  };
  const algo = { ownerId: data.utilisateur.id, nom: 'Euclid', sourceCode: { tokenlike: 1 } };
  await send('/api/algos', 'POST', algo, data.token);
  for (let read = 0; read < 3; read += 1) await (await send('/api/algos/1', 'GET', undefined, data.token)).text();
  await send('/api/users/recover/tokenlike', 'GET');
  await send('/tokenlike/1?tokenlike', 'GET');
  await exchange(Number(new URL(url).port), request('PURGE /api/algos/1'));
}

describe('the metrics of a server', () => {
  const dataDir = sharedFolder();
  let server: ServerProcess;
  let place: string;
  let text: string;
  let samples: ReadonlyMap<string, number>;

  beforeAll(async () => {
    server = await startServer({ ALGOTHEQUE_DATA_DIR: dataDir, ALGOTHEQUE_METRICS: '0' });
    place = / metrics on (\S+)/.exec(server.output().stderr)?.[1] ?? '';
    await use(server.url);
    text = await (await fetch(place)).text();
    samples = samplesOf(text);
  });

  it('are those of docs/operations.md', async () => {
    const page = await readFile(OPERATIONS, 'utf8');
    const rows = [...page.matchAll(/^\| `((?:algotheque|nodejs|process)_\w+)` \| (\w+) \|/gm)];
    expect(rows.map(([, name, type]) => `${name} ${type}`).sort()).toEqual(declaredIn(text));
  });

  it('count what was done', () => {
    const requests = (route: string, method: string, status: number) =>
      samples.get(
        `algotheque_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`,
      );
    expect(requests('/api/users/register', 'POST', 201)).toBe(1);
    expect(requests('/api/users/register', 'POST', 409)).toBe(1);
    expect(requests('/api/algos/:id', 'GET', 200)).toBe(3);
    expect(requests('/api/users/recover/:token', 'GET', 400)).toBe(1);
    expect(requests('other', 'GET', 404)).toBe(1);
    expect(requests('/api/algos/:id', 'other', 405)).toBe(1);
    expect(samples.get('algotheque_http_requests_under_way')).toBe(0);
    expect(samples.get('algotheque_store_operation_duration_seconds_count{operation="algos.insert"}')).toBe(1);
    const failed = [...samples].filter(([name, value]) => name.startsWith('algotheque_store_failures') && value > 0);
    expect(failed, 'a taken e-mail is no failure').toEqual([]);
    expect(samples.get('algotheque_content_cache_reads_total{result="miss"}')).toBe(0); // what was created is in memory
    expect(samples.get('algotheque_content_cache_reads_total{result="hit"}')).toBe(3);
    expect(samples.get('algotheque_commit_writes_count')).toBeGreaterThan(2);
    expect(samples.get('algotheque_checks_total{of="database",result="damaged"}')).toBe(0);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });

  it('have nothing that a client sent', () => {
    for (const sent of SENT) expect(text).not.toContain(sent);
  });

  it('are all that their port answers', async () => {
    const { origin } = new URL(place);
    const statusOf = async (path: string, method = 'GET') => (await fetch(origin + path, { method })).status;
    expect(await statusOf('/')).toBe(404);
    expect(await statusOf('/healthz')).toBe(404);
    expect(await statusOf('/metrics/', 'POST')).toBe(404);
    const given = await fetch(`${place}?name=x`);
    expect([given.status, given.headers.get('Content-Type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    await given.text(); // fetch of Node 24 fails outside of the test if a connection ends whose body nobody reads
    const refused = await fetch(place, { method: 'POST', body: 'x' });
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET']);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  it('do not hold up the stop', async () => {
    const slow = connect(Number(new URL(place).port), '127.0.0.1');
    await once(slow, 'connect');
    slow.write('GET /metrics HT');
    expect(await server.stop()).toBe(0);
    await expect(fetch(place)).rejects.toThrow('fetch failed');
    slow.destroy();
  });
});
