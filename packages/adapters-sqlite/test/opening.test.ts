import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

/** Runs during each pause of the opener, so that a test can release a lock after the opener has met it. */
let whilePaused: () => void = () => undefined;
let pauses: number[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.spyOn(Atomics, 'wait').mockImplementation((_array, _index, _value, ms = 0) => {
    pauses.push(ms);
    vi.advanceTimersByTime(ms);
    whilePaused();
    return 'timed-out';
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  whilePaused = () => undefined;
  pauses = [];
});

/** Holds the lock of a process that is switching a new file to a write-ahead log: SQLite does not wait for this lock. */
function switchingProcess(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  onTestFinished(() => db.close());
  db.exec('BEGIN IMMEDIATE');
  return db;
}

const caught = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

const isLocked = {
  name: 'UnavailableError',
  cause: expect.objectContaining({ name: 'StoreFileError', cause: expect.objectContaining({ errcode: 5 }) }),
};

describe('opening a file while another process creates it', () => {
  it('waits until its lock is released', async () => {
    const path = scratchPath();
    const other = switchingProcess(path);
    whilePaused = () => {
      if (pauses.length === 3) other.exec('COMMIT');
    };
    const store = openedStore(path);
    expect(pauses).toHaveLength(3);
    expect(await store.users.insert(newUser())).toMatchObject({ id: 1 });
  });

  it.each([0, 1, 5_000, 4_321])('waits for %i ms, and then reports it', (busyTimeoutMs) => {
    const path = scratchPath();
    const other = switchingProcess(path);
    expect(caught(() => openSqliteStore(path, { busyTimeoutMs }))).toMatchObject(isLocked);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(busyTimeoutMs);
    for (const ms of pauses) expect(ms).toBeLessThan(50);
    other.exec('COMMIT');
  });

  it('keeps no lock while it waits', () => {
    const path = scratchPath();
    const other = switchingProcess(path);
    whilePaused = () => other.exec('CREATE TABLE IF NOT EXISTS t (a INTEGER); COMMIT; BEGIN IMMEDIATE');
    expect(caught(() => openSqliteStore(path, { busyTimeoutMs: 40 }))).toMatchObject({ name: 'StoreFileError', path });
    expect(pauses).toHaveLength(1);
  });
});

it('opening a file that is refused is not tried again', () => {
  const path = scratchPath();
  const other = new DatabaseSync(path);
  other.exec('PRAGMA application_id = 1');
  other.close();
  expect(caught(() => openSqliteStore(path))).toMatchObject({ name: 'StoreFileError', path });
  expect(pauses).toEqual([]);
});
