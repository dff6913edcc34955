import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { send } from '@algotheque/testing/httpClient';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { outboxReader } from './support/outbox.ts';
import { type ServerProcess, startServer } from './support/serverProcess.ts';

const EMAIL = 'ada.lovelace@example.org';
const UNKNOWN = 'nobody.at.all@example.org';
const PASSWORDS = {
  first: 'analytical engine 1843',
  wrong: 'difference engine 1822',
  changed: 'note G of the memoir',
  reset: 'jacquard loom cards',
  short: 'x7!q',
};

/** A complete session, with errors of the user. Resolves to every access token of it. */
async function play(
  { url }: ServerProcess,
  mailed: (kind: 'confirm' | 'recover') => Promise<string>,
): Promise<string[]> {
  const account = { email: EMAIL, password: PASSWORDS.first, pseudo: 'Ada' };
  const register = (json: unknown) => send(url, 'POST /api/users/register', { json });
  const login = (email: string, password: string) => send(url, 'POST /api/users/login', { json: { email, password } });
  const tokens: string[] = [];
  const enter = async (password: string) => {
    const { token, utilisateur } = (await login(EMAIL, password)).data as {
      token: string;
      utilisateur: { id: number };
    };
    tokens.push(token);
    return { token, id: utilisateur.id };
  };

  await register(account);
  await register(account);
  await register({ ...account, password: PASSWORDS.short });
  await register(`${EMAIL} ${PASSWORDS.first}`);
  await send(url, `GET /api/users/confirm/${await mailed('confirm')}`);
  await send(url, `GET /api/users/confirm/${await mailed('confirm')}`);
  await send(url, `GET /api/users/recover/${await mailed('confirm')}`, { headers: { accept: 'application/json' } });
  await login(EMAIL, PASSWORDS.wrong);
  await login(UNKNOWN, PASSWORDS.wrong);

  const { token, id } = await enter(PASSWORDS.first);
  await send(url, `GET /api/users/${id}?token=${token}&email=${encodeURIComponent(EMAIL)}`, { token: `${token}x` });
  await send(url, `GET /api/users/${token}`, { token });
  await send(url, `GET /${token}/${encodeURIComponent(EMAIL)}`, { token });
  const put = (json: object) => send(url, `PUT /api/users/${id}`, { token, json });
  await put({ currentPassword: PASSWORDS.wrong, newPassword: PASSWORDS.changed });
  await put({ currentPassword: PASSWORDS.first, newPassword: PASSWORDS.short });
  await put({ currentPassword: PASSWORDS.first, newPassword: PASSWORDS.changed, urlPfp: `https://${EMAIL}/` });
  await put({ currentPassword: PASSWORDS.first, newPassword: PASSWORDS.changed });
  await send(url, 'GET /api/users/logout', { token });
  await send(url, 'GET /api/users/logout', { token });

  await send(url, 'POST /api/users/recover', { json: { email: UNKNOWN } });
  await send(url, 'POST /api/users/recover', { json: { email: EMAIL } });
  const reset = async (password: string) =>
    send(url, `POST /api/users/recover/${await mailed('recover')}`, { json: { password } });
  await reset(PASSWORDS.short);
  await reset(PASSWORDS.reset);
  await reset(PASSWORDS.first);
  const body = new URLSearchParams({ email: EMAIL, password: PASSWORDS.reset });
  await fetch(`${url}/api/users/login`, { method: 'POST', body }); // a form, which this route does not accept
  await enter(PASSWORDS.reset);
  return tokens;
}

it('shows no secret and no e-mail in its output, except the line with the link of a mail', async () => {
  const dir = scratchFolder();
  const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir, ALGOTHEQUE_LOG_LEVEL: 'trace' });
  const mails = outboxReader(join(dir, 'outbox'));
  const mailed = async (kind: 'confirm' | 'recover') =>
    (await mails()).findLast((mail) => mail.kind === kind)?.token ?? 'none';
  const tokens = await play(server, mailed);
  expect(await server.stop()).toBe(0);

  const { stdout, stderr } = server.output();
  const sent = await mails();
  expect(sent.map(({ kind }) => kind)).toEqual(['confirm', 'password_changed', 'recover', 'password_changed']);
  const lines = stderr.split('\n');
  const shown = lines.filter((line) => line.endsWith('"msg":"mail in the outbox"}'));
  const links = shown.map((line): unknown => JSON.parse(line).mail.link);
  expect(links.map((link) => /\/(confirm|recover)\/(\S+)$/.exec(String(link))?.[2] ?? null)).toEqual(
    sent.map(({ token }) => token),
  );

  const printed = stdout + lines.filter((line) => !shown.includes(line)).join('\n');
  for (const event of ['login.succeeded', 'login.failed', 'password.changed', 'password.reset', 'logout']) {
    expect(printed).toContain(event);
  }
  const mailTokens = sent.flatMap(({ token }) => token ?? []);
  expect([tokens.length, mailTokens.length]).toEqual([2, 2]);
  const hash = storedHash(join(dir, 'algotheque.db'));
  expect(hash).toMatch(/^\$argon2id\$/);
  const secrets = [...Object.values(PASSWORDS), ...tokens, ...mailTokens, hash, '$argon2', EMAIL, UNKNOWN];
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret), secret.replaceAll(' ', '+')]) {
      expect(printed).not.toContain(form);
    }
  }
});

function storedHash(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return String(db.prepare('SELECT mdpHash FROM users').get()?.['mdpHash']);
  } finally {
    db.close();
  }
}
