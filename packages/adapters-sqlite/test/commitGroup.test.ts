import { DatabaseSync } from 'node:sqlite';
import { type DiskRoom, NO_DISK_ROOM, UnavailableError, withVerified } from '@algotheque/domain';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { newAlgo, newSession, newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

const MOST_WORKS = 64;
const [IOERR_FSYNC, FULL] = [1_034, 13];

function opened(room?: DiskRoom) {
  const store = openedStore(scratchPath(), { onProblem: () => {}, ...(room !== undefined && { room }) });
  return store;
}

/** Counts the commits from now on. The one numbered `failing`, from 1, is undone and fails with `code`. */
function commits({ failing = 0, code = FULL } = {}): () => number {
  const exec = DatabaseSync.prototype.exec;
  let count = 0;
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql === 'COMMIT') count += 1;
    if (sql !== 'COMMIT' || count !== failing) return exec.call(this, sql);
    exec.call(this, 'ROLLBACK');
    throw Object.assign(new Error('the commit failed'), { code: 'ERR_SQLITE_ERROR', errcode: code });
  });
  onTestFinished(() => spy.mockRestore());
  return () => count;
}

const sessions = (count: number) => Array.from({ length: count }, (_, index) => newSession(`digest ${index}`));

describe('writes in one turn of the event loop', () => {
  it('share a commit, which is durable before any of them resolves', async () => {
    const { sessionStore } = opened();
    const count = commits();
    const seen = await Promise.all(
      sessions(MOST_WORKS).map(async (session) => {
        await sessionStore.insert(session);
        return count();
      }),
    );
    expect(new Set(seen)).toEqual(new Set([1]));
    expect(await sessionStore.find('digest 63')).not.toBeNull();
  });

  it('are counted for each commit', async () => {
    const counts: number[] = [];
    const store = openedStore(scratchPath(), { onCommit: (writes) => counts.push(writes) });
    await Promise.all(sessions(MOST_WORKS + 2).map((session) => store.sessionStore.insert(session)));
    await store.sessionStore.delete('digest 0');
    expect(counts).toEqual([MOST_WORKS, 2, 1]);
  });

  it('run in the order of arrival, and each sees those before it', async () => {
    const { algos } = opened();
    const id = await algos.nextId();
    await algos.insert({ ...newAlgo(1), id });
    const all = ['first', 'second', 'third'].map((nom) => algos.compareAndSet(id, 1, { nom }));
    const results = await Promise.all([...all, algos.delete(id, 2)]);
    expect(results).toMatchObject([{ nom: 'first', version: 2 }, null, null, true]);
  });

  it('fail alone when one breaks a constraint, and leave nothing', async () => {
    const { algos, users } = opened();
    const id = await algos.nextId();
    const results = await Promise.allSettled([
      users.insert(newUser()),
      algos.insert({ ...newAlgo(1), id, ref: 'a' }),
      algos.insert({ ...newAlgo(1), id, ref: 'b' }), // the id is taken
      algos.insert({ ...newAlgo(1), id: id + 1, ref: 'a' }), // the content is another's: SQLite refuses
      users.change(1, withVerified),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await algos.findByRef('b')).toBeNull();
    expect(await algos.findById(id + 1)).toBeNull();
    expect((await users.findByEmail('ada@example.org'))?.isVerified).toBe(true);
  });

  it('fail alone when the disk has no room for one of them', async () => {
    let isFull = false;
    const { sessionStore, users } = opened({
      ...NO_DISK_ROOM,
      requireRoom(kind) {
        if (isFull && kind === 'growth') throw new UnavailableError({ reason: 'nearly full', isDecided: true });
      },
    });
    isFull = true;
    const [user, session] = await Promise.allSettled([
      users.insert(newUser()),
      sessionStore.insert(newSession('digest')),
    ]);
    expect([user.status, session.status]).toEqual(['rejected', 'fulfilled']);
  });

  it('are committed one by one when a full disk has refused the group', async () => {
    const { sessionStore } = opened();
    const count = commits({ failing: 1, code: FULL });
    await Promise.all(sessions(3).map((session) => sessionStore.insert(session)));
    expect(count()).toBe(4);
    expect(await sessionStore.find('digest 2')).not.toBeNull();
  });

  it('all fail when the outcome of the commit is unknown, and are not repeated', async () => {
    const { sessionStore } = opened();
    commits({ failing: 1, code: IOERR_FSYNC });
    const results = await Promise.allSettled(sessions(3).map((session) => sessionStore.insert(session)));
    for (const result of results) expect(result).toMatchObject({ reason: { name: 'UnavailableError' } });
    expect(await sessionStore.find('digest 0')).toBeNull();
    await sessionStore.insert(newSession('digest'));
  });

  it('are committed when the store is closed right after them', async () => {
    const path = scratchPath();
    const store = openSqliteStore(path);
    const all = sessions(3).map((session) => store.sessionStore.insert(session));
    await store.close();
    await Promise.all(all);
    const again = openSqliteStore(path);
    onTestFinished(() => again.close());
    expect(await again.sessionStore.find('digest 2')).not.toBeNull();
  });
});
