import { createClient } from '@algotheque/client';
import { describe, expect, it } from 'vitest';

const url = 'http://h.example';
const body = { email: 'ada@example.org', password: 'analytical engine' };

/** Whether the browser would send cookies, and the token that is sent. */
async function sentBy(options: Partial<Parameters<typeof createClient>[0]>) {
  let sent: unknown;
  const client = createClient({
    url,
    ...options,
    fetch: async (request) => {
      sent = [request.credentials, request.headers.get('Authorization')];
      return Response.json({ message: 'Responses.User.Success.Found', data: {} });
    },
  });
  await client.call('getOwnUser');
  return sent;
}

describe('the session of a client', () => {
  it('is a token, or a cookie that the browser sends by itself', async () => {
    expect(await sentBy({ token: 'kept' })).toEqual(['omit', 'Bearer kept']);
    expect(await sentBy({ session: 'token' })).toEqual(['omit', null]);
    expect(await sentBy({ session: 'cookie', token: null })).toEqual(['include', null]);
  });

  it('is not both', async () => {
    expect(() => createClient({ url, session: 'cookie', token: 'kept' })).toThrow(TypeError);
    await expect(createClient({ url, session: 'cookie' }).call('login', { body })).rejects.toThrow(TypeError);
    await expect(createClient({ url }).call('loginByCookie', { body })).rejects.toThrow(TypeError);
  });
});
