import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteStore, type SqliteStore } from '../src/index.ts';
import { newAlgo, newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';

const [IOERR_FSYNC, FULL, BUSY] = [1_034, 13, 5];

interface Opened {
  readonly store: SqliteStore;
  readonly path: string;
  readonly problems: string[];
  readonly broken: Error[];
}

function opened(): Opened {
  const path = scratchPath();
  const [problems, broken]: [string[], Error[]] = [[], []];
  const store = openSqliteStore(path, {
    onProblem: (_problem, where) => problems.push(where),
    onBroken: (problem) => broken.push(problem),
  });
  onTestFinished(() => store.close());
  return { store, path, problems, broken };
}

interface Failure {
  readonly code: number;
  readonly comesBack: boolean;
}

/** The next COMMIT fails with this code, either after it was done or without being done. */
function failNextCommit({ code, comesBack }: Failure, meanwhile = () => {}): void {
  const exec = DatabaseSync.prototype.exec;
  let isDue = true;
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (!isDue || sql !== 'COMMIT') return exec.call(this, sql);
    isDue = false;
    exec.call(this, comesBack ? 'COMMIT' : 'ROLLBACK');
    meanwhile();
    throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: code });
  });
  onTestFinished(() => spy.mockRestore());
}

/** How many connections were opened since then. */
function countOpenings(): () => number {
  const seen = new Set<DatabaseSync>();
  const prepare = DatabaseSync.prototype.prepare;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql.startsWith('PRAGMA journal_mode')) seen.add(this);
    return prepare.call(this, sql);
  });
  onTestFinished(() => spy.mockRestore());
  return () => seen.size;
}

describe('a commit that failed', () => {
  it.each([true, false])('has the outcome that the reopened file shows; it was durable: %s', async (comesBack) => {
    const { store, problems, broken } = opened();
    await store.limiter.hit('key', { limit: 1, windowMs: 1_000 }, 0);
    const openings = countOpenings();
    failNextCommit({ code: IOERR_FSYNC, comesBack });
    await expect(store.users.insert(newUser())).rejects.toMatchObject({ name: 'UnavailableError', isDecided: true });
    expect((await store.users.findByEmail('ada@example.org')) !== null).toBe(comesBack);
    expect(openings()).toBe(1);
    expect(problems).toEqual(['a failed commit: the store file was opened again']);
    expect(broken).toEqual([]);
  });

  it('leaves every port able to read and write', async () => {
    const { store } = opened();
    failNextCommit({ code: IOERR_FSYNC, comesBack: false });
    await expect(store.limiter.remember('key', 5)).rejects.toMatchObject({ name: 'UnavailableError' });
    const { id } = await store.users.insert(newUser());
    await store.folders.compareAndSet(id, 0, { lastId: 1, folders: [{ id: 1, nom: 'root', parentId: null }] });
    expect((await store.folders.find(id)).folders).toHaveLength(1);
    expect((await store.limiter.hit('key', { limit: 1, windowMs: 1_000 }, 0)).retryAfterMs).toBe(0);
    await store.deletions.add({ userId: id, date: 1 });
    expect(await store.deletions.list()).toHaveLength(1);
    for (const port of [store.users, store.limiter, store.algos]) await port.health();
  });

  it('gives no id twice', async () => {
    const { store } = opened();
    const given = [await store.algos.nextId(), await store.algos.nextId()];
    failNextCommit({ code: IOERR_FSYNC, comesBack: true });
    await expect(store.portable.endImport()).rejects.toMatchObject({ name: 'UnavailableError' });
    await store.algos.insert({ ...newAlgo(1), id: await store.algos.nextId() });
    given.push(await store.algos.nextId());
    expect(new Set(given).size).toBe(3);
  });

  it.each([FULL, BUSY])('for a reason that wrote nothing is refused without reopening: code %i', async (code) => {
    const { store, problems } = opened();
    const openings = countOpenings();
    failNextCommit({ code, comesBack: false });
    await expect(store.users.insert(newUser())).rejects.toMatchObject({ name: 'UnavailableError', isDecided: true });
    expect(openings()).toBe(0);
    expect(problems).toEqual([]);
    await store.users.insert(newUser());
  });
});

it('a file that cannot be opened again is reported once, and the store serves nothing from then on', async () => {
  const { store, path, broken } = opened();
  failNextCommit({ code: IOERR_FSYNC, comesBack: true }, () => renameSync(path, `${path}.old`));
  await expect(store.users.insert(newUser())).rejects.toMatchObject({
    name: 'UnavailableError',
    isDecided: false,
    reason: expect.stringContaining('could not be opened again after a failed commit'),
  });
  renameSync(`${path}.old`, path);
  await expect(store.users.findById(1)).rejects.toMatchObject({ name: 'UnavailableError', isDecided: false });
  await expect(store.limiter.remembers('key', 1, 1)).rejects.toMatchObject({ name: 'UnavailableError' });
  await expect(store.users.health()).rejects.toMatchObject({ name: 'UnavailableError' });
  expect(broken).toHaveLength(1);
  expect(broken[0]?.message).toContain(path);
});
