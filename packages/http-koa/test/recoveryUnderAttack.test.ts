import { DEFAULT_LIMITS } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import type { Route } from '../src/route.ts';
import { ROUTES } from '../src/routes/table.ts';
import { type Call, statusAndMessage } from './suite/api.ts';
import { mailedToken, newPerson, PASSWORD } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

const ATTACKERS = 51;
const from = (address: string) => ({ 'X-Forwarded-For': address });

/** The body that is sent to every route: all fields of all routes, with the e-mail of another user. */
function hostileCall({ method, path, group }: Route, email: string, index: number): [string, Call] {
  const prefix = group === 'root' ? '' : `/api/${group}`;
  const target = `${method} ${prefix}${path.replace(/:\w+/, `e30.${index}`)}`;
  const json = { email, password: `guess ${index}`, pseudo: 'Eve' };
  const headers = { ...from(`198.51.100.${index % ATTACKERS}`), Accept: 'application/json' };
  return [target, method === 'GET' ? { headers } : { json, headers }];
}

describe('a person under attack over every route that needs no token', () => {
  const start = useServer();

  it('can recover the account and log in from a new address', async () => {
    const server = await start({ policy: { limits: DEFAULT_LIMITS }, http: { trustedProxies: ['127.0.0.1'] } });
    const { api } = server;
    const person = await newPerson(api);
    const { email } = person;
    const attack = async (times: number) => {
      for (let index = 0; index < ATTACKERS * times; index += 1) {
        const calls = ROUTES.filter(({ auth }) => !auth).map((route) => hostileCall(route, email, index));
        await Promise.all(calls.map(([target, call]) => api.call(target, call)));
      }
    };
    await attack(2); // 102 wrong logins; the limit is 100
    const login = (password: string, address: string) =>
      api.call('POST /api/users/login', { json: { email, password }, headers: from(address) });
    expect((await login(PASSWORD, '203.0.113.9')).status).toBe(429); // the attack has reached the limit
    const headers = from('203.0.113.77');
    expect(statusAndMessage(await api.call('POST /api/users/recover', { json: { email }, headers }))).toBe(
      '200 User.Success.Recovery_sent',
    );
    const token = await mailedToken(server, person, 'recover');
    const json = { password: 'a new password' };
    expect(statusAndMessage(await api.call(`POST /api/users/recover/${token}`, { json, headers }))).toBe(
      '200 User.Success.Password_reset',
    );
    await attack(1);
    expect((await login('a new password', '203.0.113.77')).status).toBe(200);
  });
});
