import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { newPerson, PASSWORD, SOURCE } from './people.ts';

const BAD_IDS = [
  '0',
  '-1',
  '01',
  '1.5',
  '1e3',
  '0x1',
  'abc',
  '9007199254740992',
  '9'.repeat(16),
  '9'.repeat(300),
  '%00',
  '%',
  '%zz',
  '%ff',
  '..%2F1',
  '%EF%BC%91',
  '+1',
  '1%20',
  '__proto__',
  '1%0a',
];

const BAD_TOKENS = [
  'x',
  '%00',
  '%zz',
  '..%2F..%2Fetc%2Fpasswd',
  'a.b.c',
  'A'.repeat(8_000),
  '__proto__',
  'eyJhbGciOiJub25lIn0.eyJ1c2VySWQiOjF9.',
  '%F0%9F%98%80',
  "'or'1'='1",
  'register',
];

const WITH_ID = ['GET /api/users/', 'PUT /api/users/', 'GET /api/algos/byUserId/', 'PUT /api/algos/'];

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
