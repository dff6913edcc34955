import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { openLocal } from '../src/index.ts';
import { runIn } from './cli/runIn.ts';
import { SECRET, sampleStore } from './migrate/support/sampleStore.ts';

const DATABASE = ['algotheque.db', 'algotheque.db-wal', 'algotheque.db-shm'];
const CONTENTS = ['1.json', '2.json', '3.json', '4.json'];

async function scene() {
  const scratch = scratchFolder();
  const dir = join(scratch, 'data');
  const sample = await sampleStore(dir);
  return { scratch, dir, algos: join(dir, 'algos'), ...sample };
}

async function removeDatabase(dir: string): Promise<void> {
  for (const name of DATABASE) await rm(join(dir, name), { force: true });
}

async function openAndClose(dataDir: string): Promise<void> {
  await (await openLocal({ dataDir })).close();
}

const contentsIn = async (dir: string): Promise<string[]> =>
  (await readdir(dir)).filter((name) => /^\d+\.json$/.test(name)).sort();

const beginAnew = (dataDir: string) => runIn(['begin-anew'], { env: { ALGOTHEQUE_DATA_DIR: dataDir } });

/** The only folder below `lost+found`. */
async function lostAndFound(algos: string): Promise<string> {
  const [name = '', ...more] = await readdir(join(algos, 'lost+found'));
  expect(more).toEqual([]);
  return join(algos, 'lost+found', name);
}

describe('content without its database', () => {
  it('is not treated as a new store, and no database is created', async () => {
    const { dir, algos } = await scene();
    await removeDatabase(dir);
    const before = await readFile(join(algos, '1.json'));
    await expect(openAndClose(dir)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/algos holds algorithms[\s\S]*Restore the database[\s\S]*begin-anew/),
    });
    expect((await readdir(dir)).filter((name) => DATABASE.includes(name))).toEqual([]);
    expect(await readFile(join(algos, '1.json'))).toEqual(before);
    expect(await contentsIn(algos)).toEqual(CONTENTS);
  });

  it('is not treated as a new store beside an empty file, which stays empty, or when it is only staged', async () => {
    const { dir, algos } = await scene();
    await removeDatabase(dir);
    await writeFile(join(dir, 'algotheque.db'), '');
    await expect(openAndClose(dir)).rejects.toThrow('algotheque.db is absent or empty');
    expect(await readFile(join(dir, 'algotheque.db'), 'utf8')).toBe('');
    for (const name of [...CONTENTS, 'bin/5.json']) await rm(join(algos, name));
    await rm(join(algos, 'versions'), { recursive: true });
    await writeFile(join(algos, 'staging', `${'0'.repeat(32)}-${'a'.repeat(64)}`), 'x');
    await expect(openAndClose(dir)).rejects.toThrow('algotheque.db is absent or empty');
  });

  it('is not given to a database that has never had an algorithm', async () => {
    const { scratch, dir } = await scene();
    await openAndClose(join(scratch, 'new'));
    await removeDatabase(dir);
    for (const name of DATABASE) {
      await cp(join(scratch, 'new', name), join(dir, name), { force: true }).catch(() => {}); // -wal and -shm may be absent
    }
    await expect(openAndClose(dir)).rejects.toThrow('do not belong together');
    const db = new DatabaseSync(join(dir, 'algotheque.db'));
    db.exec('DELETE FROM contentOwner');
    db.close();
    await expect(openAndClose(dir)).rejects.toThrow('has never had an algorithm');
  });

  it('is accepted when its database is restored, in either order', async () => {
    const { scratch, dir, algos, token } = await scene();
    const [backup, fresh] = [join(scratch, 'backup'), join(scratch, 'anew')];
    await cp(dir, backup, { recursive: true });
    await removeDatabase(dir);
    await expect(openAndClose(dir)).rejects.toThrow('Restore the database');
    await cp(join(backup, 'algotheque.db'), join(dir, 'algotheque.db'));
    await openAndClose(dir);
    expect(await contentsIn(algos)).toEqual(CONTENTS);
    await mkdir(fresh, { mode: 0o700 });
    await cp(join(backup, 'algotheque.db'), join(fresh, 'algotheque.db'));
    await cp(join(backup, 'algos'), join(fresh, 'algos'), { recursive: true });
    const { service, close } = await openLocal({ dataDir: fresh });
    expect((await service.getAlgo({ id: 1 }, await service.authenticate(token))).algo.id).toBe(1);
    await close();
  });
});

/** A start is refused without the folder, and with an empty one. */
async function expectRefusedWithout(algos: string, dir: string): Promise<void> {
  await rm(algos, { recursive: true });
  await expect(openAndClose(dir)).rejects.toThrow('has no owner-id');
  expect(await contentsIn(algos)).toEqual([]);
  await rm(algos, { recursive: true });
  await mkdir(algos);
  await expect(openAndClose(dir)).rejects.toThrow('has no owner-id');
}

describe('a database beside the content of another store', () => {
  async function mixed() {
    const { scratch, dir, algos, ...rest } = await scene();
    const other = join(scratch, 'other');
    await sampleStore(other);
    // Both samples are copies of one store. This one gets a new id, as if it had been made separately.
    await writeFile(join(other, 'algos', 'owner-id'), 'another store\n');
    await rm(algos, { recursive: true });
    await rename(join(other, 'algos'), algos);
    return { scratch, dir, algos, ...rest };
  }

  it('is refused with the names of both, and nothing is changed', async () => {
    const { dir, algos } = await mixed();
    await expect(openAndClose(dir)).rejects.toThrow(/do not belong together[\s\S]*owner-id another store/);
    expect(await contentsIn(algos)).toEqual(CONTENTS);
    expect(await readFile(join(algos, 'owner-id'), 'utf8')).toBe('another store\n');
  });

  it('is refused when the content has no id, or when the folder is empty like a volume that is not mounted', async () => {
    const { dir, algos } = await mixed();
    await rm(join(algos, 'owner-id'));
    await expect(openAndClose(dir)).rejects.toThrow('has no owner-id');
    await expectRefusedWithout(algos, dir);
  });

  it('is refused with an empty folder when all algorithms are in the bin', async () => {
    const { dir, algos, algoIds, token } = await scene();
    const { service, close } = await openLocal({ dataDir: dir, settings: { ALGOTHEQUE_SECRET: SECRET } });
    for (const id of algoIds) await service.deleteAlgo({ id }, await service.authenticate(token));
    await close();
    await expectRefusedWithout(algos, dir);
  });

  it('is used with it after the operator confirms that they belong together', async () => {
    const { dir, algos } = await mixed();
    const message = await openAndClose(dir).catch(String);
    const [, id = ''] = /write (\S+) into/.exec(String(message)) ?? [];
    await writeFile(join(algos, 'owner-id'), `${id}\n`);
    await openAndClose(dir);
  });

  it('is used without it after begin-anew, which keeps it', async () => {
    const { dir, algos } = await mixed();
    expect(await beginAnew(dir)).toMatchObject({ code: 0, stdout: '' });
    const kept = await lostAndFound(algos);
    expect(await contentsIn(kept)).toEqual(CONTENTS);
    expect(await readFile(join(kept, 'owner-id'), 'utf8')).toBe('another store\n');
    await openAndClose(dir);
    expect(await contentsIn(algos)).toEqual([]);
  });
});

it('a store that was made without a server, and so without an id gets one at its first start, also if that start ended half-way', async () => {
  const { dir, algos } = await scene();
  const forget = (): void => {
    const db = new DatabaseSync(join(dir, 'algotheque.db'));
    db.exec('DELETE FROM contentOwner'); // as openSqliteStore alone leaves it
    db.close();
  };
  forget();
  await rm(join(algos, 'owner-id'));
  await openAndClose(dir);
  const id = await readFile(join(algos, 'owner-id'), 'utf8');
  forget(); // the id was made, but the database has not recorded it
  await openAndClose(dir);
  expect(await readFile(join(algos, 'owner-id'), 'utf8')).toBe(id);
  forget();
  await writeFile(join(algos, 'owner-id'), ''); // the file was made, but its text was not written to the disk
  await openAndClose(dir);
  expect(await readFile(join(algos, 'owner-id'), 'utf8')).toMatch(/^[\w-]{43}\n$/);
  await openAndClose(dir);
  await writeFile(join(algos, 'owner-id'), 'another');
  await expect(openAndClose(dir)).rejects.toThrow('do not belong together');
});

describe('algotheque begin-anew', () => {
  it('moves content without a database away, keeps all of it, and a new store starts', async () => {
    const { dir, algos } = await scene();
    await removeDatabase(dir);
    const before = await readFile(join(algos, '3.json'));
    const { code, stderr } = await beginAnew(dir);
    const kept = await lostAndFound(algos);
    expect(stderr).toBe(`What was in ${algos} is in ${kept}\n`);
    expect(code).toBe(0);
    expect((await readdir(kept)).sort()).toEqual([...CONTENTS, 'bin', 'owner-id', 'staging', 'versions']);
    expect(await readFile(join(kept, '3.json'))).toEqual(before);
    await openAndClose(dir);
    expect(await contentsIn(algos)).toEqual([]);
    await removeDatabase(dir);
    await writeFile(join(algos, '1.json'), 'once more');
    expect((await beginAnew(dir)).code).toBe(0);
    expect(await readdir(join(algos, 'lost+found'))).toHaveLength(2);
    expect(await contentsIn(kept)).toEqual(CONTENTS);
  });

  it('changes nothing in a correct store, or beside a running server', async () => {
    const { dir, algos } = await scene();
    expect(await beginAnew(dir)).toMatchObject({ code: 0, stdout: expect.stringContaining('belong together') });
    expect(await contentsIn(algos)).toEqual(CONTENTS);
    const local = await openLocal({ dataDir: dir });
    expect(await beginAnew(dir)).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by') });
    await local.close();
    expect(await contentsIn(algos)).toEqual(CONTENTS);
  });
});
