import { bodySeen, requireAnswer, routeOf } from '@algotheque/testing/httpAnswers';

/** A complete answer. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly message: string;
  readonly data: unknown;
}

export interface Sent {
  readonly token?: string;
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request fails without an answer in this time, milliseconds. Default: never. */
  readonly limitMs?: number;
}

/** One request. Its answer must be one that the route declares. @param target method and path, as in `GET /api/users/1` */
export async function send(
  url: string,
  target: string,
  { token, json, body: bytes, headers, limitMs }: Sent = {},
): Promise<Reply> {
  const [method = '', path = ''] = target.split(' ');
  const response = await fetch(url + path, {
    method,
    ...(limitMs !== undefined && { signal: AbortSignal.timeout(limitMs) }),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(bytes !== undefined && { body: bytes }),
  });
  const text = await response.text();
  const seen = { method, status: response.status, body: bodySeen(response.headers.get('content-type') ?? '', text) };
  requireAnswer(routeOf(method, path), seen, Object.fromEntries(response.headers));
  const body = JSON.parse(text) as { message?: string; data?: unknown };
  const message = (body.message ?? '').replace('Responses.', '');
  return { status: response.status, headers: response.headers, message, data: body.data };
}

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

export const PASSWORD = 'correct horse battery';

/** Registers and logs in. */
export async function newPerson(url: string, email: string): Promise<Person> {
  await send(url, 'POST /api/users/register', { json: { email, password: PASSWORD, pseudo: 'Person' } });
  const { data } = await send(url, 'POST /api/users/login', { json: { email, password: PASSWORD } });
  const { token, utilisateur } = data as { token: string; utilisateur: { id: number } };
  return { id: utilisateur.id, email, token };
}

/** Stores an algorithm; resolves to its id. */
export async function newAlgo(url: string, owner: Person, sourceCode: unknown = { n: 1 }): Promise<number> {
  const json = { ownerId: owner.id, nom: 'Sort', sourceCode };
  const { data } = await send(url, 'POST /api/algos', { token: owner.token, json });
  return (data as { id: number }).id;
}

/** How often each value occurs. */
export function tally(values: readonly (string | number)[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(values, String)].map(([value, all]) => [value, all.length]));
}
