import { DEFAULT_LIMITS } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './suite/api.ts';
import { freshEmail, mailedToken, newAlgo, newPerson, PASSWORD } from './suite/people.ts';
import { type Fault, faulty } from './support/planted.ts';
import { useServer } from './support/useServer.ts';

const LOGIN = 'POST /api/users/login';
const from = (address: string) => ({ 'X-Forwarded-For': address });

describe('failed logins', () => {
  const start = useServer();

  async function limited(loginEmail = DEFAULT_LIMITS.loginEmail.limit) {
    const limits = { ...DEFAULT_LIMITS, loginEmail: { limit: loginEmail, windowMs: 3_600_000 } };
    const server = await start({ policy: { limits }, http: { trustedProxies: ['127.0.0.1'] } });
    const login = async (email: string, password: string, address = '203.0.113.1') =>
      (await server.api.call(LOGIN, { json: { email, password }, headers: from(address) })).status;
    const fail = async (email: string, count: number, address?: string) => {
      for (let left = count; left > 0; left -= 1) expect(await login(email, 'wrong', address)).toBe(401);
    };
    return { ...server, login, fail };
  }

  it('are counted from 0 after a correct login and after a reset', async () => {
    const server = await limited();
    const { api, login, fail } = server;
    const person = await newPerson(api);
    await fail(person.email, 9);
    expect(await login(person.email, PASSWORD)).toBe(200);
    await fail(person.email, 10);
    expect(await login(person.email, PASSWORD)).toBe(429);
    await api.call('POST /api/users/recover', { json: { email: person.email } });
    const reset = `POST /api/users/recover/${await mailedToken(server, person, 'recover')}`;
    const json = { password: 'a new password' };
    expect((await api.call(reset, { json, headers: from('203.0.113.1') })).status).toBe(200);
    expect(await login(person.email, 'a new password')).toBe(200);
  });

  it('block no user: sessions stay valid, logins from other addresses work, and other users can log in from here', async () => {
    const { api, login, fail } = await limited();
    const [person, other] = [await newPerson(api), await newPerson(api)];
    await fail(person.email, 10);
    expect(await login(person.email, PASSWORD)).toBe(429);
    expect((await api.call(`GET /api/users/${person.id}`, { token: person.token })).status).toBe(200);
    expect((await newAlgo(api, person)).ownerId).toBe(person.id);
    expect(await login(person.email, PASSWORD, '203.0.113.2')).toBe(200);
    expect(await login(other.email, PASSWORD)).toBe(200);
  });

  it('are counted by e-mail over all addresses, except known addresses', async () => {
    const { api, login, fail } = await limited(12);
    const { email } = await newPerson(api);
    expect(await login(email, PASSWORD, '203.0.113.9')).toBe(200);
    for (let host = 1; host <= 6; host += 1) await fail(email, 2, `198.51.100.${host}`);
    expect(await login(email, PASSWORD, '198.51.100.7')).toBe(429);
    expect(await login(email, PASSWORD, '203.0.113.9')).toBe(200);
  });

  it('need the limiter: when it is down, logins are 503 and nothing else is', async () => {
    const fault: Fault = { port: null, how: 'unavailable' };
    const { api } = await start({
      policy: { limits: DEFAULT_LIMITS },
      instead: (ports) => faulty(ports, fault),
    });
    const { id, email, token } = await newPerson(api);
    fault.port = 'limiter';
    expect(statusAndMessage(await api.call(LOGIN, { json: { email, password: PASSWORD } }))).toBe(
      '503 General.Unavailable',
    );
    const put = { token, json: { currentPassword: PASSWORD } };
    expect(statusAndMessage(await api.call(`PUT /api/users/${id}`, put))).toBe('503 General.Unavailable');
    const account = { email: freshEmail(), password: PASSWORD, pseudo: 'Ada' };
    expect((await api.call('POST /api/users/register', { json: account })).status).toBe(201);
    expect((await api.call('POST /api/users/recover', { json: { email } })).status).toBe(200);
    expect((await api.call('POST /api/users/confirm', { json: { email } })).status).toBe(200);
    expect((await api.call(`GET /api/users/${id}`, { token })).status).toBe(200);
  });
});
