import { setTimeout } from 'node:timers/promises';
import type { Connection, Reply, Request } from '../http/connection.ts';
import type { MailSink } from './mailSink.ts';

const PASSWORD = 'a password of the soak';
const NEXT_PASSWORD = 'another password of the soak';

/** Lengths of texts in source code: small, usual and large documents. */
const LENGTHS = [100, 6_000, 100_000];

export interface Life {
  readonly connection: Connection;
  readonly mails: MailSink;
  /** A user with whom algorithms are shared. */
  readonly friend: number;
  /** Counts an operation that was answered as expected. */
  readonly count: (operation: string) => void;
}

type Data = { readonly id: number; readonly token: string; readonly utilisateur: { readonly id: number } };

/** The count of requests that a busy server did not accept, which were sent again. */
export const BUSY = 'busy';

const RETRY_MS = 1_000;

/** One request, sent again while the server is too busy for it. @throws Error when the answer has another status */
async function step(
  { connection, count }: Life,
  operation: string,
  request: Request & { readonly status: number },
): Promise<Reply> {
  for (;;) {
    const reply = await connection.send(request);
    if (reply.status === request.status) {
      count(operation);
      return reply;
    }
    if (reply.status !== 503) {
      const seen = `${reply.status} in place of ${request.status}: ${reply.body.slice(0, 300)}`;
      throw new Error(`${operation}: ${seen}`);
    }
    count(BUSY);
    await setTimeout(RETRY_MS);
  }
}

const dataOf = ({ body }: Reply): Data => (JSON.parse(body) as { readonly data: Data }).data;

/** Registers a user, and resolves to its id. */
export async function register(life: Life, email: string): Promise<number> {
  const body = JSON.stringify({ email, password: PASSWORD, pseudo: 'Soak' });
  return dataOf(await step(life, 'register', { method: 'POST', path: '/api/users/register', body, status: 201 })).id;
}

async function login(life: Life, email: string, password: string): Promise<string> {
  const body = JSON.stringify({ email, password });
  return dataOf(await step(life, 'login', { method: 'POST', path: '/api/users/login', body, status: 200 })).token;
}

/** Everything that a user does from the registration to the deletion of the account. Nothing of it is left. */
export async function live(life: Life, email: string): Promise<void> {
  const id = await register(life, email);
  const token = await login(life, email, PASSWORD);
  await workOnAlgos(life, { id, token });
  await refusals(life, { email, token });
  await step(life, 'logout', { method: 'GET', path: '/api/users/logout', token, status: 200 });
  await recover(life, email);
  const last = await login(life, email, NEXT_PASSWORD);
  await step(life, 'delete user', { method: 'DELETE', path: `/api/users/${id}`, token: last, status: 200 });
}

async function workOnAlgos(
  life: Life,
  { id: ownerId, token }: { readonly id: number; readonly token: string },
): Promise<void> {
  for (const length of LENGTHS) {
    const saved = { nom: 'Soak', sourceCode: { text: 'x'.repeat(length) } };
    const create = {
      method: 'POST',
      path: '/api/algos',
      token,
      body: JSON.stringify({ ownerId, ...saved }),
      status: 201,
    };
    const path = `/api/algos/${dataOf(await step(life, 'create', create)).id}`;
    await step(life, 'read', { method: 'GET', path, token, status: 200 });
    const changed = JSON.stringify({ nom: 'Soaked', sourceCode: { text: 'y'.repeat(length) } });
    await step(life, 'update', { method: 'PUT', path, token, body: changed, status: 200 });
    const permsAlgorithme = [{ idUtilisateur: life.friend, droits: 'Read' }];
    const shared = JSON.stringify({ ...saved, permsAlgorithme });
    await step(life, 'share', { method: 'PUT', path, token, body: shared, status: 200 });
    await step(life, 'list', { method: 'GET', path: `/api/algos/byUserId/${ownerId}`, token, status: 200 });
    // The deletion of the user deletes the first.
    if (length !== LENGTHS[0]) await step(life, 'delete', { method: 'DELETE', path, token, status: 200 });
  }
}

/** Requests that are refused. */
async function refusals(
  life: Life,
  { email, token }: { readonly email: string; readonly token: string },
): Promise<void> {
  const json = { method: 'POST', path: '/api/algos', token };
  await step(life, 'no JSON', { ...json, body: '{"ownerId":', status: 400 });
  await step(life, 'wrong fields', { ...json, body: '{"ownerId":"x","nom":5}', status: 400 });
  await step(life, 'unknown id', { method: 'GET', path: '/api/algos/999999999', token, status: 404 });
  const wrong = JSON.stringify({ email, password: 'a wrong password' });
  await step(life, 'wrong password', { method: 'POST', path: '/api/users/login', body: wrong, status: 401 });
}

/** Asks for a link, waits for the mail, and sets a new password. */
async function recover(life: Life, email: string): Promise<void> {
  const body = JSON.stringify({ email });
  await step(life, 'recover', { method: 'POST', path: '/api/users/recover', body, status: 200 });
  const path = `/api/users/recover/${await life.mails.recovery(email)}`;
  await step(life, 'new password', {
    method: 'POST',
    path,
    body: JSON.stringify({ password: NEXT_PASSWORD }),
    status: 200,
  });
}
