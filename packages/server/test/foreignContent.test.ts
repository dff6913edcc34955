import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnavailableError } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { openLocal } from '../src/index.ts';
import { scratchFolder } from './support/scratch.ts';

const account = { email: 'ada@example.org', password: 'analytical engine', pseudo: 'Ada' };

const open = (dataDir: string) => openLocal({ dataDir, onProblem: () => {} });

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

it('does not save in the place of a folder, names it, and saves when it is gone', async () => {
  const { dataDir, token, path } = await scene();
  await rm(path);
  await mkdir(join(path, 'with'), { recursive: true });
  const { service, close } = await open(dataDir);
  const caller = await service.authenticate(token);
  const save = () => service.updateAlgo({ id: 1, changes: { nom: 'One', sourceCode: { n: 20 } } }, caller);
  await expect(save()).rejects.toBeInstanceOf(UnavailableError);
  expect(await readdir(path)).toEqual(['with']);
  await rm(path, { recursive: true });
  await save();
  await close();
  expect(await readFile(path, 'utf8')).toBe('{"n":20}');
  expect(await readdir(join(dataDir, 'algos', 'staging'))).toEqual([]);
});

it('names the file that has another content', async () => {
  const { dataDir, token, path } = await scene();
  await writeFile(path, '{"n":3}');
  const { service, close } = await open(dataDir);
  const caller = await service.authenticate(token);
  await expect(service.getAlgo({ id: 1 }, caller)).rejects.toThrow(path);
  await close();
});
