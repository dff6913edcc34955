import type { Prefixes } from '../../src/groups.ts';
import { bodySeen, requireAnswer, routeOf } from './declared.ts';

/** The request of a test. `json` is serialised, `body` is sent unchanged. */
export interface Call {
  readonly token?: string | undefined;
  readonly json?: unknown;
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request fails without an answer in this time, milliseconds. Default: never. */
  readonly limitMs?: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or null when it is none. */
  readonly body: unknown;
  /** The identifier in the body without `Responses.`, or '' when it has none. */
  readonly message: string;
  /** The data in the body. */
  readonly data: unknown;
}

/** A client of one server. Every reply must be one that its route declares. */
export class Api {
  readonly #url: string | (() => string);
  readonly #prefixes: Prefixes | undefined;

  /**
   * @param url or what gives it once the server is started
   * @param prefixes where the groups are mounted, if not at the default prefixes
   */
  constructor(url: string | (() => string), prefixes?: Prefixes) {
    this.#url = url;
    this.#prefixes = prefixes;
  }

  get url(): string {
    return typeof this.#url === 'string' ? this.#url : this.#url();
  }

  /** @param target method and path, as in `GET /api/users/1` */
  call(target: string, given?: Call): Promise<Reply> {
    return send(this.url, target, given, this.#prefixes);
  }
}

/** One request. Its answer must be one that the route declares. @param target method and path, as in `GET /api/users/1` */
export async function send(
  url: string,
  target: string,
  { token, json, body, headers = {}, limitMs }: Call = {},
  prefixes?: Prefixes,
): Promise<Reply> {
  const [method = '', path = ''] = target.split(' ');
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    ...(limitMs !== undefined && { signal: AbortSignal.timeout(limitMs) }),
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
  const text = await response.text();
  const { pathname } = new URL(response.url); // as `fetch` sent it
  const seen = { method, status: response.status, body: bodySeen(response.headers.get('Content-Type') ?? '', text) };
  requireAnswer(routeOf(method, pathname, prefixes), seen, Object.fromEntries(response.headers));
  const parts = parsed(text);
  const { message, data } = (parts ?? {}) as { readonly message?: unknown; readonly data?: unknown };
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: parts,
    message: typeof message === 'string' ? message.replace(/^Responses\./, '') : '',
    data,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `data` of a body. The test that reads it compares it, so a wrong shape fails the test. */
export const dataOf = <Data>(reply: Reply): Data => reply.data as Data;

/** Status and identifier as one text: `400 General.Missing_data`; of an answer without an identifier the type: `200 application/zip`. */
export const statusAndMessage = ({ status, message, headers }: Reply): string =>
  `${status} ${message || headers.get('Content-Type')}`;
