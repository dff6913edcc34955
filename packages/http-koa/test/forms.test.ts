import { describe, expect, it } from 'vitest';
import { newPerson } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Forms made to cost time, to pollute, or to be read as something else than text. */
const HOSTILE: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[] = [
  ['many fields', 'a=1&'.repeat(200_000)],
  ['the field behind a thousand others', `${'a=1&'.repeat(1_000)}email=ada@example.org`],
  ['deep nesting', `email${'[b]'.repeat(300_000)}=1`],
  ['a long list', 'email[]=a&'.repeat(90_000)],
  ['a list with a far index', 'email[99999999]=ada@example.org'],
  ['two values', 'email=ada@example.org&email=eve@example.org'],
  ['prototypes', '__proto__[email]=ada@example.org&constructor[prototype][email]=ada@example.org'],
  ['a prototype in the field', 'email[__proto__][toString]=1'],
  ['a query', 'email[$gt]='],
  ['NUL', 'email=ada%00@example.org'],
  ['line ends', 'email=ada%0d%0aBcc:@example.org'],
  ['percent signs', '%'.repeat(1_000_000)],
  ['separators', '&='.repeat(500_000)],
  ['bytes that are no UTF-8', Uint8Array.of(0x65, 0xff, 0x3d, 0xfe)],
  ['JSON', '{"email":"ada@example.org"}'],
];

describe('a form', () => {
  const start = useServer();

  it.each(HOSTILE)('with %s is a page of status 400, and no mail', async (_what, body) => {
    const { api, log, ports } = await start();
    const reply = await api.call('POST /api/users/confirm', { headers: FORM, body });
    expect([reply.status, reply.headers.get('Content-Type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(log).toHaveLength(1);
    expect(ports.mailer.sent).toEqual([]);
  });

  it('is taken with further fields, decoded once', async () => {
    const { api, mails } = await start();
    const { email } = await newPerson(api);
    const body = `hasOwnProperty=1&email=${encodeURIComponent(email)}&submit=`;
    expect((await api.call('POST /api/users/confirm', { headers: FORM, body })).status).toBe(200);
    expect(await mails()).toHaveLength(2);
    const twice = encodeURIComponent(encodeURIComponent(email));
    await api.call('POST /api/users/confirm', { headers: FORM, body: `email=${twice}` });
    expect(await mails()).toHaveLength(2);
  });
});
