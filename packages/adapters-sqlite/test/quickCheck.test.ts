import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { UnavailableError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import type { SqliteStore } from '../src/index.ts';
import { quickCheck } from '../src/upkeep/quickCheck.ts';
import { onRawFile } from './support/rawFile.ts';
import { newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

async function opened(path = scratchPath()): Promise<SqliteStore> {
  const store = openedStore(path);
  await store.users.insert(newUser());
  return store;
}

/** Overwrites the first page of the users with zeros. */
function damageUsers(path: string): void {
  const { root, size } = onRawFile(path, (db) => ({
    root: Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'users'").get()?.['rootpage']),
    size: Number(db.prepare('PRAGMA page_size').get()?.['page_size']),
  }));
  const file = openSync(path, 'r+');
  writeSync(file, new Uint8Array(size), 0, size, (root - 1) * size);
  closeSync(file);
}

describe("SQLite's own check of a file", () => {
  it('finds nothing wrong beside an open store, which goes on', async () => {
    const store = await opened();
    expect(await quickCheck(store.path)).toEqual([]);
    await store.users.insert(newUser({ adresseMail: 'grace@example.org' }));
    expect(await quickCheck(store.path)).toEqual([]);
  });

  it('finds a page that was overwritten', async () => {
    const store = await opened();
    await store.close();
    damageUsers(store.path);
    const findings = await quickCheck(store.path);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.join()).toMatch(/page|malformed/);
  });

  it('finds that a file is no database', async () => {
    const path = scratchPath();
    writeFileSync(path, 'text '.repeat(1_000));
    expect(await quickCheck(path)).toEqual(['file is not a database']);
  });

  it('is unavailable for a file that cannot be opened', async () => {
    const path = scratchPath();
    await expect(quickCheck(path)).rejects.toMatchObject({ reason: expect.stringContaining(path) });
    await expect(quickCheck(path)).rejects.toBeInstanceOf(UnavailableError);
  });

  it('ends when it is aborted', async () => {
    const store = await opened();
    const abort = new AbortController();
    const checked = quickCheck(store.path, abort.signal);
    abort.abort(new Error('the server stops'));
    await expect(checked).rejects.toThrow('the server stops');
  });
});
