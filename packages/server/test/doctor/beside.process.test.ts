import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { newAlgo, newPerson, type Person, send } from '@algotheque/testing/httpClient';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { runCommand, spawnCommand, startServer } from '../support/serverProcess.ts';
import { examined } from './support/examined.ts';

/** Creates, changes and deletes algorithms one after the other until it is stopped. */
async function write(url: string, owner: Person, signal: AbortSignal): Promise<void> {
  const { token } = owner;
  while (!signal.aborted) {
    const { id } = await newAlgo(url, owner, { sourceCode: { n: 1 } });
    await newAlgo(url, owner, { sourceCode: { kept: id } });
    await send(url, `PUT /api/algos/${id}`, { token, json: { nom: 'Changed', sourceCode: { n: [id] } } });
    await send(url, `DELETE /api/algos/${id}`, { token });
  }
}

it('finds nothing beside a server that writes, and repairs nothing there', { timeout: 60_000 }, async () => {
  const dataDir = scratchFolder();
  const server = await startServer({ ALGOTHEQUE_DATA_DIR: dataDir, ALGOTHEQUE_QUOTA_ALGOS: '100000' });
  const owner = await newPerson(server.url);
  const load = new AbortController();
  const writers = [1, 2, 3].map(() => write(server.url, owner, load.signal));
  try {
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await examined(dataDir)).findings).toEqual([]);
      await setImmediate();
    }
    const { code, stderr, stdout } = await runCommand(['doctor', '--repair'], { ALGOTHEQUE_DATA_DIR: dataDir });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^algotheque: --repair needs the store for itself\. The data folder \S+ is in use by process \d+\. .*\n$/,
    );
  } finally {
    load.abort();
    await Promise.allSettled(writers);
    await server.stop();
  }
  await Promise.all(writers);
  expect((await examined(dataDir)).findings).toEqual([]);
});

/** Runs a repair, and kills it after it has moved some files. Resolves to its exit code. */
async function runKilled(env: Readonly<Record<string, string>>, algos: string): Promise<number | null> {
  const child = spawnCommand(['doctor', '--repair'], env);
  const lostAndFound = join(algos, 'lost+found');
  while ((await readdir(lostAndFound).catch(() => [])).length < 5 && child.exitCode === null) await setImmediate();
  child.kill('SIGKILL');
  const [code] = await once(child, 'exit');
  return code;
}

const ORPHANS = 400;
const bytesOf = (id: number): string => JSON.stringify({ orphan: id });

it('a repair that is killed loses nothing, and the next one ends it', { timeout: 60_000 }, async () => {
  const dataDir = scratchFolder();
  const env = { ALGOTHEQUE_DATA_DIR: dataDir };
  await (await startServer(env)).stop();
  const algos = join(dataDir, 'algos');
  const ids = Array.from({ length: ORPHANS }, (_, index) => index + 1);
  for (const id of ids) await writeFile(join(algos, `${id}.json`), bytesOf(id));

  expect(await runKilled(env, algos)).toBeNull();
  const left = (await readdir(algos)).filter((name) => name.endsWith('.json')).length;
  expect(left).toBeLessThan(ORPHANS);
  expect(left).toBeGreaterThan(0);

  const { findings } = await examined(dataDir, { repair: true });
  expect(findings.filter(({ mended }) => mended === null)).toEqual([]);
  expect((await examined(dataDir)).findings).toEqual([]);
  const kept = await Promise.all(
    (await readdir(join(algos, 'lost+found'))).map((name) => readFile(join(algos, 'lost+found', name), 'utf8')),
  );
  expect(kept.toSorted()).toEqual(ids.map(bytesOf).toSorted());
});
