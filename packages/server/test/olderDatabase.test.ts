import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { expectNewerContentsKept } from './support/olderDatabase.ts';
import { scratchFolder } from './support/scratch.ts';

it('an older copy of the SQLite file gives no id of a newer content again, and the start tells it', async () => {
  const dataDir = await scratchFolder();
  const [path, copy] = [join(dataDir, 'algotheque.db'), join(await scratchFolder(), 'copy.db')];
  await expectNewerContentsKept({
    dataDir,
    keep: () => copyFile(path, copy),
    putBack: () => copyFile(copy, path),
  });
});
