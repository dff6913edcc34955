import { UnavailableError } from '@algotheque/domain';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Commands, gated } from '../src/connection/commands.ts';
import { openMongoStore } from '../src/index.ts';
import { describeMongo } from './support/describeMongo.ts';
import { setUsers, usersOf } from './support/usersOf.ts';

it('all ports have one medium, so a readiness probe asks the database once', async () => {
  const { users, dueWork, algos, folders, sessionStore, limiter, deletions, contentStore, close } = openMongoStore({
    url: 'mongodb://127.0.0.1:1/never',
  });
  const media = new Set(
    [users, dueWork, algos, folders, sessionStore, limiter, deletions, contentStore].map(({ medium }) => medium),
  );
  await close();
  expect([...media]).toEqual([expect.any(Object)]);
});

it('a probe asks the database each time, and writes once a second at most', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: string[] = [];
  const run: Commands['run'] = async (what) => {
    asked.push(what);
    return {} as never; // nobody reads the answer to a ping
  };
  let isRefused = false;
  const renew = async (): Promise<void> => {
    asked.push('write');
    if (isRefused) throw new UnavailableError({ reason: 'no write' });
  };
  const admission = { ready: () => Promise.resolve(), renew };
  const { health } = gated({ run, repeat: run }, admission, { location: 'nowhere', operationMs: 0 });
  await Promise.all(Array.from({ length: 50 }, health));
  vi.advanceTimersByTime(999);
  await health();
  expect(asked.filter((what) => what === 'write')).toHaveLength(1);
  expect(asked.filter((what) => what === 'ping')).toHaveLength(51);
  isRefused = true;
  vi.advanceTimersByTime(1);
  await expect(health()).rejects.toMatchObject({ name: 'UnavailableError', reason: 'no write' });
  isRefused = false;
  vi.advanceTimersByTime(1_000);
  await health();
});

describeMongo('a probe', ({ withScratch }) => {
  withScratch('writes that the server is here, and nothing else', async ({ open, db, dump }) => {
    const { users } = await open();
    const before = await dump();
    await setUsers(db, []);
    await users.health();
    expect(await usersOf(db)).toHaveLength(1);
    const withoutTime = (text: string) => text.replace(/"seen":\d+/g, '');
    expect(withoutTime(await dump())).toBe(withoutTime(before));
  });
});
