import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dkimKeys } from '../src/dkim.ts';
import { sendTestMail } from '../src/index.ts';
import { recipient } from './scratch.ts';
import { scratchQueue } from './scratchQueue.ts';
import { smtpServer } from './smtpServers.ts';
import { verifiedDkim } from './verifyDkim.ts';

const { publicKey, privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const privateKey = key.export({ type: 'pkcs1', format: 'pem' }).toString();
const DKIM = { domain: 'example.org', selector: 'mail.2026', privateKey };

/** What a mail server gets of a mail to this pseudo, signed when it is sent. */
async function received(pseudo: string): Promise<string> {
  const server = await smtpServer();
  const { open, mailer } = scratchQueue();
  await mailer.send(recipient({ pseudo, locale: 'fr' }), { kind: 'password_changed' });
  await open(`smtp://127.0.0.1:${server.port}`, { dkim: DKIM }).runOnce();
  return server.received[0]?.raw ?? '';
}

describe('a signed mail', () => {
  it.each(['Ada', 'Zoë Œuvre, "l’aînée" '.repeat(5), '.\u00a0.'])(
    'has a signature that fits it after its delivery: %s',
    async (pseudo) => {
      const raw = await received(pseudo);
      const { d, s, h = '' } = verifiedDkim(raw, publicKey);
      expect([d, s]).toEqual(['example.org', 'mail.2026']);
      expect(h.split(':')).toEqual(
        expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id', 'content-type']),
      );
    },
  );

  it('does not fit any more when something of it is changed, or by another key', async () => {
    const raw = await received('Ada');
    const changes: [string, string][] = [
      ['\r\nFrom: algotheque@', '\r\nFrom: eve@'],
      ['\r\nTo: Ada ', '\r\nTo: Eve '],
      ['d=example.org', 'd=evil.example'],
      ['</body>', 'x</body>'],
    ];
    for (const [from, to] of changes) {
      expect(raw).toContain(from);
      expect(() => verifiedDkim(raw.replace(from, to), publicKey), from).toThrow(/changed/);
    }
    const other = createPublicKey(generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey);
    expect(() => verifiedDkim(raw, other)).toThrow(/another key/);
    expect(verifiedDkim(raw, publicKey)['d']).toBe('example.org');
  });

  it('of the test of a mail server is signed too', async () => {
    const server = await smtpServer();
    const url = `smtp://127.0.0.1:${server.port}`;
    const tested = await sendTestMail({ url, from: 'a@example.org', to: 'ada@example.org', dkim: DKIM });
    expect(tested).toMatchObject({ isTaken: true, signedBy: 'example.org' });
    expect(verifiedDkim(server.received[0]?.raw ?? '', publicKey)['s']).toBe('mail.2026');
  });
});

describe('a signer', () => {
  const pem = (type: 'ed25519' | 'ec') =>
    (type === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')).privateKey
      .export({ type: 'pkcs8', format: 'pem' })
      .toString();
  const withPassphrase = () =>
    key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' }).toString();
  const short = () =>
    generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  it.each([
    ['a public key', () => publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'no private key'],
    ['text', () => 'secret', 'no private key'],
    ['a key with a passphrase', withPassphrase, 'no private key'],
    ['an Ed25519 key', () => pem('ed25519'), 'not an RSA key'],
    ['a key of an elliptic curve', () => pem('ec'), 'not an RSA key'],
    ['a short key', short, 'has 512 bits'],
  ])('refuses %s', (_, make, why) => {
    const text = make();
    expect(() => dkimKeys({ ...DKIM, privateKey: text })).toThrow(why);
    expect(() => dkimKeys({ ...DKIM, privateKey: text })).not.toThrow(text.slice(28, 48) || text);
  });

  it.each([
    '',
    '-a.org',
    'a..org',
    'a.org.',
    'a b',
    'a;d=evil',
    'ä.org',
    'a\r\nb',
    'x'.repeat(64),
    `${'a.'.repeat(126)}org`,
  ])('refuses the name %j', (name) => {
    for (const names of [{ domain: name }, { selector: name }])
      expect(() => dkimKeys({ ...DKIM, ...names })).toThrow(TypeError);
  });
});
