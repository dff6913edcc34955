import { expect, it } from 'vitest';
import type { Caller, HashClient, PasswordHasher } from '../../src/index.ts';
import { memoryPasswordHasher } from '../../testkit/memory/index.ts';
import { emailOf, mailedToken, openWorld, PASSWORD, register } from '../support/world.ts';

/** A hasher that records the client of each hash. */
function noted() {
  const memory = memoryPasswordHasher();
  const clients: (HashClient | undefined)[] = [];
  const hasher: PasswordHasher = {
    ...memory,
    hash: (password, client) => {
      clients.push(client);
      return memory.hash(password, client);
    },
    verify: (password, hash, client) => {
      clients.push(client);
      return memory.verify(password, hash, client);
    },
  };
  return { hasher, clients };
}

it('every hash gets the address of its client and the signal of its disconnection', async () => {
  const { hasher, clients } = noted();
  const world = openWorld({ replace: { hasher } });
  const { signal } = new AbortController();
  const client: Caller = { address: '192.0.2.7', signal };
  await register(world, 'ada', client);
  const { token } = await world.service.login({ email: emailOf('ada'), password: PASSWORD }, client);
  const caller = { ...client, ...(await world.service.authenticate(token)) };
  const changes = { currentPassword: PASSWORD, newPassword: 'another one' };
  await world.service.updateUser({ id: 1, changes }, caller);
  await world.service.recoverPassword({ email: emailOf('ada') }, client);
  const reset = { token: mailedToken(world, 'recover'), changes: { password: 'a third one' } };
  await world.service.resetPassword(reset, client);
  expect(clients).toHaveLength(5); // register, login, the current and the new password of the change, reset
  for (const each of clients) {
    expect(each?.address).toBe('192.0.2.7');
    expect(each?.signal).toBe(signal);
  }
});
