import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './suite/api.ts';
import { mailedToken, newPerson } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

const HOUR = 3_600_000;

describe('ends of tokens', () => {
  const start = useServer();

  it('an access token ends 48 h after its last use, and 30 d after login', async () => {
    const { api, ports } = await start();
    const { id, token } = await newPerson(api);
    const use = () => api.call(`GET /api/users/${id}`, { token });
    for (let days = 0; days < 30; days += 1) {
      ports.clock.advance(24 * HOUR - 1);
      expect((await use()).status).toBe(200);
    }
    ports.clock.advance(30);
    const ended = await use();
    expect([statusAndMessage(ended), ended.headers.get('WWW-Authenticate')]).toEqual([
      '401 General.Unauthorized',
      'Bearer error="invalid_token"',
    ]);
    const idle = await newPerson(api);
    ports.clock.advance(48 * HOUR);
    expect((await api.call(`GET /api/users/${idle.id}`, { token: idle.token })).status).toBe(401);
  });

  it('a confirmation ends after 24 h, a recovery after 30 min', async () => {
    const server = await start();
    const { api, ports } = server;
    const person = await newPerson(api);
    await api.call('POST /api/users/recover', { json: { email: person.email } });
    const recover = await mailedToken(server, person, 'recover');
    const confirm = await mailedToken(server, person, 'confirm');
    ports.clock.advance(HOUR / 2);
    const json = { password: 'another password' };
    expect(statusAndMessage(await api.call(`POST /api/users/recover/${recover}`, { json }))).toBe(
      '400 User.Invalid_token',
    );
    ports.clock.advance(23.5 * HOUR);
    expect(statusAndMessage(await api.call(`GET /api/users/confirm/${confirm}`))).toBe('400 User.Invalid_token');
  });

  it('login requires the confirmation if the policy says so, and reports this only with the right password', async () => {
    const server = await start({ policy: { requireConfirmedEmail: true } });
    const { api } = server;
    const account = { email: 'ada@example.org', password: 'long enough', pseudo: 'Ada' };
    await api.call('POST /api/users/register', { json: account });
    const login = (password: string) => api.call('POST /api/users/login', { json: { ...account, password } });
    expect(statusAndMessage(await login('wrong'))).toBe('401 User.Invalid_credentials');
    expect(statusAndMessage(await login(account.password))).toBe('403 User.Not_verified');
    await api.call(`GET /api/users/confirm/${await mailedToken(server, account, 'confirm')}`);
    expect((await login(account.password)).status).toBe(200);
  });
});
