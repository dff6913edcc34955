import { execFileSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { migrate } from '../src/schema/migrations.ts';
import { sqliteUserRepository } from '../src/users/userRepository.ts';
import { connectionTo } from './support/connectionTo.ts';
import { newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore, refusal, unavailable, writes } from './support/unavailable.ts';

const FILL_UP = fileURLToPath(new URL('./children/fillUp.ts', import.meta.url));
/** A connection to the same file that closes with the test. */
function rawConnection(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  onTestFinished(() => db.close());
  return db;
}

describe('while another process holds the write lock', () => {
  it('every write reports it and changes nothing, and reads work', async () => {
    const path = scratchPath();
    const store = openedStore(path, { busyTimeoutMs: 0 });
    const other = rawConnection(path);
    const user = await store.users.insert(newUser());
    other.exec('BEGIN IMMEDIATE');
    for (const [name, write] of Object.entries(writes(store))) {
      await expect(write(), name).rejects.toMatchObject(unavailable(path, 5));
    }
    expect(await store.users.findById(user.id)).toEqual(user);
    await store.users.health();
    other.exec('ROLLBACK');
    expect(await store.users.change(user.id, (now) => ({ ...now, isVerified: true }))).toMatchObject({
      isVerified: true,
    });
  });

  it('opening the file reports it', async () => {
    const path = scratchPath();
    await openSqliteStore(path).close();
    const other = rawConnection(path);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    expect(refusal(path, { busyTimeoutMs: 0 })).toMatchObject(unavailable(path, 5));
  });
});

it('a closed store rejects every write and health with a cause that names the file', async () => {
  const path = scratchPath();
  const store = openSqliteStore(path);
  await store.close();
  const cause = expect.objectContaining({ message: expect.stringContaining(path) });
  const calls = { ...writes(store), health: () => store.limiter.health() };
  for (const [name, call] of Object.entries(calls)) {
    await expect(call(), name).rejects.toMatchObject({ name: 'UnavailableError', cause });
  }
});

describe('a full disk', () => {
  it('makes writes unavailable, keeps what was acknowledged, and allows reads', () => {
    const path = scratchPath();
    const argv = [process.execPath, '--conditions=@algotheque/source', FILL_UP, path];
    // Blocks of 512 or 1,024 bytes: a file ends at 1 or 2 MiB, with the error of a disk.
    const output = execFileSync('sh', ['-c', 'ulimit -f 2048 && exec "$@"', 'sh', ...argv], { encoding: 'utf8' });
    const report: { readonly unavailable: string; readonly acknowledged: number; readonly counted: number } =
      JSON.parse(output);
    expect(report.unavailable).toContain(path);
    expect(report.acknowledged).toBeGreaterThan(10);
    expect(report.counted).toBe(report.acknowledged);
  });

  it('allows writes again when there is room', async () => {
    const path = scratchPath();
    const connection = connectionTo(path);
    onTestFinished(() => connection.close());
    migrate(connection);
    const users = sqliteUserRepository(connection, 'exact');
    const big = newUser({ mdpHash: 'x'.repeat(100_000) });
    connection.exec('PRAGMA max_page_count = 1');
    await expect(users.insert(big)).rejects.toMatchObject(unavailable(path, 13));
    connection.exec('PRAGMA max_page_count = 1000000');
    expect(await users.insert(big)).toMatchObject({ id: 1 });
  });

  it('makes writes unavailable also when it cannot be written', async () => {
    const path = scratchPath();
    const connection = connectionTo(path);
    onTestFinished(() => connection.close());
    migrate(connection);
    const users = sqliteUserRepository(connection, 'exact');
    connection.exec('PRAGMA query_only = ON');
    await expect(users.insert(newUser())).rejects.toMatchObject(unavailable(path, 8));
    expect(await users.findById(1)).toBeNull();
  });
});
