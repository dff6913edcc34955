import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { expectOlderRefused } from './support/olderDatabase.ts';

it('no server starts on an older copy of the SQLite file, and a repair keeps the newer contents', async () => {
  const dataDir = scratchFolder();
  const [path, copy] = [join(dataDir, 'algotheque.db'), join(scratchFolder(), 'copy.db')];
  await expectOlderRefused({
    dataDir,
    keep: () => copyFile(path, copy),
    putBack: () => copyFile(copy, path),
  });
});
