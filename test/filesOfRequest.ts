import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createApp, createLogger } from '@algotheque/http-koa';
import { openLocal } from 'algotheque';

// Prints, as JSON, of how many source files, folders and packages the second POST of an algorithm runs functions, on the embedded
// defaults, until its file is written.
const dataDir = mkdtempSync(join(tmpdir(), 'algotheque-request-'));
const backend = await openLocal({ dataDir });
const server = createApp({ ...backend, logger: createLogger({ level: 'warn' }) }).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const { port } = server.address() as AddressInfo; // it listens on a port

async function post(path: string, body: unknown, token = '') {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as { data: { token: string; utilisateur: { id: number } } }; // of a login
}

const user = { email: 'ada@example.org', password: 'correct horse', pseudo: 'Ada' };
await post('users/register', user);
const { data } = await post('users/login', user);
const create = async (): Promise<void> => {
  await post('algos', { nom: 'sort', ownerId: data.utilisateur.id, sourceCode: { steps: [] } }, data.token);
  await backend.service.settled();
};
await create();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await session.post('Profiler.takePreciseCoverage');
await create();
const { result } = await session.post('Profiler.takePreciseCoverage');
const files = result
  .filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0)),
  )
  .flatMap(({ url }) => /\/packages\/([^/]+\/src\/.*)$/.exec(url)?.slice(1, 2) ?? []);
const distinct = (names: readonly string[]): number => new Set(names).size;
const counts = {
  files: distinct(files),
  folders: distinct(files.map(dirname)),
  packages: distinct(files.map((file) => file.split('/')[0] ?? '')),
};
server.close();
await backend.close();
rmSync(dataDir, { recursive: true });
console.log(JSON.stringify(counts));
