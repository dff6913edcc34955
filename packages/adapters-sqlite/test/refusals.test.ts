import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CorruptStoreError, openSqliteStore, SchemaTooNewError, StoreFileError } from '../src/index.ts';
import { APPLICATION_ID } from '../src/schema/migrations.ts';
import { onRawFile } from './support/rawFile.ts';
import { scratchFolder, scratchPath } from './support/scratch.ts';
import { openedStore, refusal } from './support/unavailable.ts';

/** A closed store with folders for many pages of the file. */
async function filledStore(path = scratchPath()): Promise<string> {
  const store = openSqliteStore(path);
  for (let number = 0; number < 40; number += 1) {
    await store.folders.compareAndSet(number + 1, 0, {
      lastId: 1,
      folders: [{ id: 1, nom: 'x'.repeat(2_000), parentId: null }],
    });
  }
  await store.close();
  return path;
}

/** Asserts that the file is refused with a message that names it, and is the same afterwards. */
function expectRefused(path: string, error: new (...input: never[]) => Error, message: string | RegExp): void {
  const before = readFileSync(path);
  const problem = refusal(path);
  expect(problem).toBeInstanceOf(error);
  expect(problem).toMatchObject({ message: expect.stringContaining(path), path });
  expect(problem).toMatchObject({ message: expect.stringMatching(message) });
  expect(readFileSync(path).equals(before)).toBe(true);
}

describe('a file that is not a store', () => {
  it.each([
    ['text', Buffer.from('{"users":[]}'.repeat(1_000))],
    ['one byte', Buffer.from('x')],
    ['a header and no more', Buffer.from('SQLite format 3\0')],
    ['zeros', Buffer.alloc(8_192)],
  ])('is refused and not changed: %s', (_, content) => {
    const path = scratchPath();
    writeFileSync(path, content);
    expectRefused(path, CorruptStoreError, /is no SQLite database/);
  });

  it('is refused when it belongs to another application', () => {
    const path = scratchPath();
    onRawFile(path, (db) => db.exec('CREATE TABLE photos (id INTEGER PRIMARY KEY)'));
    expectRefused(path, StoreFileError, /another application/);
    onRawFile(path, (db) => db.exec('DROP TABLE photos; PRAGMA user_version = 1'));
    expectRefused(path, StoreFileError, /another application/);
    onRawFile(path, (db) => db.exec('PRAGMA user_version = 0; PRAGMA application_id = 42'));
    expectRefused(path, StoreFileError, /another application/);
  });

  it('is accepted when it is empty', async () => {
    const path = scratchPath();
    writeFileSync(path, '');
    await openSqliteStore(path).close();
    const empty = scratchPath();
    onRawFile(empty, (db) => db.exec('VACUUM'));
    await openSqliteStore(empty).close();
  });

  it('is refused when it is a folder', () => {
    const path = scratchFolder();
    expect(refusal(path)).toMatchObject({ name: 'StoreFileError', message: expect.stringContaining(path) });
  });

  it('is not created in a folder that does not exist, or in a file', () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'file'), '');
    for (const path of [join(folder, 'absent', 'store.db'), join(folder, 'file', 'store.db')]) {
      expect(refusal(path)).toMatchObject({ name: 'StoreFileError', message: expect.stringMatching(/folder/), path });
    }
  });
});

it('a store of a newer release is refused and not changed', async () => {
  const path = await filledStore();
  onRawFile(path, (db) => db.exec('PRAGMA user_version = 1000'));
  expectRefused(path, SchemaTooNewError, /version 1000/);
});

describe('a damaged store', () => {
  it.each([16, 1, 0.5, 0.01])('is refused when its end is missing: %d bytes or part', async (part) => {
    const path = await filledStore();
    const { length } = readFileSync(path);
    truncateSync(path, part >= 1 ? length - part : Math.floor(length * part));
    expectRefused(path, CorruptStoreError, /is damaged/);
  });

  it('is refused when the first or last page of a table is overwritten', async () => {
    const path = await filledStore();
    const content = readFileSync(path);
    writeFileSync(path, content.fill(0x78, content.length - 4_096));
    expectRefused(path, CorruptStoreError, /is damaged/);
  });

  it.each(['access', 'counters', 'users'])('is refused when the table %s is missing', async (table) => {
    const path = await filledStore();
    onRawFile(path, (db) => db.exec(`DROP TABLE ${table}`));
    expectRefused(path, CorruptStoreError, /lacks a part of its schema/);
  });

  it('is refused when its version is 0, and says what to do', () => {
    const path = scratchPath();
    onRawFile(path, (db) => db.exec(`PRAGMA application_id = ${APPLICATION_ID}`));
    expectRefused(path, CorruptStoreError, /lacks a part of its schema: .* restore a backup$/);
  });

  it('is refused when a column is missing', async () => {
    const path = await filledStore();
    onRawFile(path, (db) => db.exec('ALTER TABLE users DROP COLUMN pseudo'));
    expectRefused(path, CorruptStoreError, /lacks a part of its schema/);
  });

  it.each(['missing', 'empty'])('is refused when the file is %s and its log is not', async (state) => {
    const path = scratchPath();
    const store = openSqliteStore(path);
    await store.folders.compareAndSet(1, 0, { lastId: 1, folders: [{ id: 1, nom: 'writes', parentId: null }] });
    const lost = join(scratchFolder(), 'store.db');
    copyFileSync(`${path}-wal`, `${lost}-wal`);
    await store.close();
    if (state === 'empty') writeFileSync(lost, '');
    const before = readFileSync(`${lost}-wal`);
    expect(refusal(lost)).toBeInstanceOf(CorruptStoreError);
    expect(readFileSync(`${lost}-wal`).equals(before)).toBe(true);
  });
});

describe('a store whose process was killed', () => {
  it('opens with the data in its write-ahead log', async () => {
    const path = scratchPath();
    const store = openSqliteStore(path);
    await store.folders.compareAndSet(1, 0, { lastId: 1, folders: [{ id: 1, nom: 'in the log', parentId: null }] });
    const copy = join(scratchFolder(), 'store.db');
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, copy + suffix);
    await store.close();
    const reopened = openSqliteStore(copy);
    expect((await reopened.folders.find(1)).folders).toMatchObject([{ nom: 'in the log' }]);
    await reopened.close();
  });

  it('opens when SQLite must roll back first', async () => {
    const path = await filledStore();
    const copy = join(dirname(path), 'copy', 'store.db');
    mkdirSync(dirname(copy));
    onRawFile(path, (db) => {
      db.exec('PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE; DELETE FROM folderTrees');
      for (const suffix of ['', '-journal']) copyFileSync(path + suffix, copy + suffix);
    });
    const store = openedStore(copy);
    expect(await store.portable.countRows('folder')).toBe(40);
  });
});
