import { expect, it } from 'vitest';
import { NO_DISK_ROOM } from '../../src/index.ts';

it('without a reserve every write is tried, and there is nothing to free', () => {
  for (const kind of ['growth', 'session', 'removal'] as const) expect(NO_DISK_ROOM.requireRoom(kind)).toBeUndefined();
  expect(NO_DISK_ROOM.reserve(Number.MAX_SAFE_INTEGER)()).toBeUndefined();
  expect(NO_DISK_ROOM.release()).toBe(false);
});
