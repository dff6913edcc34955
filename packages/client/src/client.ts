import openFetch from 'openapi-fetch';
import { ApiError } from './apiError.ts';
import { ROUTES } from './generated/routes.ts';
import type { paths } from './generated/schema.ts';
import type { Answer, Operation, RequestArgument } from './operationTypes.ts';
import { readBody, type Send, Transfer, ZIP } from './transfer.ts';

/** Where the groups of routes are mounted. Default: `/api/users`, `/api/algos`, `/api/folders`, `/api/admin`. */
export interface Prefixes {
  readonly users?: string;
  readonly algos?: string;
  readonly folders?: string;
  readonly admin?: string;
}

export interface ClientOptions {
  /** The address of the service, without `/api`: `https://algo.example.org`. In a browser also a path on the origin of the page. */
  readonly url: string;
  /** Where the groups of routes are, if not where they are by default. */
  readonly prefixes?: Prefixes;
  /** An access token that the caller kept. Default: null. */
  readonly token?: string | null;
  /** Gets each new token, and null when the token has ended, so that the caller can keep it. */
  readonly onToken?: (token: string | null) => void;
  /**
   * `cookie`: the browser keeps the session in a cookie that scripts cannot read, made by `loginByCookie`, and sends it by itself. The page
   * is of the service, or of an origin in its settings on the same site. Default: `token`, no cookie is sent.
   */
  readonly session?: 'token' | 'cookie';
  /** The longest body of an answer, in bytes. Default: 64 MiB. */
  readonly maxAnswerBytes?: number;
  /** Default: the `fetch` of the runtime. */
  readonly fetch?: Send;
}

export interface Client {
  /** The access token, or null. A login sets it. A logout and the deletion of the account remove it, and an answer that it has ended. */
  readonly token: string | null;
  /**
   * Calls an operation of docs/openapi.json by its `operationId`.
   * @throws ApiError if the operation fails; TypeError for a body that JSON cannot hold, and for the login of the other kind of session
   */
  call<Name extends Operation>(operation: Name, ...request: RequestArgument<Name>): Promise<Answer<Name>>;
}

const ENDS_SESSION: ReadonlySet<Operation> = new Set<Operation>(['logout', 'logoutByGet', 'deleteUser']);

/** @throws TypeError if `url` is no address, and for a token where the session is in a cookie */
export function createClient(options: ClientOptions): Client {
  const { prefixes = {}, onToken, maxAnswerBytes = 67_108_864, fetch: send = (request) => fetch(request) } = options;
  const byCookie = options.session === 'cookie';
  if (byCookie && (options.token ?? null) !== null) throw new TypeError('With a session in a cookie there is no token');
  const page = (globalThis as { readonly location?: { readonly href: string } }).location; // only browsers have one
  // The service never redirects. Behind a redirect somebody else would get the password of a login.
  const http = openFetch<paths>({
    baseUrl: new URL(options.url, page?.href).href,
    credentials: byCookie ? 'include' : 'omit',
    redirect: 'error',
    querySerializer,
  });
  let token = options.token ?? null;

  const keep = (next: string | null): void => {
    if (next === token) return;
    token = next;
    onToken?.(next);
  };

  const exchange = async (operation: Operation, request: object = {}): Promise<Answer<Operation>> => {
    const [method, path] = ROUTES[operation];
    const transfer = new Transfer(send, maxAnswerBytes);
    const isZip = 'body' in request && request.body instanceof Blob;
    const headers = {
      Accept: 'application/json',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(isZip && { 'Content-Type': ZIP }),
    };
    const init = {
      ...request,
      headers,
      fetch: transfer.fetch,
      ...(isZip && { bodySerializer: (body: unknown) => body }),
      ...(operation === 'exportUser' && { parseAs: 'stream' }),
    };
    const signal = 'signal' in init && init.signal instanceof AbortSignal ? init.signal : undefined;
    // The casts: the types of `request` are those of the operation that `ROUTES` has this method and path for.
    const parsed = http.request(method as never, mounted(path, prefixes) as never, init as never);
    const { data, error } = await parsed.catch((cause: unknown) => transfer.fail(operation, cause, signal));
    return readBody(operation, transfer.response, data ?? error);
  };

  return {
    get token() {
      return token;
    },
    async call<Name extends Operation>(operation: Name, ...[request]: RequestArgument<Name>) {
      if (operation === (byCookie ? 'login' : 'loginByCookie'))
        throw new TypeError(`With the session in a ${byCookie ? 'cookie' : 'token'} there is no ${operation}`);
      const sent = token;
      try {
        const answer = await exchange(operation, request);
        if (operation === 'login') keep((answer as Answer<'login'>).data.token); // by its operation
        if (ENDS_SESSION.has(operation) && token === sent) keep(null);
        return answer as unknown as Answer<Name>; // by its operation
      } catch (error) {
        const hasEnded = error instanceof ApiError && error.code === 'Responses.General.Unauthorized';
        if (hasEnded && token === sent) keep(null);
        throw error;
      }
    },
  };
}

/** Null is a value of its own, as the folder of what is at the top; the library would leave it out. */
function querySerializer(query: object): string {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(sent.map(([name, value]): [string, string] => [name, String(value)])).toString();
}

/** The path of a route whose group is mounted elsewhere. */
function mounted(path: string, prefixes: Prefixes): string {
  return path.replace(
    /^\/api\/(users|algos|folders|admin)/,
    (whole, group: keyof Prefixes) => prefixes[group] ?? whole,
  );
}
