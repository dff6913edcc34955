import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { backUp } from './backup/support/backup.ts';
import { edit, examined, filesBelow } from './doctor/support/examined.ts';
import { move } from './migrate/support/move.ts';
import { sqliteIn } from './migrate/support/places.ts';
import { sampleStore } from './migrate/support/sampleStore.ts';
import { scratchFolder } from './support/scratch.ts';

const database = (dir: string) => join(dir, 'algotheque.db');
const empty = async (dir: string): Promise<void> => {
  await rm(dir, { recursive: true });
  await mkdir(dir);
};

/** What is done to a data folder with a sample store, and what is said of it then. */
const STORES: readonly (readonly [what: string, spoil: (dir: string) => Promise<unknown>, said: RegExp])[] = [
  ['is not there', (dir) => rm(dir, { recursive: true }), /^There is no store in /],
  ['is an empty folder', empty, /^There is no store in /],
  [
    'is an empty file',
    async (dir) => {
      await empty(dir);
      await writeFile(database(dir), '');
    },
    /^There is no store in /,
  ],
  [
    'is a folder',
    async (dir) => {
      await empty(dir);
      for (const name of ['algotheque.db', 'algos']) await mkdir(join(dir, name));
    },
    /^There is no store in |algotheque\.db is no regular file/,
  ],
  ['has content and no database', (dir) => rm(database(dir)), /There is no store in|algotheque\.db/],
  [
    'is no database',
    (dir) => writeFile(database(dir), 'no database, '.repeat(500)),
    /algotheque\.db is damaged or is no SQLite database/,
  ],
  [
    'is a database of another application',
    async (dir) => {
      await rm(database(dir));
      const db = new DatabaseSync(database(dir));
      db.exec('CREATE TABLE photos (id INTEGER)');
      db.close();
    },
    /is a SQLite database of another application/,
  ],
  [
    'has no end',
    async (dir) => writeFile(database(dir), (await readFile(database(dir))).subarray(0, 9_000)),
    /algotheque\.db is damaged/,
  ],
  [
    'is of a newer release',
    async (dir) => edit(dir, 'PRAGMA user_version = 99'),
    /has schema version 99, and this release knows version 1: start the release that wrote it/,
  ],
  [
    'has no folder of content',
    (dir) => rm(join(dir, 'algos'), { recursive: true }),
    /algos(: --from-files| is absent: is it mounted)/,
  ],
];

const COMMANDS: Readonly<Record<string, (dir: string, scratch: string) => Promise<unknown>>> = {
  'a backup': (dir, scratch) => backUp(sqliteIn(dir), join(scratch, 'backup')),
  'a migration': (dir, scratch) => move(sqliteIn(dir), sqliteIn(join(scratch, 'target'))),
  'the doctor': (dir) => examined(dir),
  'a repair': (dir) => examined(dir, { repair: true }),
};

/** Locks, and what SQLite has beside its file, may come. */
const filesOf = async (dir: string) =>
  [...(await filesBelow(dir))].filter(([name]) => !/(lock\.db|-wal|-shm)$/.test(name));

describe.each(Object.entries(COMMANDS))('%s', (_command, run) => {
  it.each(STORES)('refuses a store that %s, in words, and makes and changes nothing', async (_what, spoil, said) => {
    const scratch = await scratchFolder();
    const dir = join(scratch, 'data');
    await sampleStore(dir);
    await spoil(dir);
    const before = await filesOf(scratch);
    const refused: unknown = await run(dir, scratch).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringMatching(said) });
    expect(await filesOf(scratch)).toEqual(before);
  });
});
