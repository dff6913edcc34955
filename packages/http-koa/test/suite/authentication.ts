import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { once } from './once.ts';
import { newPerson } from './people.ts';

const PROTECTED = ['GET /api/users/1', 'PUT /api/users/1', 'GET /api/algos/byUserId/1', 'POST /api/algos'];

const WELL_FORMED = `${'A'.repeat(42)}A`;

export function authentication({ api }: World): void {
  const anybody = once(() => newPerson(api)); // these requests change nobody
  describe('authentication', () => {
    it.each(PROTECTED)('%s needs a token, and names the scheme', async (target) => {
      const reply = await api.call(target);
      expect(statusAndMessage(reply)).toBe('401 General.Unauthorized');
      expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer');
      const refused = await api.call(target, { token: WELL_FORMED });
      expect(statusAndMessage(refused)).toBe('401 General.Unauthorized');
      expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
    });

    it.each(['Bearer', 'bearer', 'BEARER  ', 'bEaReR'])('accepts the scheme as %s', async (scheme) => {
      const { id, token } = await anybody();
      const reply = await api.call(`GET /api/users/${id}`, {
        headers: { Authorization: `${scheme} ${token}` },
      });
      expect(reply.status).toBe(200);
    });

    it('accepts a token in no field, query or other header', async () => {
      const { id, token } = await newPerson(api);
      const target = `PUT /api/users/${id}?access_token=${token}&token=${token}`;
      const headers = { Cookie: `token=${token}`, 'X-Access-Token': token };
      expect((await api.call(target, { json: { token, access_token: token }, headers })).status).toBe(401);
    });

    it.each([
      ['nothing', ''],
      ['another scheme', 'Basic dXNlcjpwYXNz'],
      ['a scheme alone', 'Bearer'],
      ['a scheme and blanks', 'Bearer   '],
      ['no scheme', WELL_FORMED],
      ['a longer scheme', `xBearer ${WELL_FORMED}`],
      ['another scheme before it', `Basic bearer ${WELL_FORMED}`],
    ])('refuses %s without saying that a token was wrong', async (_what, Authorization) => {
      const reply = await api.call('GET /api/users/1', { headers: { Authorization } });
      expect([reply.status, reply.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    });

    it.each([
      ['two tokens', `Bearer ${WELL_FORMED} ${WELL_FORMED}`],
      ['10 KB', `Bearer ${'A'.repeat(10_240)}`],
      ['signs', 'Bearer %00{"$gt":""}'],
      ['a token that is cut', `Bearer ${WELL_FORMED.slice(1)}`],
      ['a token with more', `Bearer ${WELL_FORMED}A`],
    ])('refuses %s', async (_what, Authorization) => {
      const reply = await api.call('GET /api/users/1', { headers: { Authorization } });
      expect(reply.status).toBe(401);
      expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
    });
  });
}
