import { expect, it } from 'vitest';
import { UnavailableError } from '../../src/index.ts';
import { WaitingRoom } from '../../src/users/loginCounters.ts';

it('clients without an address may have all of the room, and no more', async () => {
  const room = new WaitingRoom();
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = Array.from({ length: 256 }, () => room.during(undefined, () => promise));
  await expect(room.during(undefined, () => expect.fail('has room'))).rejects.toThrow(UnavailableError);
  resolve('served');
  expect(await Promise.all(waiting)).toEqual(Array(256).fill('served'));
  expect(await room.during(undefined, async () => 'has room again')).toBe('has room again');
});
