import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { openLocal } from '../../src/index.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { snapshotOf } from '../migrate/support/snapshot.ts';
import { backUp, flawOf, restored } from './support/backup.ts';

describe('a backup', () => {
  const name = 'backup';
  it('has everything, and is closed to others', async () => {
    const scratch = scratchFolder();
    const path = join(scratch, name);
    await sampleStore(join(scratch, 'data'));
    const lines = await backUp(sqliteIn(join(scratch, 'data')), path);
    expect(lines.at(-1)).toMatch(
      /^The store of .* users: 2, sessions: 2, refusals and known addresses: 1, trees of folders: 1, algorithms in the bin: 1, algorithms: 4, former versions: 1, mails that wait: 1, events: 11, unfinished deletions of users: 1, counters of ids: 2; contents: 6, /,
    );
    expect(await flawOf(path)).toBeNull();
    expect(await restored(path, scratch)).toEqual(await snapshotOf(sqliteIn(join(scratch, 'data'))));
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  it('is made beside a server, with contents that are not in files yet', async () => {
    const scratch = scratchFolder();
    const path = join(scratch, name);
    const { token } = await sampleStore(join(scratch, 'data'));
    const { service, close } = await openLocal({ dataDir: join(scratch, 'data') });
    const ada = await service.authenticate(token);
    await service.createAlgo({ ownerId: ada.user.id, nom: 'New', sourceCode: { isNew: true } }, ada);
    await backUp(sqliteIn(join(scratch, 'data')), path);
    await service.createAlgo({ ownerId: ada.user.id, nom: 'Later', sourceCode: { isLater: true } }, ada);
    await close();
    const { algo = [] } = await restored(path, scratch);
    expect(algo).toHaveLength(5);
    expect(algo.at(-1)).toMatchObject({ nom: 'New', content: '{"isNew":true}' });
  });
});
