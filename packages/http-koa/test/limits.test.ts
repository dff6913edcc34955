import { DEFAULT_LIMITS } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './suite/api.ts';
import { freshEmail, newPerson, PASSWORD } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

const LOGIN = 'POST /api/users/login';

describe('limits', () => {
  const start = useServer();
  const limited = () => start({ policy: { limits: DEFAULT_LIMITS }, http: { trustedProxies: ['127.0.0.1'] } });
  const from = (address: string) => ({ 'X-Forwarded-For': address });

  it('refuse logins with 429 and whole seconds to wait, for any further password', async () => {
    const { api, ports } = await limited();
    const { email } = await newPerson(api);
    for (let left = 10; left > 0; left -= 1) {
      expect((await api.call(LOGIN, { json: { email, password: 'wrong' } })).status).toBe(401);
    }
    ports.clock.advance(30_500);
    const refused = await api.call(LOGIN, { json: { email, password: PASSWORD } });
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ message: 'Responses.General.Too_many_requests' });
    expect(refused.headers.get('Retry-After')).toBe('30');
    expect(refused.headers.has('WWW-Authenticate')).toBe(false);
    ports.clock.advance(30_000);
    expect((await api.call(LOGIN, { json: { email, password: PASSWORD } })).status).toBe(200);
  });

  it('are counted by client address, for IPv6 by /64', async () => {
    const { api } = await limited();
    const register = async (address: string) => {
      const json = { email: freshEmail(), password: PASSWORD, pseudo: 'Ada' };
      return (await api.call('POST /api/users/register', { json, headers: from(address) })).status;
    };
    for (let left = 20; left > 0; left -= 1) expect(await register('203.0.113.7')).toBe(201);
    expect(await register('203.0.113.7')).toBe(429);
    expect(await register('203.0.113.8, 203.0.113.7')).toBe(429); // the client wrote the left part
    expect(await register('203.0.113.8')).toBe(201);
    for (let left = 20; left > 0; left -= 1) expect(await register(`2001:db8::${left}`)).toBe(201);
    expect(await register('2001:db8::ffff')).toBe(429);
  });

  it('limit the mails that a client requests, and are checked after the data', async () => {
    const { api } = await limited();
    const recover = (json: object, address = '203.0.113.7') =>
      api.call('POST /api/users/recover', { json, headers: from(address) });
    for (let left = 30; left > 0; left -= 1) expect((await recover({ email: freshEmail() })).status).toBe(200);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...from('203.0.113.7') };
    const refused = await api.call('POST /api/users/confirm', { headers, body: `email=${freshEmail()}` });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600']);
    expect(refused.text).toContain('Too many tries.');
    expect(statusAndMessage(await recover({ email: 'no mail' }))).toBe('400 General.Invalid_data');
    expect(statusAndMessage(await recover({}))).toBe('400 General.Missing_data');
    expect((await recover({ email: freshEmail() }, '203.0.113.8')).status).toBe(200);
  });
});
