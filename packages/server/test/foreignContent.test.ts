import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocal } from '../src/index.ts';
import { scratchFolder } from './support/scratch.ts';

const account = { email: 'ada@example.org', password: 'analytical engine', pseudo: 'Ada' };

async function open(dataDir: string) {
  const problems: string[] = [];
  const onProblem = (problem: unknown): void => void problems.push(String(problem));
  const local = await openLocal({ dataDir, onProblem });
  return { ...local, problems };
}

/** A data folder that holds algorithm 1, and a token of its owner. */
async function scene() {
  const dataDir = await scratchFolder();
  const { service, close } = await open(dataDir);
  const { id: ownerId } = await service.registerUser(account);
  const { token } = await service.login(account);
  await service.createAlgo({ ownerId, nom: 'One', sourceCode: { n: 1 } }, await service.authenticate(token));
  await close();
  return { dataDir, token, path: join(dataDir, 'algos', '1.json') };
}

it('saves new source code if a folder is in the place of the old file, and keeps that folder', async () => {
  const { dataDir, token, path } = await scene();
  await rm(path);
  await mkdir(join(path, 'with'), { recursive: true });
  const { service, close, problems } = await open(dataDir);
  const caller = await service.authenticate(token);
  await service.updateAlgo({ id: 1, changes: { nom: 'One', sourceCode: { n: 20 } } }, caller);
  await close();
  expect(problems).toEqual([expect.stringContaining(`${path} is a folder`)]); // before the new one is written
  expect(await readFile(path, 'utf8')).toBe('{"n":20}');
  expect(await readdir(join(dataDir, 'algos', 'staging'))).toEqual([]);
  const [kept = ''] = await readdir(join(dataDir, 'algos', 'lost+found'));
  expect(await readdir(join(dataDir, 'algos', 'lost+found', kept))).toEqual(['with']);
  const next = await open(dataDir);
  expect((await next.service.getAlgo({ id: 1 }, caller)).source?.text()).toBe('{"n":20}');
  await next.close();
});

it('names the file that has another content', async () => {
  const { dataDir, token, path } = await scene();
  await writeFile(path, '{"n":3}');
  const { service, close } = await open(dataDir);
  const caller = await service.authenticate(token);
  await expect(service.getAlgo({ id: 1 }, caller)).rejects.toThrow(path);
  await close();
});
