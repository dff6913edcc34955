import { createService, DomainError, type PasswordHasher, withHash } from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { argon2Hasher } from '../src/index.ts';

const work = vi.hoisted(() => ({ begun: [] as string[] }));

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof import('@node-rs/argon2')>();
  const verify: typeof original.verify = (hash, ...rest) => {
    work.begun.push(`verify ${/m=\d+,t=\d+,p=\d+/.exec(String(hash))?.[0]}`);
    return original.verify(hash, ...rest);
  };
  const hash: typeof original.hash = (password, options) => {
    work.begun.push(`hash m=${options?.memoryCost},t=${options?.timeCost},p=${options?.parallelism}`);
    return original.hash(password, options);
  };
  return { ...original, hash, verify };
});

const at = (memoryKiB: number, iterations: number): PasswordHasher =>
  argon2Hasher({ allowWeak: true, memoryKiB, iterations });
const PASSWORD = 'correct horse';
const MINUTE = 60_000;

beforeEach(() => {
  work.begun = [];
});

/** A service with one cost, on stores that were filled with another cost. */
async function changed(before: PasswordHasher, now: PasswordHasher) {
  const ports = memoryPorts();
  const serviceOf = (hasher: PasswordHasher) => createService({ ...ports, hasher }, { policy: { limits: null } });
  const register = (hasher: PasswordHasher, name: string) =>
    serviceOf(hasher).registerUser({ email: `${name}@example.org`, password: PASSWORD, pseudo: name });
  await register(before, 'old');
  await register(now, 'new');
  const service = serviceOf(now);
  const login = async (name: string, password: string): Promise<readonly string[]> => {
    work.begun = [];
    try {
      await service.login({ email: `${name}@example.org`, password });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    return work.begun.toSorted();
  };
  return { ports, login, register };
}

describe.each([
  ['raised', at(64, 1), at(128, 2)],
  ['lowered', at(128, 2), at(64, 1)],
])('while hashes are stored that were made before the cost was %s', (what, before, now) => {
  const both = ['verify m=128,t=2,p=1', 'verify m=64,t=1,p=1'];

  it('a failed login does the same work for an old hash, a new hash and an unknown e-mail', async () => {
    const { login } = await changed(before, now);
    for (const name of ['old', 'new', 'nobody', 'old'])
      expect([name, await login(name, 'wrong')]).toEqual([name, both]);
  });

  it('a correct login verifies its own hash, and makes a stronger one if needed', async () => {
    const { login } = await changed(before, now);
    const isRaised = what === 'raised';
    expect(await login('old', PASSWORD)).toEqual(
      isRaised ? ['hash m=128,t=2,p=1', 'verify m=64,t=1,p=1'] : ['verify m=128,t=2,p=1'],
    );
    expect(await login('new', PASSWORD)).toEqual([isRaised ? 'verify m=128,t=2,p=1' : 'verify m=64,t=1,p=1']);
  });
});

it('when no old hash is left a failed login does one verification, whatever the e-mail', async () => {
  const { login, ports } = await changed(at(64, 1), at(128, 2));
  await login('old', 'wrong');
  await login('old', PASSWORD); // stores a hash of today's cost
  ports.clock.advance(MINUTE);
  for (const name of ['old', 'new', 'nobody']) expect(await login(name, 'wrong')).toEqual(['verify m=128,t=2,p=1']);
});

it('parameters keep the four that cost the most; other algorithms and costs beyond all settings are left out', async () => {
  const { login, ports, register } = await changed(at(64, 1), at(64, 2));
  for (const [index, memoryKiB] of [72, 80, 88, 96].entries()) await register(at(memoryKiB, 9), `more${index}`);
  const user = await ports.users.findByEmail('new@example.org');
  await ports.users.change(user?.id ?? 0, (now) => withHash(now, user?.mdpHash ?? '', '$2b$10$c2FsdA$aGFzaA'));
  const old = await ports.users.findByEmail('old@example.org');
  const endless = (old?.mdpHash ?? '').replace('t=1', 't=4294967295');
  await ports.users.change(old?.id ?? 0, (now) => withHash(now, old?.mdpHash ?? '', endless));
  const dearest = [72, 80, 88, 96].map((memoryKiB) => `verify m=${memoryKiB},t=9,p=1`);
  expect(await login('nobody', 'wrong')).toEqual(dearest);
  expect(await login('more2', 'wrong')).toEqual(dearest);
});
