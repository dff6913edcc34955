import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';
import { login, newPassword, recovery, registration } from '../storedState/requests.ts';
import type { History } from './history.ts';
import type { Recording } from './recordServer.ts';

const USERS = ['ada', 'bob', 'eve'];

/** Whether the SMTP server of the recording takes mails to this address: then their loss is right. */
export const isTaken = (address: string): boolean => address.startsWith('eve');

/**
 * Users who get mails: for a registration, a new password, a recovery. Those that the server does not take must wait.
 * @param smtp the port of an SMTP server that takes the mails of `isTaken`, and defers the others
 */
export const mailsBy = (smtp: number): Recording => ({
  env: { ALGOTHEQUE_MAIL_URL: `smtp://127.0.0.1:${smtp}`, ALGOTHEQUE_LOCAL_LINKS: 'on' },
  work: async (history, round) => {
    await Promise.all(USERS.map((name) => getMails(history, `${name}-${round}@example.org`)));
  },
  isQuiet: (dir) => vi.waitUntil(() => isTried(join(dir, 'algotheque.db')), { timeout: 60_000 }),
});

/** Every mail was tried once, and waits for its next try. */
function isTried(path: string): boolean {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const untried = db.prepare("SELECT count(*) AS mails FROM mails WHERE rank <> 2 OR entry ->> '$.isTaken'").get();
    return untried?.['mails'] === 0;
  } finally {
    db.close();
  }
}

async function getMails(history: History, email: string): Promise<void> {
  const client = history.client();
  const mail = (kind: string) => ({ facts: () => (isTaken(email) ? {} : { [`mail ${email} ${kind}`]: 'waiting' }) });
  const { id } = await history.send<{ id: number }>(client, { ...registration(email), ...mail('confirm') });
  const { token } = await history.send<{ token: string }>(client, { ...login(email), facts: () => ({}) });
  const { target, sent } = newPassword({ id, email, token });
  await history.send(client, { target, sent, ...mail('password_changed') });
  await history.send(client, { ...recovery(email), ...mail('recover') });
  client.close();
}
