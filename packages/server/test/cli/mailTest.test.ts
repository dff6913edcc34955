import { selfSigned, smtpError, smtpServer, trust } from '@algotheque/testing/mail';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { unusedPort } from '../../../../test/support/unusedPort.ts';
import { runIn } from './runIn.ts';

const TO = 'ada@example.org';
const PASSWORD = 'pass word';
const certificate = selfSigned();

/** Runs `mail test` on a mail server at the port. The data folder is never made. */
async function testOn(port: number, user = '', ...more: string[]) {
  const env = {
    ALGOTHEQUE_DATA_DIR: `${scratchFolder()}/data`,
    ALGOTHEQUE_MAIL_URL: `smtp://${user}127.0.0.1:${port}`,
    ALGOTHEQUE_MAIL_FROM: 'service@example.org',
    ALGOTHEQUE_URL: 'https://algorithms.example.org',
  };
  return runIn(['mail', 'test', TO, ...more], { env });
}

/** A server with STARTTLS that accepts one user. */
const tlsServer = () =>
  smtpServer({
    ...certificate,
    disabledCommands: [],
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      password === PASSWORD ? done(null, { user: username }) : done(smtpError(535, `no such password: ${password}`)),
  });

describe('algotheque mail test', () => {
  it('sends one mail, and says answer, TLS and login', async () => {
    trust(certificate);
    const server = await tlsServer();
    const { code, stdout, stderr } = await testOn(server.port, 'relay%40x:pass%20word@');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      `127.0.0.1:${server.port} took the mail to ${TO}: 250 taken\nTLS: TLSv1.3\nLogin: as relay@x\nSignature (DKIM): none\nLinks: lead to https://algorithms.example.org\n`,
    );
    expect(server.received.map(({ from, to }) => [from, to])).toEqual([['service@example.org', [TO]]]);
    expect(server.received[0]?.raw).toContain('Subject: Test of the mail server\r\n');
  });

  it('says what failed at the login, without the password', async () => {
    trust(certificate);
    const server = await tlsServer();
    const { code, stdout } = await testOn(server.port, `relay:${encodeURIComponent(`${PASSWORD}!`)}@`);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^127\.0\.0\.1:\d+ did not take the mail to \S+: .*535 no such password.*\nTLS: TLSv1\.3\nLogin: failed\n/,
    );
    expect(stdout).not.toContain(PASSWORD);
    expect(server.received).toEqual([]);
  });

  it('says that a server refused the mail, without TLS and login', async () => {
    const server = await smtpServer({
      onRcptTo: (_address, _session, done) => done(smtpError(550, 'unknown user')),
    });
    const { code, stdout } = await testOn(server.port);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      / did not take the mail to .*550 unknown user\nTLS: not used, .*\nLogin: none, because .*\n/,
    );
  });

  it('says that the server cannot be reached', async () => {
    const { code, stdout, stderr } = await testOn(await unusedPort());
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(
      /^127\.0\.0\.1:\d+: no session: The mail server cannot be reached: .*ECONNREFUSED.*\nLinks: /,
    );
  });

  it('says the same as JSON', async () => {
    const server = await smtpServer();
    const { code, stdout } = await testOn(server.port, '', '--json');
    const facts = { host: '127.0.0.1', port: server.port, isTaken: true, answer: '250 taken', isConnected: true };
    expect({ code, data: JSON.parse(stdout) }).toEqual({
      code: 0,
      data: {
        ...facts,
        tls: null,
        user: null,
        hasLogin: false,
        signedBy: null,
        links: { base: 'https://algorithms.example.org', problem: null },
      },
    });
    const refused = await testOn(await unusedPort(), '', '--json');
    expect({ code: refused.code, data: JSON.parse(refused.stdout) }).toMatchObject({
      code: 1,
      data: { isTaken: false, isConnected: false, answer: expect.stringContaining('ECONNREFUSED') },
    });
  });

  it('says that there is no mail server', async () => {
    const dataDir = `${scratchFolder()}/data`;
    expect(await runIn(['mail', 'test', TO], { env: { ALGOTHEQUE_DATA_DIR: dataDir } })).toEqual({
      code: 1,
      stdout: '',
      stderr: `algotheque: There is no mail server: mails stay in ${dataDir}/outbox. ALGOTHEQUE_MAIL_URL=smtp://… names one\n`,
    });
  });

  it.each(['ada', 'ada@example.org, eve@example.org', 'ada@example.org\r\nBcc: eve@example.org', '<ada@example.org>'])(
    'refuses the address %j, and does not repeat it',
    async (address) => {
      const { code, stdout, stderr } = await runIn(['mail', 'test', address]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toBe('algotheque: ADDRESS is not an e-mail address that mail can go to.\n');
    },
  );
});
