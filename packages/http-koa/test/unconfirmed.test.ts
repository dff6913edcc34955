import { expect, it } from 'vitest';
import { statusAndMessage } from './suite/api.ts';
import { mailedToken } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

const start = useServer();

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
