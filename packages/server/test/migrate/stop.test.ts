import { expect, it } from 'vitest';
import { move } from './support/move.ts';
import { scene } from './support/scene.ts';
import { snapshotOf } from './support/snapshot.ts';

it.each([
  'Beginning',
  '  users: 2 copied',
  '  counters of ids',
  '  algorithms: 4 copied',
  '  users: 2 verified',
  '  counters of ids: 2 verified',
])('a migration that is stopped after the line "%s" releases all locks, and is begun anew', async (at) => {
  const { from, to } = await scene();
  const controller = new AbortController();
  const onLine = (line: string): void => {
    if (line.startsWith(at)) controller.abort(new Error('Stopped'));
  };
  const stopped = move(from, to, { signal: controller.signal, onLine });
  // After the last row was compared, nothing can be stopped.
  await (at === '  counters of ids: 2 verified' ? stopped : expect(stopped).rejects.toThrow('Stopped'));
  if (at !== '  counters of ids: 2 verified') await move(from, to, { anew: true });
  expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
});
