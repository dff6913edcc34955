import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './suite/api.ts';
import { useServer } from './support/useServer.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('a refusal of a body says', () => {
  const start = useServer();
  const send = async (
    body: string | Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = JSON_TYPE,
  ) => {
    const { api } = await start();
    return api.call('POST /api/users/register', { body, headers });
  };

  it.each([
    ['{"email": }', 1, 12],
    ['{\n  "email": "a",\n}', 3, 1],
    ['{"email": "a"', 1, 14],
  ])('where it is no JSON: %j', async (text, line, column) => {
    const reply = await send(text);
    expect(statusAndMessage(reply)).toBe('400 General.Malformed_json');
    expect(dataOf(reply)).toEqual({ line, column });
  });

  it('which types are read', async () => {
    const reply = await send('<a/>', { 'Content-Type': 'application/xml' });
    expect(statusAndMessage(reply)).toBe('415 General.Unsupported_media_type');
    expect(dataOf(reply)).toEqual({ types: ['application/json'] });
  });

  it('which charset is read', async () => {
    for (const type of ['application/json; charset=latin1', 'application/json ;CHARSET=utf-16']) {
      expect(dataOf(await send('{}', { 'Content-Type': type }))).toEqual({
        types: ['application/json; charset=utf-8'],
      });
    }
  });

  it('where it is no JSON in UTF-16', async () => {
    const reply = await send(Uint8Array.from(Buffer.from('\ufeff{\n  "email": "a",\n}', 'utf16le')));
    expect(dataOf(reply)).toEqual({ line: 3, column: 1 });
  });

  it('which bound is broken', async () => {
    const reply = await send(JSON.stringify({ email: 'ada@example.org', password: 'short', pseudo: 'x'.repeat(31) }));
    expect(dataOf(reply)).toEqual([
      { path: '/pseudo', rule: 'max_length', message: 'has more than 30 characters' },
      { path: '/password', rule: 'min_length', message: 'has fewer than 8 characters' },
    ]);
  });
});
