import { expect, it } from 'vitest';
import { statusAndMessage } from './suite/api.ts';
import { newPerson, PASSWORD } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

const start = useServer();

it('the deletion of an account takes the password where it is set so', async () => {
  const { api } = await start({ policy: { deleteNeedsPassword: true } });
  const { id, token } = await newPerson(api);
  const remove = async (json?: unknown) => statusAndMessage(await api.call(`DELETE /api/users/${id}`, { token, json }));
  const bare = await api.call(`DELETE /api/users/${id}`, { token });
  expect(bare.headers.get('X-Missing-Fields')).toBe('currentPassword');
  expect(await remove()).toBe('400 General.Missing_data');
  expect(await remove({ currentPassword: 12 })).toBe('400 General.Invalid_data');
  expect(await remove({ currentPassword: 'wrong password' })).toBe('403 User.Wrong_password');
  expect(await remove({ currentPassword: PASSWORD })).toBe('200 User.Success.Deleted');
});
