import { Agent, request } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { argon2Hasher } from '@algotheque/adapters-crypto';
import { createService, type UserRepository } from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';
import { createApp, createLogger, listen } from '@algotheque/http-koa';
import { expect, it, onTestFinished, vi } from 'vitest';

const hashes = vi.hoisted(() => ({ begun: [] as string[] }));

// A verification takes 20 turns of the event loop, so that the logins wait for hashes on every machine.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof import('@node-rs/argon2')>();
  const verify: typeof original.verify = async (hash, ...rest) => {
    hashes.begun.push(String(hash));
    for (let turns = 0; turns < 20; turns += 1) await turn();
    return original.verify(hash, ...rest);
  };
  return { ...original, verify };
});

const PASSWORD = 'correct horse battery';
const STORM = 1_000;

/** The users, and how many hashes had begun when each login arrived. */
function watched(users: UserRepository) {
  const came = new Map<string, number>();
  const findByEmail = (email: string) => {
    came.set(email, hashes.begun.length);
    return users.findByEmail(email);
  };
  const port = new Proxy(users, {
    get(target, name) {
      if (name === 'findByEmail') return findByEmail;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { came, port };
}

async function opened() {
  const ports = memoryPorts();
  const { came, port } = watched(ports.users);
  const hasher = argon2Hasher({ allowWeak: true, memoryKiB: 64, iterations: 1, concurrency: 2 });
  const service = createService({ ...ports, users: port, hasher }, { policy: { limits: null } });
  const http = { trustedProxies: ['127.0.0.1'] };
  const { address, drain } = await listen(createApp({ service, logger: createLogger({ level: 'silent' }), http }));
  const agent = new Agent({ keepAlive: true, maxFreeSockets: STORM });
  onTestFinished(async () => {
    agent.destroy();
    await drain();
  });
  /** The status of a login through the proxy. */
  const login = (email: string, password: string, client: string): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': client };
    const options = { port: address.port, path: '/api/users/login', method: 'POST', headers, agent };
    const sent = request(options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject).end(JSON.stringify({ email, password }));
    return promise;
  };
  return { ports, service, came, login };
}

it('a thousand logins at once of one client behind a proxy delay each of five logins of others by three hashes at most, and all five succeed', async () => {
  const { ports, service, came, login } = await opened();
  const people = Array.from({ length: 5 }, (_, index) => ({
    email: `person${index}@example.org`,
    client: `192.0.2.${index}`,
  }));
  for (const { email } of people) await service.registerUser({ email, password: PASSWORD, pseudo: 'Ada' });
  const storm: Promise<number>[] = [];
  for (const [index, { email, client }] of people.entries()) {
    const seen = came.size;
    for (let count = 1; count <= STORM; count += 1) {
      storm.push(login(`nobody${index}-${count}@example.org`, 'wrong', '203.0.113.7'));
      // At most as many connections at once as the system lets wait to be accepted: 511.
      while (count % 250 === 0 && came.size - seen < count) await turn();
    }
    expect(await login(email, PASSWORD, client)).toBe(200);
    const own = hashes.begun.indexOf((await ports.users.findByEmail(email))?.mdpHash ?? 'absent');
    expect(own - (came.get(email) ?? 0)).toBeLessThanOrEqual(3);
  }
  const statuses = await Promise.all(storm);
  expect(statuses.filter((status) => status !== 401 && status !== 503)).toEqual([]);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(STORM);
});
