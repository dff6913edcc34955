import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openLocal } from '../../src/index.ts';
import { codesOf, examined } from '../doctor/support/examined.ts';

const ADA = { email: 'ada@example.org', password: 'analytical engine', pseudo: 'Ada' };

interface Scene {
  readonly dataDir: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Keeps a copy of the database, which no server uses. */
  readonly keep: () => Promise<void>;
  /** Puts that copy in the place of the database. */
  readonly putBack: () => Promise<void>;
}

/**
 * A database that is older than the folder of its contents: no start is possible, nothing is changed, and a repair keeps the newer
 * contents.
 */
export async function expectOlderRefused({ dataDir, settings = {}, keep, putBack }: Scene): Promise<void> {
  const opened = async () => {
    const local = await openLocal({ dataDir, settings });
    return { ...local, caller: async () => local.service.authenticate((await local.service.login(ADA)).token) };
  };
  const create = async ({ service, caller }: Awaited<ReturnType<typeof opened>>, text: string): Promise<number> => {
    const ada = await caller();
    return (await service.createAlgo({ ownerId: ada.user.id, nom: 'Sort', sourceCode: { text } }, ada)).algo.id;
  };
  const algos = join(dataDir, 'algos');
  const contentsIn = async (folder: string) => {
    const names = (await readdir(folder)).filter((name) => name.includes('.json')).sort();
    return Promise.all(names.map(async (name) => [name.split('.')[0], await readFile(join(folder, name), 'utf8')]));
  };
  const first = await opened();
  await first.service.registerUser(ADA);
  const before = await create(first, 'before');
  await first.close();
  await keep();
  const second = await opened();
  const newer = [await create(second, 'newer'), await create(second, 'newer')];
  await second.close();
  await putBack();

  const all = await contentsIn(algos);
  for (let start = 0; start < 2; start += 1) {
    await expect(opened()).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/contents of 2 algorithms with ids above \d+, .* older copy .* doctor --repair/),
    });
    expect(await contentsIn(algos)).toEqual(all);
  }
  expect(codesOf(await examined(dataDir, { repair: true, settings }))).toEqual([
    'counter-behind',
    'file-without-record',
  ]);
  expect(await contentsIn(join(algos, 'lost+found'))).toEqual(newer.map((id) => [`${id}`, '{"text":"newer"}']));
  const third = await opened();
  const made = await create(third, 'made');
  await third.close();
  expect(Math.max(...newer)).toBeLessThan(made);
  expect(await contentsIn(algos)).toEqual(
    [
      [`${before}`, '{"text":"before"}'],
      [`${made}`, '{"text":"made"}'],
    ].sort(),
  );
}
