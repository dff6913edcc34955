import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { runIn } from './cli/runIn.ts';
import { sampleStore } from './migrate/support/sampleStore.ts';

const begin = (dataDir: string, env: Readonly<Record<string, string>> = {}) =>
  runIn(['begin-anew'], { env: { ALGOTHEQUE_DATA_DIR: dataDir, ...env } });

const everyName = async (dir: string): Promise<string[]> => (await readdir(dir, { recursive: true })).sort();

const noStoreIn = (dir: string) => ({
  code: 1,
  stdout: '',
  stderr: `algotheque: There is no store in ${dir}: are ALGOTHEQUE_DATA_DIR, ALGOTHEQUE_STORE_URL and ALGOTHEQUE_FILES_URL right?\n`,
});

async function sample() {
  const dir = join(scratchFolder(), 'data');
  await sampleStore(dir);
  return { dir, algos: join(dir, 'algos') };
}

async function removeDatabase(dir: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(join(dir, `algotheque.db${end}`), { force: true });
}

describe('begin-anew without a store', () => {
  it('creates nothing if there is no data folder', async () => {
    const scratch = scratchFolder();
    const dir = join(scratch, 'wrong', 'data');
    expect(await begin(dir)).toEqual(noStoreIn(dir));
    const url = 'mongodb://127.0.0.1:1/none'; // nothing listens there, and no connection is tried
    expect(await begin(dir, { ALGOTHEQUE_STORE_URL: url })).toEqual(noStoreIn(dir));
    expect(await readdir(scratch)).toEqual([]);
  });

  it('creates nothing in a folder with other files or an empty database', async () => {
    const dir = scratchFolder();
    await writeFile(join(dir, 'notes.txt'), 'not of a store');
    await writeFile(join(dir, 'algotheque.db'), '');
    await mkdir(join(dir, 'algos', 'lost+found'), { recursive: true }); // as a mounted disk has it
    const before = await everyName(dir);
    expect(await begin(dir)).toEqual(noStoreIn(dir));
    expect(await everyName(dir)).toEqual(before);
  });

  it('names the other places of the settings', async () => {
    const scratch = scratchFolder();
    const path = join(scratch, 'records.db');
    const dir = join(scratch, 'data');
    await mkdir(dir);
    const { code, stderr } = await begin(dir, { ALGOTHEQUE_STORE_URL: `sqlite:${path}` });
    expect(code).toBe(1);
    expect(stderr).toContain(
      `no store in ${dir}, ${path}: are ALGOTHEQUE_DATA_DIR, ALGOTHEQUE_STORE_URL and ALGOTHEQUE_FILES_URL right?`,
    );
    expect(await readdir(scratch, { recursive: true })).toEqual(['data']);
  });
});

describe('begin-anew when there is nothing to move', () => {
  it('reports it for a correct store, creates only the locks, and ends with 0', async () => {
    const { dir } = await sample();
    const restored = join(scratchFolder(), 'restored');
    await mkdir(restored, { mode: 0o700 });
    for (const name of ['algotheque.db', 'algos']) await cp(join(dir, name), join(restored, name), { recursive: true });
    const before = await everyName(restored);
    expect(await begin(restored)).toEqual({
      code: 0,
      stdout: 'Database and content belong together: nothing was moved\n',
      stderr: '',
    });
    const isLock = (name: string) => name.endsWith('lock.db');
    expect((await everyName(restored)).filter((name) => !isLock(name))).toEqual(before.filter((name) => !isLock(name)));
  });

  it('reports it the second time, after content without a database was moved', async () => {
    const { dir, algos } = await sample();
    await removeDatabase(dir);
    expect(await begin(dir)).toMatchObject({ code: 0, stderr: expect.stringContaining('lost+found') });
    const before = await everyName(dir);
    expect(await begin(dir)).toEqual({ code: 0, stdout: `There is nothing to move in ${algos}\n`, stderr: '' });
    expect(await everyName(dir)).toEqual(before);
  });

  it('reports it the second time, after the content of another store was moved', async () => {
    const { dir, algos } = await sample();
    await writeFile(join(algos, 'owner-id'), 'another store\n');
    expect(await begin(dir)).toMatchObject({ code: 0, stderr: expect.stringContaining('lost+found') });
    const before = await everyName(dir);
    expect(await begin(dir)).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing was moved') });
    expect(await everyName(dir)).toEqual(before);
  });

  it('gives a folder without content to its database, and leaves no empty folder in lost+found', async () => {
    const { dir, algos } = await sample();
    await rm(algos, { recursive: true }); // as if a volume were not mounted
    expect(await begin(dir)).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to move') });
    expect(await readdir(join(algos, 'lost+found'))).toEqual([]);
    expect(await begin(dir)).toMatchObject({ code: 0, stdout: expect.stringContaining('belong together') });
  });
});
