import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createApp, createLogger, listen } from '@algotheque/http-koa';
import { openLocal } from 'algotheque';

// Prints, as JSON, of how many source files, folders and packages the second POST of an algorithm, and that of a user, run functions:
// each the larger number, on the embedded defaults, through the listener of the server, until all is durable.
const dataDir = mkdtempSync(join(tmpdir(), 'algotheque-request-'));
const backend = await openLocal({ dataDir });
const server = await listen(createApp({ ...backend, logger: createLogger({ level: 'warn' }) }));
const { port } = server.address;

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
let people = 0;
const register = async (): Promise<void> => {
  people += 1;
  await post('users/register', { ...user, email: `grace${people}@example.org` });
  await backend.service.settled();
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** Of the sources whose functions run when it acts again. */
async function counted(act: () => Promise<void>) {
  await act();
  await session.post('Profiler.takePreciseCoverage');
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0)),
    )
    .flatMap(({ url }) => /\/packages\/([^/]+\/src\/.*)$/.exec(url)?.slice(1, 2) ?? []);
  const distinct = (names: readonly string[]): number => new Set(names).size;
  return [distinct(files), distinct(files.map(dirname)), distinct(files.map((file) => file.split('/')[0] ?? ''))];
}

const [ofAlgo, ofUser] = [await counted(create), await counted(register)];
const [files, folders, packages] = ofAlgo.map((count, at) => Math.max(count, ofUser[at] ?? 0));
await server.drain();
await backend.close();
rmSync(dataDir, { recursive: true });
console.log(JSON.stringify({ files, folders, packages, ofAlgo, ofUser }));
