import { chown, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sidePlace } from '../../src/migrate/sidePlace.ts';
import { openLocal } from '../../src/openLocal.ts';
import { move, refusalOf } from './support/move.ts';
import { sqliteIn } from './support/places.ts';
import { sampleStore } from './support/sampleStore.ts';
import { scene } from './support/scene.ts';
import { snapshotOf } from './support/snapshot.ts';

describe('a migration refuses a source', () => {
  it('that is absent, and creates neither source nor target', async () => {
    const { at, to } = await scene();
    expect(await refusalOf(sqliteIn(at('nowhere')), to)).toBe(`There is no store in ${at('nowhere/algotheque.db')}`);
    expect(await readdir(at('.'))).toEqual(['source']);
  });

  it('that is an empty file, and keeps it empty', async () => {
    const { at, to } = await scene();
    await mkdir(at('empty'));
    await writeFile(at('empty/algotheque.db'), '');
    expect(await refusalOf(sqliteIn(at('empty')), to)).toContain('There is no store in');
    expect(await readFile(at('empty/algotheque.db'), 'utf8')).toBe('');
  });

  it('that is a folder, and locks nothing there', async () => {
    const { at, to } = await scene();
    await mkdir(at('folder/algotheque.db/algos'), { recursive: true });
    await mkdir(at('folder/algos'));
    expect(await refusalOf(sqliteIn(at('folder')), to)).toContain('There is no store in');
    expect((await readdir(at('folder'))).sort()).toEqual(['algos', 'algotheque.db']);
  });

  it('that is not a database, or is one of another application; both are not changed', async () => {
    const { at, to } = await scene();
    await mkdir(at('odd/algos'), { recursive: true });
    const path = at('odd/algotheque.db');
    await writeFile(path, 'no database, '.repeat(100));
    expect(await refusalOf(sqliteIn(at('odd')), to)).toContain(`${path} is damaged or is no SQLite database`);
    await writeFile(path, '');
    const db = new DatabaseSync(path);
    db.exec('CREATE TABLE photos (id INTEGER)');
    db.close();
    const before = await readFile(path);
    expect(await refusalOf(sqliteIn(at('odd')), to)).toContain('is a SQLite database of another application');
    expect(await readFile(path)).toEqual(before);
  });

  it('whose end is missing', async () => {
    const { at, from, to } = await scene();
    const path = at('source/algotheque.db');
    await writeFile(path, (await readFile(path)).subarray(0, 9_000));
    expect(await refusalOf(from, to)).toContain(`${path} is damaged`);
  });

  it('whose folder of content is absent, and creates none', async () => {
    const { at, to } = await scene();
    expect(await refusalOf(sqliteIn(at('source'), `file:${at('typo')}`), to)).toMatch(/typo: --from-files/);
    expect(await readdir(at('.'))).toEqual(['source']);
  });

  it('whose content belongs to another store', async () => {
    const { at, to } = await scene();
    await sampleStore(at('other'));
    await writeFile(at('other/algos/owner-id'), 'another');
    const mixed = sqliteIn(at('source'), `file:${at('other/algos')}`);
    expect(await refusalOf(mixed, to)).toContain('The content of --from lies elsewhere');
    expect((await readdir(at('.'))).sort()).toEqual(['other', 'source']);
  });

  it('that is itself an unfinished copy', async () => {
    const { at, from, to } = await scene();
    const stop = { onLine: () => expect.fail('stop here') };
    await expect(move(from, to, stop)).rejects.toThrow('stop here');
    expect(await refusalOf(to, sqliteIn(at('third')))).toContain('that has not ended');
  });
});

describe('a migration refuses a target', () => {
  it('that has data, and changes nothing in it', async () => {
    const { at, from, to } = await scene();
    const local = await openLocal({ dataDir: at('target') });
    await local.service.registerUser({ email: 'eve@example.org', password: 'first on earth', pseudo: 'Eve' });
    await local.close();
    const before = await snapshotOf(to);
    expect(await refusalOf(from, to)).toBe(`The store file ${at('target/algotheque.db')} is not empty`);
    expect(await snapshotOf(to)).toEqual(before);
    await (await openLocal({ dataDir: at('target') })).close();
  });

  it('that is already a complete copy', async () => {
    const { from, to } = await scene();
    await move(from, to);
    const before = await snapshotOf(to);
    expect(await refusalOf(from, to)).toContain('is not empty');
    expect(await snapshotOf(to)).toEqual(before);
  });

  it('whose folder of content has algorithms of another store, and changes neither these nor the records', async () => {
    const { at, from } = await scene();
    await sampleStore(at('other'));
    const algo = await readFile(at('other/algos/2.json'));
    const to = sqliteIn(at('target'), `file:${at('other/algos')}`);
    expect(await refusalOf(from, to)).toBe(`The folder ${at('other/algos')} is not empty: it has 1.json`);
    expect(await readFile(at('other/algos/2.json'))).toEqual(algo);
    await mkdir(at('inFlight/staging'), { recursive: true });
    await writeFile(at('inFlight/staging/anything'), '');
    const inFlight = sqliteIn(at('target'), `file:${at('inFlight')}`);
    expect(await refusalOf(from, inFlight)).toContain('inFlight is not empty');
    await move(from, sqliteIn(at('target')));
  });

  it('but accepts one that a server has used without storing anything', async () => {
    const { at, from, to } = await scene();
    await (await openLocal({ dataDir: at('target') })).close();
    await move(from, to);
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
  });

  it('that is the source, or shares a folder with it', async () => {
    const { at, from } = await scene();
    expect(await refusalOf(from, from)).toContain('is not empty');
    const beside = sidePlace('--to', { url: `sqlite:${at('source/other.db')}`, files: `file:${at('x')}` });
    expect(await refusalOf(from, beside)).toContain('is in use');
    const shared = sqliteIn(at('target'), `file:${at('source/algos')}`);
    expect(await refusalOf(from, shared)).toContain('is not empty');
    await symlink(at('source'), at('link'));
    expect(await refusalOf(from, sqliteIn(at('link')))).toContain('link/algos is not empty');
    const left = (await readdir(at('source/algos'))).sort();
    expect(left).toEqual(['1.json', '2.json', '3.json', '4.json', 'bin', 'lock.db', 'owner-id', 'staging', 'versions']);
  });

  it('that was begun with another folder of content, once it has rows', async () => {
    const { at, from, to } = await scene();
    const stop = { onLine: (line: string) => expect(line).not.toContain('users: 2 copied') };
    await expect(move(from, to, stop)).rejects.toThrow('not to contain');
    const other = sqliteIn(at('target'), `file:${at('elsewhere')}`);
    expect(await refusalOf(from, other)).toContain('--begin-anew');
    await move(from, other, { anew: true });
    expect(await snapshotOf(other)).toEqual(await snapshotOf(from));
    expect(await refusalOf(from, to, { anew: true }), 'the first folder has a mark still').toContain('is not empty');
  });

  it('that cannot be created', async () => {
    const { from } = await scene();
    expect(await refusalOf(from, sqliteIn('/proc/algotheque'))).toContain('/proc/algotheque cannot be written');
  });
});

it.runIf(process.geteuid?.() === 0)('root migrates no store of another user, nor into one', async () => {
  const { at, from, to } = await scene();
  await mkdir(at('target'));
  for (const name of ['source', 'target']) {
    await chown(at(name), 65_534, 65_534);
    if (name === 'source') await chown(at('source/algotheque.db'), 65_534, 65_534);
    expect(await refusalOf(from, to), name).toContain('belongs to user 65534');
    for (const path of name === 'source' ? ['source', 'source/algotheque.db'] : [name]) await chown(at(path), 0, 0);
  }
  expect(await readdir(at('target'))).toEqual([]);
  await move(from, to);
});

describe('a running server', () => {
  it('blocks a migration from and to its store, and is named', async () => {
    const { at, from, to } = await scene();
    for (const dataDir of [at('source'), at('target')]) {
      const server = await openLocal({ dataDir });
      expect(await refusalOf(from, to)).toBe(`The data folder ${dataDir} is in use by process ${process.pid}`);
      await server.close();
    }
    await move(from, to);
  });

  it('does not start on a store that is being copied, or on the copy', async () => {
    const { at, from, to } = await scene();
    const tried: Promise<unknown>[] = [];
    const onLine = (line: string): void => {
      if (!line.startsWith('  users: 2 copied')) return;
      for (const dataDir of [at('source'), at('target')])
        tried.push(openLocal({ dataDir }).catch((error: unknown) => error));
    };
    await move(from, to, { onLine });
    const refused = await Promise.all(tried);
    expect(refused.map(String)).toEqual([
      `StartError: The data folder ${at('source')} is in use by process ${process.pid}`,
      expect.stringContaining(`StartError: ${at('target/algos')} is the target of an import`),
    ]);
    await (await openLocal({ dataDir: at('target') })).close();
  });
});
