import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { expectOlderRefused } from './support/olderDatabase.ts';
import { scratchFolder } from './support/scratch.ts';

it('no server starts on an older copy of the SQLite file, and a repair keeps the newer contents', async () => {
  const dataDir = await scratchFolder();
  const [path, copy] = [join(dataDir, 'algotheque.db'), join(await scratchFolder(), 'copy.db')];
  await expectOlderRefused({
    dataDir,
    keep: () => copyFile(path, copy),
    putBack: () => copyFile(copy, path),
  });
});
