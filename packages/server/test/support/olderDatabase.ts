import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openLocal } from '../../src/index.ts';

const ADA = { email: 'ada@example.org', password: 'analytical engine', pseudo: 'Ada' };

interface Scene {
  readonly dataDir: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Keeps a copy of the database, which no server uses. */
  readonly keep: () => Promise<void>;
  /** Puts that copy in the place of the database. */
  readonly putBack: () => Promise<void>;
}

/** A database that is older than the folder of its contents: the start tells it, and no newer content is replaced. */
export async function expectNewerContentsKept({ dataDir, settings = {}, keep, putBack }: Scene): Promise<void> {
  const problems: string[] = [];
  const opened = async () => {
    const local = await openLocal({ dataDir, settings, onProblem: (problem) => void problems.push(String(problem)) });
    return { ...local, caller: async () => local.service.authenticate((await local.service.login(ADA)).token) };
  };
  const create = async ({ service, caller }: Awaited<ReturnType<typeof opened>>, text: string): Promise<number> => {
    const ada = await caller();
    return (await service.createAlgo({ ownerId: ada.user.id, nom: 'Sort', sourceCode: { text } }, ada)).algo.id;
  };
  const content = (id: number) => readFile(join(dataDir, 'algos', `${id}.json`), 'utf8');
  const first = await opened();
  await first.service.registerUser(ADA);
  const before = await create(first, 'before');
  await first.close();
  await keep();
  const second = await opened();
  const newer = [await create(second, 'newer'), await create(second, 'newer')];
  await second.close();
  expect(problems).toEqual([]);
  await putBack();
  const third = await opened();
  const made = [await create(third, 'made'), await create(third, 'made')];
  expect(new Set([before, ...newer, ...made]).size).toBe(5);
  expect(await Promise.all(newer.map(content))).toEqual(['{"text":"newer"}', '{"text":"newer"}']);
  await third.service.resumeWork();
  expect(await Promise.all([before, ...newer, ...made].map(content))).toEqual(
    ['before', 'newer', 'newer', 'made', 'made'].map((text) => JSON.stringify({ text })),
  );
  await third.close();
  expect(problems).toEqual([
    expect.stringMatching(/^Error: Contents of 2 algorithms have ids above \d+, .* older copy/),
  ]);
}
