import { chmod, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UnavailableError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { findContent } from '../../src/backup/source.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { backUp, flawOf, refusal, restored } from './support/backup.ts';

function never(): never {
  throw new Error('Nothing else is read');
}

async function scene() {
  const scratch = scratchFolder();
  await sampleStore(join(scratch, 'data'));
  const algos = join(scratch, 'data', 'algos');
  return { scratch, algos, home: sqliteIn(join(scratch, 'data')), path: join(scratch, 'backup') };
}

function edit(scratch: string, sql: string): void {
  const db = new DatabaseSync(join(scratch, 'data', 'algotheque.db'));
  db.exec(sql);
  db.close();
}

describe('what is damaged in the store', () => {
  it('is left out and named, and the rest is in the backup', async () => {
    const { scratch, algos, home, path } = await scene();
    await writeFile(join(algos, '1.json'), '{"edited":true}');
    await rm(join(algos, '2.json'));
    await rm(join(algos, '3.json'));
    await rename(join(algos, 'owner-id'), join(algos, '3.json')); // a folder without its id is another folder
    expect(await refusal(() => backUp(home, path))).toContain('is the right folder mounted');
    await rename(join(algos, '3.json'), join(algos, 'owner-id'));
    edit(scratch, "UPDATE users SET pseudo = '' WHERE id = 2");

    const message = (await backUp(home, path)).at(-1);
    expect(message).toContain('Not in the backup, because it is damaged in the store (4)');
    for (const id of [1, 2, 3]) expect(message).toContain(`algorithm ${id}: its content ${join(algos, `${id}.json`)}`);
    expect(message).toContain('users, 2, pseudo');
    expect(await flawOf(path)).toBeNull();
    const { user = [], algo = [], session = [] } = await restored(path, scratch);
    expect([user, algo, session].map((rows) => rows.length)).toEqual([1, 1, 2]);
  });

  it('includes the content of what is in the bin', async () => {
    const { scratch, algos, home, path } = await scene();
    await writeFile(join(algos, 'bin/5.json'), '{"edited":true}');
    expect((await backUp(home, path)).at(-1)).toContain(`algorithm 5: its content ${join(algos, '5.json')}`);
    expect(await flawOf(path)).toBeNull();
    const { algo = [], deleted = [] } = await restored(path, scratch);
    expect([algo.length, deleted.length]).toEqual([4, 0]);
  });

  it('includes a former version', async () => {
    const { scratch, algos, home, path } = await scene();
    for (const name of await readdir(join(algos, 'versions'))) await writeFile(join(algos, 'versions', name), '{}');
    expect((await backUp(home, path)).at(-1)).toMatch(/former version \d+ of algorithm \d+: its content /);
    expect(await flawOf(path)).toBeNull();
    const { former = [], algo = [] } = await restored(path, scratch);
    expect([algo.length, former.length]).toEqual([4, 0]);
  });

  it('includes a file that the system does not read, and the reason', async () => {
    const cause = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
    const files = { read: () => Promise.reject(new UnavailableError({ cause })), locate: () => '/algos/7.json' };
    const view = {
      countRows: never,
      exportRows: never,
      find: never,
      findFormer: never,
      content: async () => null,
    };
    const found = await findContent(view, { id: 7, ref: '' }, { reader: files, locate: files.locate });
    expect(found).toEqual({ problem: 'its content /algos/7.json cannot be read: EIO' });
  });

  it.skipIf(process.getuid?.() === 0)('includes a file that cannot be read', async () => {
    const { algos, home, path } = await scene();
    await chmod(join(algos, '4.json'), 0);
    expect((await backUp(home, path)).at(-1)).toContain(`${join(algos, '4.json')} cannot be read: EACCES`);
    expect(await flawOf(path)).toBeNull();
  });

  it('such as a folder in the place of a file, or content of another reference', async () => {
    const { scratch, algos, home, path } = await scene();
    edit(scratch, "UPDATE algos SET ref = 'nonsense' WHERE id = 4");
    expect((await backUp(home, path)).at(-1)).toContain('algos, 4, ref: no content can have this reference');
    await rm(path);
    edit(scratch, 'DELETE FROM algos WHERE id = 4');
    await rm(join(algos, '3.json'));
    await rename(join(algos, 'staging'), join(algos, '3.json'));
    expect((await backUp(home, path)).at(-1)).toContain('algorithm 3: its content');
  });
});

describe('a backup is refused, and makes nothing', () => {
  it('if there is no store, or it is another file', async () => {
    const scratch = scratchFolder();
    expect(await refusal(() => backUp(sqliteIn(join(scratch, 'data')), join(scratch, 'backup')))).toContain(
      'There is no store in',
    );
    await writeFile(join(scratch, 'algotheque.db'), '');
    expect(await refusal(() => backUp(sqliteIn(scratch), join(scratch, 'backup')))).toContain('There is no store in');
    expect(await readdir(scratch)).toEqual(['algotheque.db']);
  });

  it('if the store is of a newer release, or an import is not finished', async () => {
    const { scratch, home, path } = await scene();
    const before = await readdir(scratch);
    edit(scratch, 'PRAGMA user_version = 99');
    expect(await refusal(() => backUp(home, path))).toContain('version 99');
    edit(scratch, "PRAGMA user_version = 1; INSERT INTO importMark VALUES (1, 'elsewhere', 0)");
    expect(await refusal(() => backUp(home, path))).toContain('unfinished import of elsewhere');
    expect(await readdir(scratch)).toEqual(before);
  });

  it('if something has its name', async () => {
    const { scratch, home, path } = await scene();
    await backUp(home, path);
    expect(await refusal(() => backUp(home, path))).toContain('exists: each backup needs a new name');
    expect(await refusal(() => backUp(home, scratch))).toContain('is a folder: name a new file in it');
    expect(await refusal(() => backUp(home, join(scratch, 'absent/backup')))).toContain('There is no folder');
    expect(await flawOf(path)).toBeNull();
  });
});
