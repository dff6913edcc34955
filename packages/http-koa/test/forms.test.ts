import { describe, expect, it } from 'vitest';
import { newPerson } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const PADDING = 'x'.repeat(8_000);

/** Forms that would take much time to parse. */
const LARGE: readonly (readonly [string, string])[] = [
  ['many fields', 'a=1&'.repeat(200_000)],
  ['the field behind a hundred others', `${'a=1&'.repeat(100)}email=ada@example.org`],
  ['deep nesting', `email${'[b]'.repeat(300_000)}=1`],
  ['a long list', 'email[]=a&'.repeat(90_000)],
  ['percent signs', '%'.repeat(1_000_000)],
  ['separators', '&='.repeat(101)],
  ['more bytes than 16 KiB', `email=ada@example.org&${PADDING}=${PADDING}x&y=${'x'.repeat(384)}`],
];

/** Forms that would pollute prototypes, or whose values would be read as something other than text. */
const HOSTILE: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[] = [
  ['a list with a far index', 'email[99999999]=ada@example.org'],
  ['two values', 'email=ada@example.org&email=eve@example.org'],
  ['prototypes', '__proto__[email]=ada@example.org&constructor[prototype][email]=ada@example.org'],
  ['a prototype in the field', 'email[__proto__][toString]=1'],
  ['a query', 'email[$gt]='],
  ['NUL', 'email=ada%00@example.org'],
  ['line ends', 'email=ada%0d%0aBcc:@example.org'],
  ['percent signs', '%'.repeat(16_384)],
  ['separators', '&'.repeat(99)],
  ['bytes that are no UTF-8', Uint8Array.of(0x65, 0xff, 0x3d, 0xfe)],
  ['JSON', '{"email":"ada@example.org"}'],
];

describe('a form', () => {
  const start = useServer();

  const cases = [...LARGE.map((one) => [413, ...one] as const), ...HOSTILE.map((one) => [400, ...one] as const)];
  it.each(cases)('is answered with a page of status %d, without a mail: %s', async (status, _what, body) => {
    const { api, log, ports } = await start();
    const reply = await api.call('POST /api/users/confirm', { headers: FORM, body });
    expect([reply.status, reply.headers.get('Content-Type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(log).toHaveLength(1);
    expect(ports.mailer.sent).toEqual([]);
  });

  it('is accepted with 100 fields and 16 KiB', async () => {
    const { api, mails } = await start();
    const { email } = await newPerson(api);
    const body = `${'a=1&'.repeat(99)}email=${encodeURIComponent(email)}`.padEnd(16_384, ' ');
    expect((await api.call('POST /api/users/confirm', { headers: FORM, body: body.trimEnd() })).status).toBe(200);
    expect(await mails()).toHaveLength(2);
    expect((await api.call('POST /api/users/confirm', { headers: FORM, body })).status).toBe(400); // another address was sent
    expect((await api.call('POST /api/users/confirm', { headers: FORM, body: `${body} ` })).status).toBe(413);
  });

  it('is read in UTF-16 with a byte order mark', async () => {
    const { api, mails } = await start();
    const { email } = await newPerson(api);
    const body = Buffer.from(`\ufeffemail=${email}`, 'utf16le');
    for (const one of [body, Buffer.from(body).swap16()]) {
      expect((await api.call('POST /api/users/confirm', { headers: FORM, body: Uint8Array.from(one) })).status).toBe(
        200,
      );
    }
    expect(await mails()).toHaveLength(3);
  });

  const OWN = 'https://accounts.example.org';
  const FRONT = 'https://app.example.net';

  it.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
    [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }],
    [{ 'Sec-Fetch-Site': 'none', Origin: 'https://evil.example' }],
    [{ Origin: 'https://evil.example' }],
    [{ Origin: 'https://accounts.example.org.evil.example' }],
    [{ Origin: 'null' }],
    [{ Origin: '' }],
  ])('of another site is refused before it counts for the limit of mails: %j', async (headers) => {
    const { api, ports } = await start({ http: { publicUrl: `${OWN}/base`, corsOrigins: [FRONT] } });
    const body = 'email=ada%40example.org';
    for (let times = 0; times < 40; times += 1) {
      const reply = await api.call('POST /api/users/recover', { headers: { ...FORM, ...headers }, body });
      expect(reply.status).toBe(415);
    }
    expect(ports.mailer.decoys).toEqual([]);
    expect((await api.call('POST /api/users/recover', { headers: FORM, body })).status).toBe(200);
  });

  it.each([
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }],
    [{ 'Sec-Fetch-Site': 'none' }],
    [{ Origin: OWN }],
    [{ 'Sec-Fetch-Site': 'cross-site', Origin: FRONT }],
    [{}],
  ])('of a page of the service, of an allowed origin or of a program is accepted: %j', async (headers) => {
    const { api } = await start({ http: { publicUrl: `${OWN}/base`, corsOrigins: [FRONT] } });
    const call = { headers: { ...FORM, ...headers }, body: 'email=ada%40example.org' };
    expect((await api.call('POST /api/users/recover', call)).status).toBe(200);
    const { api: local } = await start();
    const ofHost = { headers: { ...FORM, Origin: local.url }, body: call.body };
    expect((await local.call('POST /api/users/recover', ofHost)).status).toBe(200);
  });

  it('is accepted with unknown fields, decoded once', async () => {
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
