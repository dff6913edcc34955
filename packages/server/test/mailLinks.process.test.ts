import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { mailFiles, mailText } from './support/outbox.ts';
import { startServer } from './support/serverProcess.ts';

const EVIL = 'evil.example';
const EMAIL = 'ada@example.org';

/** Headers that name another host than the server's. */
const CLAIMS: readonly Readonly<Record<string, string>>[] = [
  { Host: EVIL },
  { Host: `${EVIL}:666` },
  { Forwarded: `for=192.0.2.1;host=${EVIL};proto=https` },
  {
    'X-Forwarded-Host': EVIL,
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Port': '666',
    'X-Forwarded-Prefix': `/${EVIL}`,
  },
  { 'X-Original-Host': EVIL, 'X-Host': EVIL, 'X-Forwarded-Server': EVIL, Origin: `https://${EVIL}` },
];

/** The requests after which a mail with a link is sent, in the order in which they are possible, and the purpose of the link. */
const ASKING = [
  ['register', { email: EMAIL, password: 'analytical engine', pseudo: 'Ada' }, 'confirm'],
  ['confirm', { email: EMAIL }, 'confirm'],
  ['recover', { email: EMAIL }, 'recover'],
] as const;

/** Posts to the server at `url` with any `Host` header; `fetch` would not send it. */
function post(url: string, json: unknown, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const sent = request(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } });
  sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
  sent.on('error', reject).end(JSON.stringify(json));
  return promise;
}

/** The recipient of a mail, and the targets of its links with a token, each once. */
function tellOf(mail: string): string[] {
  const to = /^To: (?:.*<)?([^<>\s]+)>?\r$/m.exec(mail)?.[1];
  const links = mail.match(/https?:\/\/[^\s"<>]+(?=\/[\w.-]+)/g)?.filter((link) => /\/(confirm|recover)$/.test(link));
  return [...new Set(links)].map((link) => `${to}: ${link}`);
}

describe.each([
  ['the public address that is set', { ALGOTHEQUE_URL: 'https://algo.example.org/base/' }],
  ['the default public address, behind a proxy that is trusted', { ALGOTHEQUE_TRUSTED_PROXIES: '127.0.0.1,::1' }],
])('%s', (_what, env) => {
  it('is the base of links in mails, for any headers of a request; mails are sent to the stored address', async () => {
    const dir = scratchFolder();
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir, ALGOTHEQUE_RATE_LIMITS: 'off', ...env });
    const base =
      'ALGOTHEQUE_URL' in env ? 'https://algo.example.org/base' : `http://127.0.0.1:${new URL(server.url).port}`;
    const expected: string[] = [];
    for (const [index, claim] of CLAIMS.entries()) {
      for (const [path, body, kind] of ASKING) {
        const email = `${index}.${EMAIL}`;
        expect(await post(`${server.url}/api/users/${path}`, { ...body, email }, claim)).toBeLessThan(300);
        expected.push(`${email}: ${base}/api/users/${kind}`);
      }
      const other = { email: `${index}.${EMAIL}`.toUpperCase() }; // finds the account, whose mail goes to the address as it is stored
      expect(await post(`${server.url}/api/users/recover`, other, claim)).toBe(200);
      expected.push(`${index}.${EMAIL}: ${base}/api/users/recover`);
    }
    expect(await server.stop()).toBe(0);

    const mails = await Promise.all((await mailFiles(join(dir, 'outbox'))).map(mailText));
    expect(mails.flatMap(tellOf).sort()).toEqual(expected.sort());
    const told = [...mails, ...Object.values(server.output()).join('\n').split('\n')].filter((text) =>
      text.includes(EVIL),
    );
    // One line of the log, which says once how to allow the origin.
    expect(told).toEqual([expect.stringMatching(`"origin":"https://${EVIL}",.*ALGOTHEQUE_CORS_ORIGINS`)]);
  });
});
