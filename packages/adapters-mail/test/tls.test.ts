import { describe, expect, it } from 'vitest';
import type { SmtpOptions } from '../src/index.ts';
import { selfSigned, trust } from './certificate.ts';
import { scratchQueue } from './scratchQueue.ts';
import { smtpServer, type TestServer } from './smtpServers.ts';

const certificate = selfSigned();

async function deliver(server: TestServer, scheme: string, query = '', options: SmtpOptions = {}): Promise<string[]> {
  const { open, queueFor, problems, notices } = scratchQueue();
  await queueFor('ada@example.org');
  await open(`${scheme}://user:password@127.0.0.1:${server.port}${query}`, options).runOnce();
  return [...problems, ...notices];
}

/** A server that records for each login whether it came over TLS. */
async function tlsServer(
  secure: boolean,
  disabledCommands: string[] = [],
): Promise<{ server: TestServer; secured: boolean[] }> {
  const secured: boolean[] = [];
  const server = await smtpServer({
    ...certificate,
    secure,
    disabledCommands,
    onAuth({ username }, session, done) {
      secured.push(session.secure);
      done(null, { user: username });
    },
  });
  return { server, secured };
}

describe('TLS', () => {
  it('is used from the start with smtps', async () => {
    trust(certificate);
    const { server, secured } = await tlsServer(true);
    expect(await deliver(server, 'smtps')).toEqual([]);
    expect([secured, server.received.length]).toEqual([[true], 1]);
  });

  it.each(['', '?requireTLS=true', '?requireTLS=false'])(
    'starts before the login if the server offers it: %j',
    async (query) => {
      trust(certificate);
      const { server, secured } = await tlsServer(false);
      expect(await deliver(server, 'smtp', query)).toEqual([]);
      expect([secured, server.received.length]).toEqual([[true], 1]);
    },
  );

  it('is not used if the server does not offer it, unless it is required', async () => {
    const { server, secured } = await tlsServer(false, ['STARTTLS']);
    expect(await deliver(server, 'smtp')).toEqual([]);
    expect([secured, server.received.length]).toEqual([[false], 1]);
    expect(await deliver(server, 'smtp', '?requireTLS=true')).toEqual([
      expect.stringMatching(/did not start TLS: ETLS/),
    ]);
    expect([secured, server.received.length]).toEqual([[false], 1]);
  });

  it.each<[string, boolean, string]>([
    ['smtp', false, '?requireTLS=true'],
    ['smtps', true, ''],
  ])(
    'with an untrusted certificate ends %s before the login, and the report says so',
    async (scheme, secure, query) => {
      const { server, secured } = await tlsServer(secure);
      const told = [expect.stringMatching(/^The certificate of the mail server is not valid here.*self-signed/i)];
      expect(await deliver(server, scheme, query)).toEqual(told);
      expect([secured, server.received.length]).toEqual([[], 0]);
      expect(await deliver(server, scheme, query, { ca: certificate.cert })).toEqual([]);
      expect([secured, server.received.length]).toEqual([[true], 1]);
    },
  );

  it.each(['', '?requireTLS=false'])('needs no valid certificate on this machine itself: %j', async (query) => {
    const { server, secured } = await tlsServer(false);
    expect(await deliver(server, 'smtp', query)).toEqual([]);
    expect([secured, server.received.length]).toEqual([[true], 1]);
  });

  it('can be switched off on this machine', async () => {
    const { server, secured } = await tlsServer(false);
    expect(await deliver(server, 'smtp', '?tls=off')).toEqual([]);
    expect([secured, server.received.length]).toEqual([[false], 1]);
  });
});
