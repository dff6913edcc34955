import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { openLocal } from '../src/index.ts';

it('a secret that is lost is reported once, by the start that makes a new one', async () => {
  const dataDir = scratchFolder();
  const lines: string[] = [];
  const onProblem = (problem: unknown): void => void lines.push(String(problem));
  const start = async () => (await openLocal({ dataDir, onProblem })).close();
  await start();
  await rm(join(dataDir, 'secret'));
  const [file, aside] = [join(dataDir, 'algotheque.db'), join(scratchFolder(), 'aside.db')];
  await rename(file, aside);
  await writeFile(file, 'x'.repeat(5_000));
  await expect(start()).rejects.toThrow('no SQLite database');
  expect(lines).toEqual([]);
  await rename(aside, file);
  await start();
  await start();
  expect(lines).toEqual([expect.stringContaining(`${join(dataDir, 'secret')} was not there`)]);
});
