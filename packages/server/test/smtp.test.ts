import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { selfSigned } from '@algotheque/testing/mail';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { loadSettings } from '../src/settings/loadSettings.ts';
import { smtpOptionsOf } from '../src/settings/smtp.ts';

const nameIn = (env: Readonly<Record<string, string>>) => smtpOptionsOf(loadSettings(env)).clientName;

async function file(text: string): Promise<string> {
  const path = join(scratchFolder(), 'ca.pem');
  await writeFile(path, text);
  return path;
}

describe('the settings of the mail server', () => {
  it('give it a name with a dot: that of the service, or that of the sender', () => {
    const sender = { ALGOTHEQUE_MAIL_FROM: 'Ada <a@mail.example.org>' };
    expect(nameIn({ ...sender, ALGOTHEQUE_URL: 'https://algo.example.org/x' })).toBe('algo.example.org');
    for (const url of ['http://localhost:3000', 'http://192.0.2.1', 'http://[2001:db8::1]', 'http://web1'])
      expect(nameIn({ ...sender, ALGOTHEQUE_URL: url })).toBe('mail.example.org');
    expect(nameIn({})).toBeUndefined();
    expect(nameIn({ ...sender, ALGOTHEQUE_MAIL_CLIENT_NAME: 'relay.example.org' })).toBe('relay.example.org');
  });

  it('have the certificates of further authorities, and the most connections', async () => {
    const { cert } = selfSigned();
    const env = { ALGOTHEQUE_MAIL_CA_FILE: await file(cert), ALGOTHEQUE_MAIL_CONNECTIONS: '2' };
    expect(smtpOptionsOf(loadSettings(env))).toEqual({ ca: cert, connections: 2 });
  });

  it('are refused with a file of certificates that cannot be used', async () => {
    const paths = ['/nowhere', await file('no certificate'), await file('x'.repeat(1_048_577))];
    for (const path of paths)
      expect(() => smtpOptionsOf(loadSettings({ ALGOTHEQUE_MAIL_CA_FILE: path }))).toThrow(
        /^ALGOTHEQUE_MAIL_CA_FILE: /,
      );
  });
});
