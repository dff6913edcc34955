import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { newPerson, PASSWORD, SOURCE } from './people.ts';

const BAD_IDS = [
  '0',
  '-1',
  '01',
  '1.0',
  '1.5',
  '1e3',
  '0x1',
  'abc',
  'NaN',
  'Infinity',
  '9007199254740992',
  '9'.repeat(16),
  '9'.repeat(300),
  '%31%00',
  '%00',
  '%',
  '%zz',
  '%ff',
  '..%2F1',
  '%2e%2e%2f1',
  '%EF%BC%91',
  '+1',
  '1%20',
  '%201',
  '1;2',
  '1,2',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '[object%20Object]',
  '%7B%22$gt%22:%22%22%7D',
  '*',
  '$where',
  '1%0a',
  '-0',
];

const BAD_TOKENS = [
  'x',
  '%00',
  '%zz',
  '%ff',
  '..%2F..%2Fetc%2Fpasswd',
  'a.b',
  'a.b.c',
  '.',
  '%20',
  'A'.repeat(8_000),
  '__proto__',
  '{}',
  'eyJhbGciOiJub25lIn0.eyJ1c2VySWQiOjF9.',
  '%F0%9F%98%80',
  "'or'1'='1",
  '$gt',
  '..',
  'register',
  '1',
].filter((token) => token !== '.' && token !== '..'); // a URL parser removes these segments

const WITH_ID = [
  'GET /api/users/',
  'PUT /api/users/',
  'DELETE /api/users/',
  'GET /api/algos/byUserId/',
  'GET /api/algos/',
  'PUT /api/algos/',
  'DELETE /api/algos/',
];

export function identifiers({ api }: World): void {
  describe('ids', () => {
    it.each(WITH_ID)('%s… accepts positive integers only', async (target) => {
      const { token } = await newPerson(api);
      const json = target.startsWith('PUT')
        ? { currentPassword: PASSWORD, nom: 'Changed', sourceCode: SOURCE }
        : undefined;
      for (const id of BAD_IDS) {
        const reply = await api.call(target + id, { token, json });
        expect(`${id} ${statusAndMessage(reply)}`).toBe(`${id} 400 General.Invalid_data`);
        expect(dataOf(reply)).toEqual([{ path: '/id', rule: 'type', message: expect.any(String) }]);
      }
      const unknown = await api.call(`${target}9007199254740991`, { token, json });
      expect(unknown.status).toBe(404);
    });
  });

  describe('tokens of mails', () => {
    it('are accepted by their form and signature only', async () => {
      const headers = { Accept: 'application/json' };
      for (const token of BAD_TOKENS) {
        const replies = [
          await api.call(`GET /api/users/confirm/${token}`),
          await api.call(`GET /api/users/recover/${token}`, { headers }),
          await api.call(`POST /api/users/recover/${token}`, { json: { password: PASSWORD } }),
        ];
        const name = token.slice(0, 40);
        expect([name, ...replies.map(statusAndMessage)]).toEqual([
          name,
          ...replies.map(() => '400 User.Invalid_token'),
        ]);
      }
    });
  });
}
