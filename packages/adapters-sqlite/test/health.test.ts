import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

function opened() {
  const [path, clock] = [scratchPath(), { now: 10_000 }];
  const store = openedStore(path, { now: () => clock.now, onProblem: () => {} });
  const { users, dueWork, algos, folders, sessionStore, limiter, deletions } = store;
  const probe = () =>
    Promise.all([users, dueWork, algos, folders, sessionStore, limiter, deletions].map((port) => port.health()));
  return { store, path, clock, probe };
}

/** Records each commit, and fails those for which `isRefused` returns true. */
function watchCommits(isRefused = () => false): () => number {
  let commits = 0;
  const exec = DatabaseSync.prototype.exec;
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql === 'COMMIT') {
      commits += 1;
      if (isRefused()) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    }
    exec.call(this, sql);
  });
  onTestFinished(() => spy.mockRestore());
  return () => commits;
}

it('a hundred probes in one second make one commit, and the next second makes another', async () => {
  const { clock, probe } = opened();
  const commits = watchCommits();
  await Promise.all(Array.from({ length: 100 }, probe));
  expect(commits()).toBe(1);
  clock.now += 999;
  await probe();
  expect(commits()).toBe(1);
  clock.now += 1;
  await probe();
  expect(commits()).toBe(2);
});

it('the ports have one medium', () => {
  const { users, dueWork, algos, folders, sessionStore, limiter, deletions } = opened().store;
  const ports = [users, dueWork, algos, folders, sessionStore, limiter, deletions];
  expect(new Set(ports.map(({ medium }) => medium)).size).toBe(1);
  expect(users.medium).toBeTypeOf('object');
});

it('a disk that accepts no commit is reported; when it accepts them again, the store is healthy', async () => {
  const { clock, probe, store } = opened();
  let isRefused = true;
  watchCommits(() => isRefused);
  await expect(probe()).rejects.toMatchObject({ name: 'UnavailableError', reason: expect.stringContaining('full') });
  isRefused = false;
  await expect(store.users.health()).rejects.toMatchObject({ name: 'UnavailableError' });
  clock.now += 1_000;
  await probe();
});

it('a commit of a probe changes nothing', async () => {
  const { probe, path } = opened();
  const before = versionOf(path);
  await probe();
  expect(versionOf(path)).toBe(before);
});

it('a file that is marked as read-only is reported', async () => {
  const { probe, path } = opened();
  await probe();
  chmodSync(path, 0o400);
  await expect(probe()).rejects.toMatchObject({ reason: expect.stringContaining('read-only') });
  chmodSync(path, 0o600);
  await probe();
});

function versionOf(path: string): unknown {
  const db = new DatabaseSync(path);
  try {
    return db.prepare('PRAGMA user_version').get()?.['user_version'];
  } finally {
    db.close();
  }
}
