import { createService, DEFAULT_LIMITS, DomainError, type Limits, type PasswordHasher } from '@algotheque/domain';
import { FakeClock, memoryPasswordHasher, memoryPorts } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { HashQueue } from '../src/hashQueue.ts';

const PEOPLE = ['ada', 'bob', 'eve', 'joe', 'sue'];
const PASSWORD = 'correct horse';
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The service with the default queue. Two hashes run at the same time, and each takes three turns of the event loop. */
async function opened(limits: Limits | null) {
  const memory = memoryPasswordHasher();
  const bounds = { concurrency: 2, maxWaiting: 256, maxWaitingPerAddress: 64, maxWaitMs: 5_000 };
  const queue = new HashQueue(bounds, new FakeClock());
  const begun: (string | null)[] = [];
  const hasher: PasswordHasher = {
    ...memory,
    verify: (password, stored, client) =>
      queue.run(async () => {
        begun.push(stored);
        for (let turns = 0; turns < 3; turns += 1) await turn();
        return memory.verify(password, stored, client);
      }, client),
  };
  const ports = memoryPorts();
  const service = createService({ ...ports, hasher }, { policy: { limits } });
  for (const name of PEOPLE) {
    await service.registerUser({ email: `${name}@example.org`, password: PASSWORD, pseudo: name });
  }
  /** The code of the error, or null. */
  const login = (email: string, password: string, address: string): Promise<string | null> =>
    service.login({ email, password }, { address }).then(
      () => null,
      (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
    );
  return { ports, begun, login };
}

describe.each([
  ['on the default limits', DEFAULT_LIMITS],
  ['without limits', null],
])('a thousand logins at once from one address, %s', (_name, limits) => {
  it.each([
    ['by one address', () => '203.0.113.7'],
    ['by addresses of one /64', (index: number) => `2001:db8::${index.toString(16)}`],
  ])('delay a login from another address by at most three hashes: %s', async (_how, addressOf) => {
    const { ports, begun, login } = await opened(limits);
    const storm: Promise<string | null>[] = [];
    for (const [index, name] of PEOPLE.entries()) {
      for (let count = 0; count < 1_000; count += 1) {
        storm.push(login(`nobody${index}-${count}@example.org`, 'wrong', addressOf(count)));
      }
      await turn();
      const arrival = begun.length;
      expect(await login(`${name}@example.org`, PASSWORD, `192.0.2.${index}`)).toBeNull();
      const own = (await ports.users.findByEmail(`${name}@example.org`))?.mdpHash ?? 'absent';
      const others = begun.slice(arrival).indexOf(own);
      expect(others).toBeGreaterThanOrEqual(0);
      expect(others).toBeLessThanOrEqual(3);
    }
    const codes = new Set(await Promise.all(storm));
    expect(codes).not.toContain(null);
    // Of each thousand logins two run and 64 wait for a hash. The others are refused before any work.
    expect(begun.length).toBeLessThanOrEqual(PEOPLE.length * (1_000 + 1));
    expect(begun.filter((stored) => stored === null).length).toBeLessThanOrEqual(
      limits === null ? PEOPLE.length * 66 : limits.loginAddress.limit,
    );
  });
});
