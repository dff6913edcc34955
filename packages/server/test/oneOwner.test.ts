import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { openLocal } from '../src/index.ts';

const store = (folder: string) => `sqlite:${join(folder, 'algotheque.db')}`;
const files = (folder: string) => `file:${join(folder, 'algos')}`;

// A second server on the same records or content would treat unfinished work of the first server as work of an ended process.
it.each([
  ['records and content from a folder above', '.', { ALGOTHEQUE_STORE_URL: store, ALGOTHEQUE_FILES_URL: files }],
  ['records alone', 'other', { ALGOTHEQUE_STORE_URL: store }],
  ['content alone', 'other', { ALGOTHEQUE_FILES_URL: files }],
])('refuses a second owner of %s', async (_what, dataDir, shared) => {
  const dir = scratchFolder();
  const first = await openLocal({ dataDir: join(dir, 'first') });
  const settings = Object.fromEntries(Object.entries(shared).map(([name, at]) => [name, at(join(dir, 'first'))]));
  await expect(openLocal({ dataDir: join(dir, dataDir), settings })).rejects.toThrow('is in use by process');
  await first.close();
  await (await openLocal({ dataDir: join(dir, dataDir), settings })).close();
});

it('allows the folder of one server within the folder of another', async () => {
  const dir = scratchFolder();
  const outer = await openLocal({ dataDir: dir });
  const inner = await openLocal({ dataDir: join(dir, 'inner') });
  await inner.close();
  await outer.close();
});
