import { expect, it } from 'vitest';
import { openMongoStore } from '../src/index.ts';

it('all ports have one medium, so a readiness probe asks the database once', async () => {
  const { users, algos, folders, sessionStore, limiter, deletions, contentStore, close } = openMongoStore({
    url: 'mongodb://127.0.0.1:1/never',
  });
  const media = new Set(
    [users, algos, folders, sessionStore, limiter, deletions, contentStore].map(({ medium }) => medium),
  );
  await close();
  expect([...media]).toEqual([expect.any(Object)]);
});
