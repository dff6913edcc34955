import { chmodSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { UnavailableError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore, refusal, unavailable, writes } from './support/unavailable.ts';

const OTHER_USER_ID = 65_534;
describe('a file that is replaced or removed while the store is open', () => {
  it('accepts no more writes, because they would be lost', async () => {
    const path = scratchPath();
    const store = openedStore(path);
    renameSync(path, `${path}.old`);
    await expect(store.users.insert(newUser())).rejects.toMatchObject({
      name: 'UnavailableError',
      cause: { message: expect.stringContaining('was removed or replaced') },
    });
    renameSync(`${path}.old`, path);
    expect(await store.users.insert(newUser())).toMatchObject({ id: 1 });
  });

  it('makes the store unhealthy', async () => {
    const path = scratchPath();
    const store = openedStore(path);
    await store.users.health();
    renameSync(path, `${path}.old`);
    await expect(store.users.health()).rejects.toThrow(UnavailableError);
    await openSqliteStore(path.replace('store.db', 'restored.db')).close();
    renameSync(path.replace('store.db', 'restored.db'), path);
    await expect(store.limiter.health()).rejects.toThrow(UnavailableError);
  });
});

it('a file that the system cannot look at is unavailable for writes and for health, and not a bug', async () => {
  const path = scratchPath();
  const store = openedStore(path);
  renameSync(path, `${path}.old`);
  symlinkSync(path, path); // to itself: stat fails with ELOOP, as it does with EIO on a dead disk
  const loop = { name: 'UnavailableError', reason: expect.stringContaining('ELOOP') };
  for (const [name, write] of Object.entries(writes(store))) await expect(write(), name).rejects.toMatchObject(loop);
  await expect(store.users.health()).rejects.toMatchObject(loop);
  renameSync(`${path}.old`, path);
  expect(await store.users.insert(newUser())).toMatchObject({ id: 1 });
});

describe('a folder or a file that this user may not write', () => {
  it('is reported when there is no file, and none is created', () => {
    const path = scratchPath();
    const problem = inLockedFolder(path, () => refusal(path));
    expect(problem).toMatchObject({ name: 'StoreFileError', path, message: expect.stringContaining('cannot be made') });
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it.each([0o444, 0o000])('is reported for an existing store, which is not changed: mode %o', async (mode) => {
    const path = scratchPath();
    await openSqliteStore(path).close();
    const before = readFileSync(path);
    chmodSync(path, mode);
    const problem = inLockedFolder(path, () => refusal(path));
    chmodSync(path, 0o600);
    expect(problem).toMatchObject(unavailable(path, expect.any(Number)));
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    await openSqliteStore(path).close();
  });
});

/** Does the work as a user who may not write in the file's folder. Root may write everywhere, so it becomes `nobody` meanwhile. */
function inLockedFolder<Value>(path: string, work: () => Value): Value {
  const isRoot = process.geteuid?.() === 0;
  chmodSync(dirname(path), 0o555);
  if (isRoot) process.seteuid?.(OTHER_USER_ID);
  try {
    return work();
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(dirname(path), 0o700);
  }
}
