import type { Reply } from '@algotheque/testing/httpClient';
import { decidedReply } from '../outcome.ts';
import type { AccountLedger, KnownAccount } from './accountLedger.ts';
import type { Client } from './client.ts';

const [FIRST, SECOND] = ['correct horse battery', 'battery staple horse'];

/**
 * Makes users, logs them in, and then changes the password, logs out, deletes the user or does nothing, until an answer does not decide a
 * write.
 */
export async function writeAccounts(client: Client, ledger: AccountLedger): Promise<void> {
  while (await writeAccount(client, ledger.add())) if (client.draw(8) === 7) return;
}

/** Whether all was answered. */
async function writeAccount(client: Client, account: KnownAccount): Promise<boolean> {
  const { email } = account;
  account.passwords = [null, FIRST];
  const json = { email, password: FIRST, pseudo: 'Person' };
  if (!(await succeeds(client, 'POST /api/users/register', { json }))) return false;
  account.passwords = [FIRST];
  account.isAcknowledged = true;
  const loggedIn = await succeeds(client, 'POST /api/users/login', { json: { email, password: FIRST } });
  if (loggedIn === null) return false;
  const { token, utilisateur } = loggedIn.data as { token: string; utilisateur: { id: number } };
  const session = { token, userId: utilisateur.id };
  account.session = { ...session, isValid: true };
  const further = [changePassword, logOut, deleteUser][client.draw(4)];
  return further === undefined || further(client, account, session);
}

interface Session {
  readonly token: string;
  readonly userId: number;
}

async function changePassword(client: Client, account: KnownAccount, { token, userId }: Session): Promise<boolean> {
  account.passwords = [FIRST, SECOND];
  account.session = { token, userId, isValid: null }; // a crash between the steps of the change ends the own session
  const json = { currentPassword: FIRST, newPassword: SECOND };
  if (!(await succeeds(client, `PUT /api/users/${userId}`, { token, json }))) return false;
  account.passwords = [SECOND];
  account.session = { token, userId, isValid: true };
  return true;
}

async function logOut(client: Client, account: KnownAccount, { token, userId }: Session): Promise<boolean> {
  account.session = { token, userId, isValid: null };
  if (!(await succeeds(client, 'GET /api/users/logout', { token }))) return false;
  account.session = { token, userId, isValid: false };
  return true;
}

async function deleteUser(client: Client, account: KnownAccount, { token, userId }: Session): Promise<boolean> {
  account.passwords = [FIRST, null];
  account.session = { token, userId, isValid: null };
  if (!(await succeeds(client, `DELETE /api/users/${userId}`, { token }))) return false;
  account.passwords = [null];
  account.session = { token, userId, isValid: false };
  return true;
}

/** The answer, which is 2xx; null if none decides the write. */
async function succeeds(
  client: Client,
  target: string,
  sent: Parameters<typeof decidedReply>[2],
): Promise<Reply | null> {
  const reply = await decidedReply(client.url, target, sent);
  if (reply === null) return null;
  if (reply.status > 299) throw new Error(`${target} was answered with ${reply.status} ${reply.message}`);
  client.onAcknowledged();
  return reply;
}
